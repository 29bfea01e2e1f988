/** A normalized chunk of the search text, written together, and its parts if punctuation split it. */
export interface SearchChunk {
  readonly joined: string;
  readonly parts: readonly string[];
}

/** Prefixes of family names that can be written separately: "Mc Allister", "Al Masri", "de la Cruz". */
const particles = new Set(
  'mc mac o al el ad an ar as ash at az abu ibn bin ben de del della dos da di do du la le van von der den ter ten fitz st'.split(
    ' ',
  ),
);

/** Joins a prefix with the following word as if by a hyphen, into at most four parts. */
export const joinParticles = (chunks: readonly SearchChunk[]): SearchChunk[] => {
  const joined: SearchChunk[] = [];
  let isOpen = false;
  for (const chunk of chunks) {
    const before = joined.at(-1);
    if (isOpen && before !== undefined && before.parts.length + chunk.parts.length <= 4) {
      joined[joined.length - 1] = {
        joined: (before.joined + chunk.joined).slice(0, 60),
        parts: [...before.parts, ...chunk.parts],
      };
    } else joined.push(chunk);
    isOpen = particles.has(chunk.joined);
  }
  return joined;
};

/** Maximum characters of a search part. */
const partMax = 60;
/** Separators of a chunk's parts, as in search_words(), as far as they are ASCII. */
const separators = /[!-/:-@[-`{-~]+/;

/**
 * Returns the chunks of printable ASCII text, as fold() and the separators of search_words() produce them, at most `max`. Null for other
 * text, which the database normalizes.
 */
export const plainChunks = (text: string, max: number): SearchChunk[] | null => {
  if (!/^[ -~]*$/.test(text)) return null;
  const chunks: SearchChunk[] = [];
  for (const chunk of text.toLowerCase().split(/ +/)) {
    const parts = chunk.split(separators).filter((part) => part !== '');
    if (parts.length > 0 && chunks.length < max)
      chunks.push({
        joined: parts.join('').slice(0, partMax),
        parts: parts.map((part) => part.slice(0, partMax)),
      });
  }
  return chunks;
};
