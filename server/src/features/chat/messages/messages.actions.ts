import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { exportConversation, listMessages } from '#contract/messages.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { faceView } from '../../people/people.views.ts';
import { rangeOf } from '../chat.rules.ts';
import { eyesOf } from '../chat.views.ts';
import { ownPlace } from '../own-place.ts';
import { countPace } from '../pace.ts';
import {
  selectFaces,
  selectHidden,
  selectMessagesBeside,
  selectSeqAt,
  type MessageRow,
  type Range,
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

/**
 * A window of messages. The conversation's number is read before them: what changes in between comes once more with the next
 * question, and nothing is missed.
 */
export const readMessages = async (
  context: Context,
  input: HandlerInput<typeof listMessages>,
): Promise<Reply<typeof listMessages>> => {
  await countPace(context, 'read');
  const { me, place } = await ownPlace(context, input.conversation);
  const [{ rows, hasBefore, hasAfter }, hidden] = await Promise.all([
    readWindow(context, rangeOf(place), input),
    selectHidden(context.db, me.userId),
  ]);
  const eyes = eyesOf(place, hidden);
  const faces = await selectFaces(context.db, namedIn(rows));
  return {
    change: place.change,
    items: rows.map((row) => messageView(context, row, eyes)),
    hasBefore,
    hasAfter,
    people: faces.map(faceView),
  };
};

/** Messages of one answer of an export. */
const exportSize = 1_000;
const exportLimit = { max: 200, seconds: 3_600 };

/** Everything the caller may read of a conversation, in order. */
export const exportMessages = async (
  scope: Scope,
  input: HandlerInput<typeof exportConversation>,
): Promise<Reply<typeof exportConversation>> => {
  await countUse(scope, `chat-export:${memberOf(scope).userId}`, exportLimit);
  return transact(
    scope,
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
};
