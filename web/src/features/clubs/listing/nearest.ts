const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Returns the number of letters to change, add or remove to turn one word into another (Levenshtein distance). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, wanted] of [...other].entries())
      next.push(
        Math.min(
          (row[to + 1] ?? 0) + 1,
          (next[to] ?? 0) + 1,
          (row[to] ?? 0) + (letter === wanted ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

/**
 * Returns the distance of a search text to a name: the sum of each word's distance to the nearest word or beginning of a
 * word.
 */
const distanceTo = (text: string, name: string): number => {
  const words = plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .reduce(
      (sum, typed) =>
        sum +
        Math.min(
          typed.length,
          ...words.flatMap((word) => [
            distance(typed, word),
            distance(typed, word.slice(0, typed.length)),
          ]),
        ),
      0,
    );
};

/** Returns up to three things with the most similar names. Names that are too different are left out. */
export function nearest<T>(things: readonly T[], text: string, nameOf: (thing: T) => string): T[] {
  const most = Math.max(1, Math.floor(plain(text).length / 3));
  return things
    .map((thing) => ({ thing, far: distanceTo(text, nameOf(thing)) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ thing }) => thing);
}
