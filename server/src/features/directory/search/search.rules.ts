/** One chunk of what was typed, folded: the chunk written together, and its parts where punctuation split it. */
export interface SearchChunk {
  readonly joined: string;
  readonly parts: readonly string[];
}

/** Beginnings of family names that some write apart and some together: "Mc Allister", "Al Masri", "de la Cruz". */
const particles = new Set(
  'mc mac o al el ad an ar as ash at az abu ibn bin ben de del della dos da di do du la le van von der den ter ten fitz st'.split(
    ' ',
  ),
);

/** A particle and what follows it are one chunk, as if a hyphen stood between them: at most four parts. */
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

/** Longest part of a search that counts, in characters. */
const partMax = 60;
/** What separates the parts of a chunk, as in search_words(), as far as it is ASCII. */
const separators = /[!-/:-@[-`{-~]+/;

/**
 * The chunks of a text of printable ASCII characters, as fold() and the separators of search_words() make them, at most `max`; null
 * for other texts, which the database folds.
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
