import { createLimit, changesMax, pinnedMax } from '#contract/chat/limits.ts';
import {
  createConversation,
  listChanges,
  listConversations,
  listGroupCandidates,
  listParticipants,
  markRead,
  readConversation,
  readUnread,
  setConversation,
  type Conversation,
} from '#contract/chat/conversations.endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Member } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { readCursor, writeCursor } from '../../../kernel/page.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { selectHasUnread } from '../notifications/message-notifications.queries.ts';
import { faceView } from '../../people/people.views.ts';
import {
  type ListCursor,
  countFolders,
  countParticipants,
  lockConversations,
  selectChangedParticipants,
  selectListedIds,
  selectParticipants,
  selectUnread,
} from '../chat.queries.ts';
import { endOf, metUntil, rangeOf, sendContextOf, showsReceipts } from '../chat.rules.ts';
import { messageViewerOf, participantView, stateView } from '../chat.views.ts';
import { announce, broadcastList, broadcastMoved } from '../messages/announcing.ts';
import { countChange } from '../messages/changes.queries.ts';
import { cleanLine } from '../messages/message-text.ts';
import { selectChangedMessages, selectFaces, selectHidden } from '../messages/messages.queries.ts';
import { sendPermissionTo } from '../messages/messages.rules.ts';
import { messageView, namedIn } from '../messages/messages.views.ts';
import { ownMembership } from '../own-membership.ts';
import { countRateLimit } from '../rate-limits.ts';
import {
  insertDirect,
  insertGroup,
  selectDirect,
  selectGroupByClient,
  updateShown,
} from './beginning.queries.ts';
import {
  countPinned,
  type OwnChange,
  updateOwn,
  updateParticipantChange,
  updateRead,
} from './own.queries.ts';
import { selectAddable, requireAddable, findRecipients } from './recipients.ts';
import { getConversations, viewOwn } from './own-conversations.ts';

const minuteMs = 60_000;
/** Muted forever: a time that no one will live to see. */
const forGood = new Date('9999-01-01T00:00:00Z');

const mutedUntil = (minutes: number | undefined, now: Date): Date | null | undefined => {
  if (minutes === undefined) return undefined;
  if (minutes === 0) return null;
  return minutes === -1 ? forGood : new Date(now.getTime() + minutes * minuteMs);
};

type Wish = HandlerInput<typeof createConversation>;

const countBegin = (context: Context, me: Member) =>
  countUseInTransaction(context, `chat-begin:${me.userId}`, createLimit);

/** Returns the direct conversation with a person. Two people who create it at the same time get the same one. */
const createDirect = async (context: Context, me: Member, uid: string): Promise<Conversation> => {
  const { db, school, clock } = context;
  const other = idOf(uid);
  if (other === me.userId) throw problem('chat_self');
  const [[row], before] = await Promise.all([
    findRecipients(context, me, [uid]),
    selectDirect(db, me.userId, other),
  ]);
  if (row === undefined) throw problem('person_not_found');
  let found = before;
  if (before === undefined) {
    if (
      'denied' in
      sendPermissionTo(sendContextOf(me, school.connect, row), { request: null, isOpen: false })
    )
      throw problem('chat_not_allowed');
    // Sent together and executed in order. A count that throws rolls back what follows.
    [, , found] = await Promise.all([
      countBegin(context, me),
      insertDirect(db, school.school_id, me.userId, other, clock.now()),
      selectDirect(db, me.userId, other),
    ]);
  }
  if (found === undefined) throw problem('unavailable');
  if (!found.is_shown) await updateShown(db, found.id, me.userId);
  if (before?.is_shown === true) return viewOwn(context, found.id);
  return (
    await Promise.all([
      viewOwn(context, found.id),
      broadcastMoved(context, found.id, { into: [me.userId] }),
    ])
  )[0];
};

const createGroup = async (
  context: Context,
  me: Member,
  wish: Extract<Wish, { kind: 'group' }>,
): Promise<Conversation> => {
  const { db, school, clock } = context;
  const before = await selectGroupByClient(db, me.userId, wish.clientId);
  if (before !== undefined) return viewOwn(context, before);
  const rows = await findRecipients(context, me, wish.uids);
  if (rows.length === 0) throw problem('chat_self');
  requireAddable(context, me, rows, wish.uids);
  await countBegin(context, me);
  const people = rows.map(({ id }) => id);
  const name = cleanLine(wish.name);
  const made = await insertGroup(db, school.school_id, {
    me: me.userId,
    clientId: wish.clientId,
    name,
    people,
    now: clock.now(),
  });
  const id = made ?? (await selectGroupByClient(db, me.userId, wish.clientId));
  if (id === undefined) throw problem('unavailable');
  if (made !== undefined) await broadcastMoved(context, id, { into: [me.userId] });
  return viewOwn(context, id);
};

const pageSize = 50;

/** Maximum participants in a conversation's reply. */
const participantsMax = 200;

const peoplePage = 100;

export const conversationsHandlers = [
  // Lets the dialog show who can be added before the group is created, by the same rules as the error.
  handle(listGroupCandidates, async (call, { uids }) => {
    await countRateLimit(call, 'search');
    const can = await selectAddable(call, call.me, uids);
    return { items: uids.map((uid) => ({ uid, canAdd: can.has(idOf(uid)) })) };
  }),

  handle(listConversations, async (call, input) => {
    const { me } = call;
    await countRateLimit(call, 'read');
    const after = readCursor<ListCursor>(input.after, ['number', 'time', 'number']);
    const search =
      input.search === undefined || input.search.trim() === '' ? undefined : input.search;
    if (search !== undefined) await countRateLimit(call, 'search');
    const [ids, counts] = await Promise.all([
      selectListedIds(call.db, me.userId, {
        folder: input.folder,
        search,
        only: input.only,
        after,
        limit: pageSize + 1,
      }),
      countFolders(call.db, me.userId),
    ]);
    const page = await getConversations(call, ids.slice(0, pageSize));
    const last = page.at(-1)?.row;
    const next =
      ids.length > pageSize && last !== undefined
        ? writeCursor([Number(last.is_pinned), last.last_at, last.id])
        : null;
    return { items: page.map(({ view }) => view), next, counts };
  }),

  handle(readUnread, async (call) => {
    await countRateLimit(call, 'read');
    const rows = await selectUnread(call.db, call.me.userId, call.now);
    return {
      total: rows.filter((row) => !row.is_quiet).reduce((sum, row) => sum + row.unread, 0),
      conversations: rows.map((row) => ({
        id: String(row.id),
        lastSeq: row.last_seq,
        readSeq: row.read_seq,
        unread: row.unread,
        isQuiet: row.is_quiet,
      })),
    };
  }),

  // Creates a conversation with people that the caller can write to. For a direct one, a pending message request is enough.
  handle(createConversation, async (call, input) => {
    const { me } = call;
    return input.kind === 'direct'
      ? createDirect(call, me, input.uid)
      : createGroup(call, me, input);
  }),

  handle(readConversation, async (call, input) => {
    await countRateLimit(call, 'read');
    const { membership } = await ownMembership(call, input.conversation);
    const [view, rows] = await Promise.all([
      viewOwn(call, membership.id),
      selectParticipants(call.db, membership.id, metUntil(membership), { limit: participantsMax }),
    ]);
    const viewer = messageViewerOf(membership, new Set());
    return { ...view, participants: rows.map((row) => participantView(row, membership, viewer)) };
  }),

  handle(listParticipants, async (call, input) => {
    await countRateLimit(call, 'read');
    const { membership } = await ownMembership(call, input.conversation);
    const last = metUntil(membership);
    const [rows, total] = await Promise.all([
      selectParticipants(call.db, membership.id, last, {
        search: input.search,
        offset: input.offset,
        limit: peoplePage,
      }),
      countParticipants(call.db, membership.id, last, input.search),
    ]);
    const viewer = messageViewerOf(membership, new Set());
    return { items: rows.map((row) => participantView(row, membership, viewer)), total };
  }),

  // Returns everything after a change. The state is read before the changes, so changes in between are reported now and again with the next
  // call.
  handle(listChanges, async (call, input) => {
    const { db } = call;
    await countRateLimit(call, 'read');
    const { me, membership } = await ownMembership(call, input.conversation);
    const end = endOf(membership);
    const [rows, participants, hidden] = await Promise.all([
      selectChangedMessages(db, rangeOf(membership), input.after, changesMax + 1),
      selectChangedParticipants(db, membership.id, {
        after: input.after,
        last: metUntil(membership),
        limit: changesMax + 1,
      }),
      selectHidden(db, me.userId),
    ]);
    // A number from the future comes from before a backup was restored.
    const isWhole =
      rows.length <= changesMax &&
      participants.length <= changesMax &&
      input.after <= membership.change;
    const messages = isWhole ? rows : [];
    const viewer = messageViewerOf(membership, hidden);
    return {
      isWhole,
      delta: {
        state: stateView(membership, end),
        messages: messages.map((row) => messageView(call, row, viewer)),
        participants: isWhole
          ? participants.map((row) => participantView(row, membership, viewer))
          : [],
        people: (await selectFaces(db, namedIn(messages))).map(faceView),
      },
    };
  }),

  // Marks messages as read. Small conversations notify the others, unless the person hides read receipts.
  handle(markRead, async (call, input) => {
    const { db } = call;
    await countRateLimit(call, 'own');
    const { me, membership } = await ownMembership(call, input.conversation);
    // In small conversations, marks move one after another. In a large one, a thousand readers don't wait for each other.
    if (showsReceipts(membership)) await lockConversations(db, [membership.id]);
    const seq = Math.max(Math.min(input.seq, endOf(membership)), membership.first_seq - 1);
    const moved = await updateRead(db, {
      conversation: membership.id,
      me: me.userId,
      seq,
      isBack: input.isBack,
    });
    if (moved !== undefined) {
      if (showsReceipts(membership) && membership.shows_receipts && membership.left_seq === null) {
        const change = await countChange(db, membership.id);
        await updateParticipantChange(db, membership.id, [me.userId], change);
        await announce(call, membership.id, change);
      }
      if (!input.isBack && (await selectHasUnread(db, me.userId, membership.id)))
        await emit(call, 'conversation_read', { conversation: membership.id, userId: me.userId });
      // The person's other devices can't compute the unread count themselves.
      await broadcastList(call, [me.userId], membership.id);
    }
    const { readSeq, unread } = await viewOwn(call, membership.id);
    return { readSeq, unread };
  }),

  handle(setConversation, async (call, input) => {
    const { db, now } = call;
    await countRateLimit(call, 'own');
    // Other people are only affected by the answer to a message request.
    const { me, membership } = await ownMembership(call, input.conversation, {
      lock: input.request !== undefined,
    });
    if (input.isPinned === true && (await countPinned(db, me.userId)) >= pinnedMax) {
      const { isPinned } = await viewOwn(call, membership.id);
      if (!isPinned) throw problem('chat_too_many_pinned', { max: pinnedMax });
    }
    const isAsked =
      membership.own_request_state === 'waiting' || membership.own_request_state === 'declined';
    const change: OwnChange = {
      draft: input.draft,
      mutedUntil: mutedUntil(input.muteMinutes, now),
      isPinned: input.isPinned,
      isArchived: input.isArchived,
      ...(input.request !== undefined &&
        isAsked && {
          request_state: input.request === 'accept' ? ('accepted' as const) : ('declined' as const),
        }),
    };
    await updateOwn(db, membership.id, me.userId, change);
    // The request state determines what the other person can do. They aren't notified of a declined request.
    const isOpened = change.request_state === 'accepted';
    await broadcastList(
      call,
      [
        me.userId,
        ...(isOpened && membership.send_context !== null ? [membership.send_context.id] : []),
      ],
      membership.id,
    );
    return viewOwn(call, membership.id);
  }),
];
