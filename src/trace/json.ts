const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const CLOSE_BRACE = 125;
const CLOSE_BRACKET = 93;

/**
 * The first key that an object inside this JSON text holds twice, or undefined. `JSON.parse` would keep the last one
 * and say nothing. Expects text that `JSON.parse` accepts; one pass.
 */
export function duplicateKey(json: string): string | undefined {
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i);
    if (code === OPEN_BRACE) open.push(new Set());
    else if (code === OPEN_BRACKET) open.push(null);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(json, i);
      const keys = open.at(-1);
      if (keys && nextCode(json, end + 1) === COLON) {
        const key = String(JSON.parse(json.slice(i, end + 1)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      i = end;
    }
  }
  return undefined;
}

/** Index of the quote that closes the string opened at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function nextCode(json: string, index: number): number {
  let i = index;
  while (' \t\r\n'.includes(json.charAt(i)) && i < json.length) i += 1;
  return json.charCodeAt(i);
}
