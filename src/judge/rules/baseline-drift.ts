/** V4: did the machine hold still while the baseline ran? (section 5.1) */

export interface BaselineDrift {
  /** Largest minus smallest ln(median TPOT) over the baseline's runs. */
  range: number;
  result: 'OK' | 'WARN' | 'INVALID';
}

const WARN_RANGE = 0.05;
const INVALID_RANGE = 0.1;

/** @param medianTpotMs median TPOT of each baseline run, ms, > 0; at least one */
export function checkBaselineDrift(medianTpotMs: readonly number[]): BaselineDrift {
  if (medianTpotMs.length === 0 || !medianTpotMs.every((ms) => ms > 0)) {
    throw new RangeError('baseline drift needs a positive median TPOT of every baseline run');
  }
  const logs = medianTpotMs.map((ms) => Math.log(ms));
  const range = Math.max(...logs) - Math.min(...logs);
  return { range, result: range > INVALID_RANGE ? 'INVALID' : range > WARN_RANGE ? 'WARN' : 'OK' };
}
