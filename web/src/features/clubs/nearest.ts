const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** How many letters have to be changed, added or left out to make one word of another (Levenshtein). */
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

/** How far what was typed is from a name: each word from the nearest word of it, which it may begin. */
const farness = (text: string, name: string): number => {
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

/** The things whose names are nearest to what was typed, at most three, and none that is another word altogether. */
export function nearest<T>(things: readonly T[], text: string, nameOf: (thing: T) => string): T[] {
  const most = Math.max(1, Math.floor(plain(text).length / 3));
  return things
    .map((thing) => ({ thing, far: farness(text, nameOf(thing)) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ thing }) => thing);
}
