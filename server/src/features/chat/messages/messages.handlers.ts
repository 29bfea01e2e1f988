import type { HandlerInput } from '#contract/endpoint.ts';
import { exportConversation, listMessages, reportMessage } from '#contract/messages.ts';
import type { ReportedMessages } from '#contract/safety.ts';
import { type Context, transact } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { faceView } from '../../people/people.views.ts';
import { selectPlace } from '../chat.queries.ts';
import { rangeOf } from '../chat.rules.ts';
import { eyesOf } from '../chat.views.ts';
import { insertReported } from '../files/files.queries.ts';
import { ownPlace } from '../own-place.ts';
import { countPace } from '../pace.ts';
import {
  type MessageRow,
  type Range,
  selectFaces,
  selectHidden,
  selectMessagesBeside,
  selectSeqAt,
  selectVersions,
} from './messages.queries.ts';
import { messageView, namedIn } from './messages.views.ts';

/** A window of messages, and whether others stand on either side of it. */
interface Window {
  readonly rows: MessageRow[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

/** Cuts what was read one too far. */
const cut = (
  rows: MessageRow[],
  limit: number,
  side: 'before' | 'after',
): { rows: MessageRow[]; hasMore: boolean } => {
  if (rows.length <= limit) return { rows, hasMore: false };
  return {
    rows: side === 'before' ? rows.slice(rows.length - limit) : rows.slice(0, limit),
    hasMore: true,
  };
};

const windowAround = async (
  context: Context,
  range: Range,
  seq: number,
  limit: number,
): Promise<Window> => {
  const half = Math.floor(limit / 2);
  const [earlier, later] = await Promise.all([
    selectMessagesBeside(context.db, range, 'before', seq, half + 1),
    selectMessagesBeside(context.db, range, 'after', seq - 1, limit - half + 1),
  ]);
  const [before, after] = [cut(earlier, half, 'before'), cut(later, limit - half, 'after')];
  return {
    rows: [...before.rows, ...after.rows],
    hasBefore: before.hasMore,
    hasAfter: after.hasMore,
  };
};

const readWindow = async (
  context: Context,
  range: Range,
  input: HandlerInput<typeof listMessages>,
): Promise<Window> => {
  const { limit } = input;
  const around =
    input.at === undefined
      ? input.around
      : await selectSeqAt(context.db, range, new Date(input.at));
  if (around !== undefined)
    return windowAround(context, range, Math.min(Math.max(around, range.first), range.last), limit);
  if (input.after !== undefined) {
    const { rows, hasMore } = cut(
      await selectMessagesBeside(context.db, range, 'after', input.after, limit + 1),
      limit,
      'after',
    );
    return {
      rows,
      hasBefore: input.after >= range.first && range.last >= range.first,
      hasAfter: hasMore,
    };
  }
  const before = Math.min(input.before ?? range.last + 1, range.last + 1);
  const { rows, hasMore } = cut(
    await selectMessagesBeside(context.db, range, 'before', before, limit + 1),
    limit,
    'before',
  );
  return { rows, hasBefore: hasMore, hasAfter: before <= range.last };
};

/** Messages of one answer of an export. */
const exportSize = 1_000;
const exportLimit = { max: 200, seconds: 3_600 };

/** Messages before the reported one that the moderators read with it. */
const reportedBefore = 10;
const reportLimit = { max: 20, seconds: 86_400 };

const filesOf = ({ messages }: ReportedMessages): number[] =>
  messages.flatMap(({ fileIds = [] }) => fileIds.map(Number));

/** What the moderators will read: words as they stand now, and what they were before. */
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

export const messagesHandlers = [
  // A window of messages. The conversation's number is read before them: what changes in between comes once more with the next
  // question, and nothing is missed.
  handle(listMessages, async (call, input) => {
    await countPace(call, 'read');
    const { me, place } = await ownPlace(call, input.conversation);
    const [{ rows, hasBefore, hasAfter }, hidden] = await Promise.all([
      readWindow(call, rangeOf(place), input),
      selectHidden(call.db, me.userId),
    ]);
    const eyes = eyesOf(place, hidden);
    const faces = await selectFaces(call.db, namedIn(rows));
    return {
      change: place.change,
      items: rows.map((row) => messageView(call, row, eyes)),
      hasBefore,
      hasAfter,
      people: faces.map(faceView),
    };
  }),

  handleWithoutTransaction(exportConversation, async (call, input) => {
    await countUse(call, `chat-export:${call.me.userId}`, exportLimit);
    return transact(
      call,
      async (context) => {
        const { me, place } = await ownPlace(context, input.conversation);
        const [rows, hidden] = await Promise.all([
          selectMessagesBeside(context.db, rangeOf(place), 'after', input.after, exportSize + 1),
          selectHidden(context.db, me.userId),
        ]);
        const some = rows.slice(0, exportSize);
        return {
          items: some.map((row) => messageView(context, row, eyesOf(place, hidden))),
          people: (await selectFaces(context.db, namedIn(some))).map(faceView),
          next: rows.length > exportSize ? (some.at(-1)?.seq ?? null) : null,
        };
      },
      { readOnly: true },
    );
  }),

  // Reports a message. Who may: whoever may read it, and past a block, which hides nobody from a report; nobody else learns that it
  // is there.
  handleWithoutTransaction(reportMessage, async (call, input) => {
    const { me } = call;
    const { category, reason } = input;
    if (category === 'other' && reason === '')
      throw problem('invalid_input', {}, [
        { path: 'reason', message: 'say in words what it is about' },
      ]);
    await countUse(call, `report:${me.userId}`, reportLimit);
    return transact(call, async (context) => {
      const place = await selectPlace(context.db, me.userId, idOf(input.conversation));
      if (place === undefined || !place.is_shown) throw problem('not_found');
      const { author, evidence } = await evidenceOf(context, rangeOf(place), input.seq);
      if (author === me.userId) throw problem('own_profile');
      await insertReported(
        context.db,
        context.school.school_id,
        filesOf(evidence),
        context.clock.now(),
      );
      await emit(context, 'message_reported', {
        by: me.userId,
        person: author,
        category,
        reason,
        evidence,
      });
      return { isReported: true as const };
    });
  }),
];
