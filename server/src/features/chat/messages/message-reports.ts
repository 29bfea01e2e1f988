import type { ReportedMessages } from '#contract/reports/endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import type { ReportTarget } from '../../../kernel/feature.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import { selectMembership } from '../chat.queries.ts';
import { rangeOf } from '../chat.rules.ts';
import {
  selectFaces,
  selectMessagesBeside,
  selectVersions,
  type Range,
} from './messages.queries.ts';
import { namedIn } from './messages.views.ts';

/** Number of earlier messages that the moderators see. */
const reportedBefore = 10;

const filesOf = ({ messages }: ReportedMessages): number[] =>
  messages.flatMap(({ fileIds = [] }) => fileIds.map(Number));

/** Selects what the moderators see: the current text, and earlier versions. */
const evidenceOf = async (
  context: Context,
  range: Range,
  seq: number,
): Promise<{ author: number; evidence: ReportedMessages }> => {
  const { db } = context;
  const rows = await selectMessagesBeside(
    db,
    { ...range, last: Math.min(range.last, seq) },
    'before',
    seq + 1,
    reportedBefore + 1,
  );
  const reported = rows.at(-1);
  if (reported?.seq !== seq || reported.event !== null) throw problem('not_found');
  const [faces, versions] = await Promise.all([
    selectFaces(db, namedIn(rows)),
    selectVersions(
      db,
      range.conversation,
      rows.map((row) => row.seq),
    ),
  ]);
  const nameOf = (id: number) => {
    const face = faces.find((one) => one.id === id);
    return [face?.first_name, face?.last_name]
      .filter((part) => part !== undefined && part !== '')
      .join(' ');
  };
  const messages = rows
    .filter(({ event }) => event === null)
    .map((row) => ({
      seq: row.seq,
      author: String(row.author_id),
      name: nameOf(row.author_id),
      sentAt: row.sent_at.toISOString(),
      text: row.text,
      files: (row.files ?? []).map(({ name }) => name),
      fileIds: (row.files ?? []).map(({ id: file }) => String(file)),
      before: versions.filter((one) => one.seq === row.seq).map(({ text }) => text),
    }));
  return {
    author: reported.author_id,
    evidence: { conversation: String(range.conversation), seq, messages },
  };
};

/** `{conversation}:{seq}` */
const messageId = /^([1-9]\d{0,15}):([1-9]\d{0,8})$/;

/**
 * People can report messages that they can read, and also those that a block hides from them. Others don't learn that the message exists.
 */
export const messageReports: ReportTarget = {
  kind: 'message',
  find: async (call, id) => {
    const { db, me } = call;
    const [, conversation = '', seq] = messageId.exec(id) ?? [];
    const membership = await selectMembership(db, me.userId, idOf(conversation));
    if (membership === undefined || !membership.is_shown) throw problem('not_found');
    const { author, evidence } = await evidenceOf(call, rangeOf(membership), Number(seq));
    if (author === me.userId) throw problem('own_content');
    return { person: author, evidence, uploads: filesOf(evidence) };
  },
};
