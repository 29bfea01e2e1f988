import type { ReportKind } from '#contract/reports/kinds.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { insertReport } from '../reports/reports.queries.ts';
import { selectWordList } from './word-list.queries.ts';
import { listedIn } from './word-list.rules.ts';

/** Returns whether texts of other origins, such as linked pages, contain a word of the list. */
export const hasListedWord = async (db: Db, texts: readonly string[]): Promise<boolean> =>
  listedIn((await selectWordList(db)).words, texts).length > 0;

/** Throws if the texts contain a word that the school forbids. Returns the words that a moderator must review. */
export const checkWords = async (call: Call, texts: readonly string[]): Promise<string[]> => {
  const { words } = await selectWordList(call.db);
  const found = listedIn(words, texts);
  const [first] = found;
  if (first?.action === 'refuse') throw problem('listed_word', { word: first.word });
  return found.map(({ word }) => word);
};

/** Reports the caller's content to the moderators, with the words that caused it. */
export const reportWords = (
  { db, schoolId, me, now }: Call,
  what: { kind: ReportKind; id: number; title: string },
  words: readonly string[],
): Promise<void> =>
  insertReport(db, {
    school: schoolId,
    clientId: undefined,
    reporter: null,
    kind: what.kind,
    target: String(what.id),
    title: what.title,
    person: me.userId,
    reason: 'other',
    note: words.join(', '),
    evidence: null,
    uploads: [],
    now,
  });
