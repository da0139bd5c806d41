/** Size of a text: Unicode code points, and bytes in UTF-8. */
export interface TextSize {
  characters: number;
  bytes: number;
}

/**
 * Counts code points, so a surrogate pair is one character. A surrogate without its partner counts as one, and as the
 * three bytes of the replacement character that UTF-8 writes for it.
 */
export function textSize(text: string): TextSize {
  let characters = 0;
  let bytes = 0;
  for (let k = 0; k < text.length; k += 1) {
    const point = text.codePointAt(k) ?? 0;
    characters += 1;
    if (point > 0xffff) {
      bytes += 4;
      k += 1;
    } else {
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : 3;
    }
  }
  return { characters, bytes };
}

/** The first `limit` UTF-16 units of a text, one fewer where that would split a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const splitsPair = (text.codePointAt(limit - 1) ?? 0) > 0xffff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}
