import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { isSeen, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import { joinParticles, plainChunks, type SearchChunk } from './search.rules.ts';

/** Normalizes a search text like names, into at most `max` chunks. */
export const selectSearchChunks = async (
  db: Db,
  text: string,
  max: number,
): Promise<SearchChunk[]> => {
  const plain = plainChunks(text, max);
  if (plain !== null) return joinParticles(plain);
  const { rows } = await sql<SearchChunk>`
    select left(regexp_replace(chunk, ${punctuation}, '', 'g'), 60) as joined,
      array(select left(part, 60) from regexp_split_to_table(chunk, ${punctuation}) as part where part <> '') as parts
    from regexp_split_to_table(fold(${text}), '\\s+') as chunk
    where regexp_replace(chunk, ${punctuation}, '', 'g') <> '' limit ${max}`.execute(db);
  return joinParticles(rows);
};

/** The same separators as in search_words(). */
const punctuation = '[[:punct:]$+<=>^`|~´’ʼ‘]+';

/** Last character of a range of words with a common prefix. */
const lastCharacter = '\u{10ffff}';

/** A way to match a typed word: its score, and the entries `w` to read. */
interface WordMatch {
  readonly score: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/**
 * Returns the words that are one typo away from the typed one, as an array, without those that begin with it and match anyway. The
 * result is empty if the word is too short. The SQL text is the same for all words, so that few statements are prepared. Calls
 * `server/database/functions/word_spellings.sql` and `is_one_typo.sql`.
 */
export const similarWords = (word: string): RawBuilder<unknown> =>
  sql`array(select distinct d.word from word_deletions d where length(${word}) >= 4 and d.deletion = any(word_spellings(${word}))
        and greatest(length(d.word), length(${word})) >= 5 and not starts_with(d.word, ${word}) and is_one_typo(d.word, ${word}))`;

/** Returns a range of words as two bounds. Without a prefix, the range is empty. */
const rangeOf = (start: string | null) =>
  start === null
    ? sql`w.word >= ${''} and w.word < ${''}`
    : sql`w.word >= ${start} and w.word < ${`${start}${lastCharacter}`}`;

/**
 * Returns the ways to match a word, best first: 6 whole word, 4 beginning, 3 one typo away, 2 by the sound of an Arabic or Hebrew name,
 * 1 in another field. Among beginnings, whole words rank first. `spelled`: the words one typo away. Calls
 * `server/database/functions/sound_of.sql`.
 */
export const wordMatches = (word: string, spelled = similarWords(word)): readonly WordMatch[] => [
  { score: sql`case when w.word = ${word} then 6 else 4 end`, where: rangeOf(word) },
  { score: sql`3`, where: sql`w.word = any(${spelled})` },
  // A separate statement runs once instead of per entry.
  {
    score: sql`2`,
    where: sql`w.word = (select '~=' || sound_of(${/^[a-z]{3,}$/.test(word) ? word : null}))`,
  },
  { score: sql`1`, where: rangeOf(word.length >= 3 ? `~${word}` : null) },
];

/** Returns the words that match a chunk: it written together and, if punctuation split it, all its parts. */
const wordsOf = ({ joined, parts }: SearchChunk): readonly string[] =>
  parts.length < 2 ? [joined] : [joined, ...parts.slice(0, 4)];

/**
 * Selects people who match every chunk: `user_id`, `sort_name` and `score`. Only words that the viewer can see count. Reads all entries and
 * combines each person's in one step.
 */
export const searchMatches = (
  visibility: VisibilityScope,
  chunks: readonly SearchChunk[],
): RawBuilder<unknown> => {
  const words = chunks.map(wordsOf);
  const entries = words
    .flat()
    .flatMap((word, index) =>
      wordMatches(word).map(
        ({ score, where }) =>
          sql`select user_id, sort_name, ${score} as score, ${sql.lit(index)} as position from user_words w where ${isSeen(visibility, sql`w`)} and ${where}`,
      ),
    );
  let index = 0;
  const scores = words.map((of) => {
    const [whole, ...parts] = of.map(
      () => sql`max(score) filter (where position = ${sql.lit(index++)})`,
    );
    // An unmatched part would make `least` ignore it.
    const all = parts.map((part) => sql`coalesce(${part}, 0)`);
    return parts.length === 0
      ? sql`${whole}`
      : sql`nullif(greatest(coalesce(${whole}, 0), least(${sql.join(all)})), 0)`;
  });
  // All entries of a person have the same name.
  return sql`select user_id, sort_name, score from (
      select user_id, any_value(sort_name) as sort_name, ${sql.join(scores, sql` + `)} as score
      from (${sql.join(entries, sql` union all `)}) as entries group by user_id
    ) as met where score is not null`;
};
