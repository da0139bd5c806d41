import { describe, expect, it } from 'vitest';
import { type GrossClause, grossFailure } from '../../../src/judge/rules/gross.js';

const goodput = { logMargin: -0.05, baselineLogs: [6.87, 6.88] } as const;
const clause: GrossClause = { ...goodput, logRatios: [-0.2, -0.22], seFloor: 0.01 };

function only(changed: Partial<GrossClause>, session: Parameters<typeof grossFailure>[1] = goodput) {
  const [finding] = grossFailure([{ ...clause, ...changed }], session).each;
  return finding;
}

describe('grossFailure', () => {
  it('fires when everything holds, and ends the session', () => {
    expect(grossFailure([clause], goodput)).toMatchObject({ outcome: 'FAIL', each: [{ fires: true }] });
    expect(grossFailure([], goodput)).toEqual({ outcome: 'CONTINUE', each: [] });
  });

  it('needs both pairs beyond twice the margin', () => {
    expect(only({ logRatios: [-0.1, -0.12] })).toMatchObject({ beyondTwiceMargin: true, fires: true });
    expect(only({ logRatios: [-0.0999, -0.12] })).toMatchObject({ beyondTwiceMargin: false, fires: false });
  });

  it('needs pairs that agree', () => {
    expect(only({ logRatios: [-0.3, -0.5] })).toMatchObject({ pairsAgree: true, fires: true });
    expect(only({ logRatios: [-0.3, -0.51] })).toMatchObject({ pairsAgree: false, fires: false });
  });

  it('needs a baseline that held still, in its own statistic and in goodput', () => {
    expect(only({ baselineLogs: [6.87, 6.93] })).toMatchObject({ baselineSteady: false, fires: false });
    expect(only({}, { logMargin: -0.05, baselineLogs: [6.87, 6.93] })).toMatchObject({ baselineSteady: false });
    expect(only({ logMargin: -0.1, baselineLogs: [6.87, 6.93] })).toMatchObject({ baselineSteady: true, fires: true });
  });

  it('needs goodput to lie five standard errors down, and asks nothing like it of a latency', () => {
    expect(only({ seFloor: 0.042 })).toMatchObject({ beyondScatter: true, fires: true });
    expect(only({ seFloor: 0.0421 })).toMatchObject({ beyondScatter: false, fires: false });
    expect(only({ seFloor: null })).toMatchObject({ beyondScatter: true, fires: true });
  });

  it('never fires on an improvement', () => {
    expect(only({ logRatios: [0.3, 0.31], seFloor: null })).toMatchObject({ fires: false });
  });
});
