import { type RequestRecord, recordSchema } from '../model/record.js';

/** Gives lines one by one until `use` returns false; returns why not all of them could be given, or null. */
export type LineSource = (use: (line: string) => boolean) => string | null;

/**
 * The records of one `requests.jsonl` up to the first line that is none.
 *
 * @param file path inside the bundle, as problems name it
 * @param expected offered requests of the trace
 * @param problems what is missing is added here
 */
export function readRecords(lines: LineSource, file: string, expected: number, problems: string[]): RequestRecord[] {
  const records: RequestRecord[] = [];
  const fault = lines((line) => {
    const record = parseRecord(line);
    if (record === null || record.index !== records.length) {
      problems.push(`${file}:${records.length + 1} is not a whole record; it and what follows are left out`);
      return false;
    }
    records.push(record);
    return true;
  });
  if (fault !== null) problems.push(`${file} ${fault}`);
  if (records.length < expected) problems.push(`${file} holds ${records.length} of ${expected} offered requests`);
  return records;
}

function parseRecord(line: string): RequestRecord | null {
  try {
    const result = recordSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
