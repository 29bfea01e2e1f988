import type { HandlerInput } from '#contract/endpoint.ts';
import {
  exportConversation,
  listMessages,
  listSharedMessages,
} from '#contract/chat/messages.endpoints.ts';
import { type Context, transact } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { faceView } from '../../people/people.views.ts';
import { rangeOf } from '../chat.rules.ts';
import { messageViewerOf } from '../chat.views.ts';
import { ownMembership } from '../own-membership.ts';
import { countRateLimit } from '../rate-limits.ts';
import {
  type MessageRow,
  type Range,
  selectFaces,
  selectHidden,
  selectMessagesBeside,
  selectSeqAt,
  selectShared,
} from './messages.queries.ts';
import { messageView, namedIn } from './messages.views.ts';

/** A window of messages, and whether more exist on either side. */
interface Window {
  readonly rows: MessageRow[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

/** Removes the extra row that was read to detect more. */
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

/** Messages per page of an export. */
const exportSize = 1_000;
const exportLimit = { max: 200, seconds: 3_600 };

export const messagesHandlers = [
  // Returns a window of messages. The change number is read before them, so changes in between are reported again with the next call, and
  // none is missed.
  handle(listMessages, async (call, input) => {
    await countRateLimit(call, 'read');
    const { me, membership } = await ownMembership(call, input.conversation);
    const [{ rows, hasBefore, hasAfter }, hidden] = await Promise.all([
      readWindow(call, rangeOf(membership), input),
      selectHidden(call.db, me.userId),
    ]);
    const viewer = messageViewerOf(membership, hidden);
    const faces = await selectFaces(call.db, namedIn(rows));
    return {
      change: membership.change,
      items: rows.map((row) => messageView(call, row, viewer)),
      hasBefore,
      hasAfter,
      people: faces.map(faceView),
    };
  }),

  handle(listSharedMessages, async (call, { conversation, kind, before, limit }) => {
    await countRateLimit(call, 'read');
    const { me, membership } = await ownMembership(call, conversation);
    const hidden = await selectHidden(call.db, me.userId);
    const range = rangeOf(membership);
    const rows = await selectShared(
      call.db,
      range,
      { kind, before: before ?? range.last + 1, hidden: [...hidden] },
      limit + 1,
    );
    const { rows: page, hasMore } = cut(rows, limit, 'after');
    return {
      items: page.map((row) => messageView(call, row, messageViewerOf(membership, hidden))),
      next: hasMore ? (page.at(-1)?.seq ?? null) : null,
    };
  }),

  handleWithoutTransaction(exportConversation, async (call, input) => {
    await countUse(call, `chat-export:${call.me.userId}`, exportLimit);
    return transact(
      call,
      async (context) => {
        const { me, membership } = await ownMembership(context, input.conversation);
        const [rows, hidden] = await Promise.all([
          selectMessagesBeside(
            context.db,
            rangeOf(membership),
            'after',
            input.after,
            exportSize + 1,
          ),
          selectHidden(context.db, me.userId),
        ]);
        const some = rows.slice(0, exportSize);
        return {
          items: some.map((row) => messageView(context, row, messageViewerOf(membership, hidden))),
          people: (await selectFaces(context.db, namedIn(some))).map(faceView),
          next: rows.length > exportSize ? (some.at(-1)?.seq ?? null) : null,
        };
      },
      { readOnly: true },
    );
  }),
];
