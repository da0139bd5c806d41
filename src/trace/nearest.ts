/**
 * The known name a mistyped one most likely meant, or null when none is close: at most a third of the longer name's
 * letters differ, or one of the two is a part of the other (`due` for `due_ms`).
 */
export function nearest(word: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const distance = editDistance(word.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance && isClose(word.toLowerCase(), name.toLowerCase(), distance)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

function isClose(word: string, name: string, distance: number): boolean {
  const [shorter, longer] = word.length < name.length ? [word, name] : [name, word];
  if (shorter.length >= 3 && longer.includes(shorter)) return true;
  return distance < shorter.length && distance <= Math.max(1, Math.floor(longer.length / 3));
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (previous[j] ?? 0) + 1,
          (previous[j - 1] ?? 0) + same,
          swapped ? (beforePrevious[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
