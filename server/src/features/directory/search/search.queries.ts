import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { isSeen, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import { joinParticles, plainChunks, type SearchChunk } from './search.rules.ts';

/** Folds what was typed the way names are folded, at most `max` chunks. */
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

/** Last character of a range of words with a common beginning. */
const lastCharacter = '\u{10ffff}';

/** Somebody met, by name and with a score. All entries of a person carry the same name; the least by bytes is the cheapest to say. */
const met = sql`user_id, min(sort_name collate "C") as sort_name`;

/** A way a typed word can be met: how much it counts, and the entries `w` it is read from. */
interface Way {
  readonly score: number;
  readonly where: RawBuilder<unknown>;
}

/**
 * The words one typo away from what was typed, as an array; none where it is too short to tell. As in all that follows the text is
 * the same for all words, so that few statements are prepared: what a word is too short for finds nothing.
 */
export const spelledLike = (word: string): RawBuilder<unknown> =>
  sql`array(select distinct d.word from word_deletions d where length(${word}) >= 4 and d.deletion = any(word_spellings(${word}))
        and greatest(length(d.word), length(${word})) >= 5 and is_one_typo(d.word, ${word}))`;

/** A range of words, as two bounds; where there is none, one that has no words. */
const rangeOf = (start: string | null) =>
  start === null
    ? sql`w.word >= ${''} and w.word < ${''}`
    : sql`w.word >= ${start} and w.word < ${`${start}${lastCharacter}`}`;

/**
 * How a word can be met: 6 whole, 4 beginning, 3 one typo away, 2 by how a name in Arabic or Hebrew letters sounds, 1 in another
 * field. `spelled`: the words one typo away. */
export const waysOf = (word: string, spelled = spelledLike(word)): readonly Way[] => [
  { score: 6, where: sql`w.word = ${word}` },
  { score: 4, where: sql`w.word > ${word} and w.word < ${`${word}${lastCharacter}`}` },
  { score: 3, where: sql`w.word = any(${spelled})` },
  // A statement of its own is run once, not for each entry.
  {
    score: 2,
    where: sql`w.word = (select '~=' || sound_of(${/^[a-z]{3,}$/.test(word) ? word : null}))`,
  },
  { score: 1, where: rangeOf(word.length >= 3 ? `~${word}` : null) },
];

/** Who meets a word, and how well. Only words the viewer may see count. */
const wordMatches = (visibility: VisibilityScope, word: string): RawBuilder<unknown> => {
  const ways = waysOf(word).map(
    ({ score, where }) =>
      sql`select user_id, sort_name, ${sql.lit(score)} as score from user_words w where ${isSeen(visibility, sql`w`)} and ${where}`,
  );
  return sql`select ${met}, max(score) as score from (${sql.join(ways, sql` union all `)}) as met group by user_id`;
};

/** A chunk is met written together or, where punctuation split it, by all its parts. */
const chunkMatches = (
  visibility: VisibilityScope,
  { joined, parts }: SearchChunk,
): RawBuilder<unknown> => {
  if (parts.length < 2) return wordMatches(visibility, joined);
  const each = parts
    .slice(0, 4)
    .map(
      (part, index) =>
        sql`select user_id, sort_name, score, ${sql.lit(index)} as place from (${wordMatches(visibility, part)}) as part`,
    );
  return sql`select ${met}, max(score) as score from (
      ${wordMatches(visibility, joined)}
      union all select ${met}, min(score) from (${sql.join(each, sql` union all `)}) as parts
        group by user_id having count(*) = ${sql.lit(each.length)}
    ) as chunk group by user_id`;
};

/** People who meet every chunk: `user_id`, `sort_name` and `score`. Nobody is among them whose name the viewer may not see. */
export const searchMatches = (
  visibility: VisibilityScope,
  chunks: readonly SearchChunk[],
): RawBuilder<unknown> => {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return chunkMatches(visibility, first);
  const each = chunks.map(
    (chunk) =>
      sql`select user_id, sort_name, score from (${chunkMatches(visibility, chunk)}) as chunk`,
  );
  return sql`select ${met}, sum(score)::int as score from (${sql.join(each, sql` union all `)}) as chunks
    group by user_id having count(*) = ${sql.lit(chunks.length)}`;
};
