import { changesMax } from '#contract/chat-limits.ts';
import type {
  Conversation,
  listChanges,
  listConversations,
  listParticipants,
  readConversation,
  readUnread,
} from '#contract/chat.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { faceView } from '../../people/people.views.ts';
import {
  countFolders,
  countParticipants,
  selectChangedParticipants,
  selectListed,
  selectListedIds,
  selectParticipants,
  selectUnread,
} from '../chat.queries.ts';
import { endOf, metUntil, rangeOf, readCursor, writeCursor } from '../chat.rules.ts';
import { conversationView, eyesOf, participantView, stateView } from '../chat.views.ts';
import {
  selectChangedMessages,
  selectFaces,
  selectHidden,
  selectMessagesAt,
} from '../messages/messages.queries.ts';
import { messageView, namedIn } from '../messages/messages.views.ts';
import { ownPlace } from '../own-place.ts';
import { countPace } from '../pace.ts';

const pageSize = 50;

/** Some of the caller's conversations as they see them, in the order of the ids. */
const viewListed = async (context: Context, ids: readonly number[]) => {
  const me = memberOf(context);
  const { db, school } = context;
  const [rows, hidden] = await Promise.all([
    selectListed(db, me.userId, ids),
    selectHidden(db, me.userId),
  ]);
  const places = rows
    .filter((row) => endOf(row) >= row.first_seq)
    .map((row) => ({ conversation: row.id, seq: endOf(row) }));
  const last = new Map(
    (await selectMessagesAt(db, places)).map((row) => [row.conversation_id, row]),
  );
  const look = { me, connect: school.connect, hidden };
  const views = new Map(
    rows.map((row) => [
      row.id,
      { row, view: conversationView(context, look, row, last.get(row.id)) },
    ]),
  );
  return ids.flatMap((id) => views.get(id) ?? []);
};

/** One conversation as the caller sees it, after whatever was done to it. */
export const viewOwn = async (context: Context, id: number): Promise<Conversation> => {
  const [found] = await viewListed(context, [id]);
  if (found === undefined) throw problem('not_found');
  return found.view;
};

/** The caller's conversations. */
export const list = async (
  context: Context,
  input: HandlerInput<typeof listConversations>,
): Promise<Reply<typeof listConversations>> => {
  const me = memberOf(context);
  await countPace(context, 'read');
  const after = input.after === undefined ? undefined : readCursor(input.after);
  if (input.after !== undefined && after === undefined) throw problem('bad_cursor');
  const search =
    input.search === undefined || input.search.trim() === '' ? undefined : input.search;
  if (search !== undefined) await countPace(context, 'search');
  const [ids, counts] = await Promise.all([
    selectListedIds(context.db, me.userId, {
      folder: input.folder,
      search,
      after,
      limit: pageSize + 1,
    }),
    countFolders(context.db, me.userId),
  ]);
  const page = await viewListed(context, ids.slice(0, pageSize));
  const last = page.at(-1)?.row;
  const next =
    ids.length > pageSize && last !== undefined
      ? writeCursor({ isPinned: last.is_pinned, lastAt: last.last_at, id: last.id })
      : null;
  return { items: page.map(({ view }) => view), next, counts };
};

/** How many messages the caller has not read, where. */
export const unread = async (context: Context): Promise<Reply<typeof readUnread>> => {
  await countPace(context, 'read');
  const rows = await selectUnread(context.db, memberOf(context).userId, context.clock.now());
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
};

/** People told with a conversation. */
const peopleTold = 200;
const peoplePage = 100;

/** One conversation with its people. */
export const read = async (
  context: Context,
  input: HandlerInput<typeof readConversation>,
): Promise<Reply<typeof readConversation>> => {
  await countPace(context, 'read');
  const { place } = await ownPlace(context, input.conversation);
  const [view, rows] = await Promise.all([
    viewOwn(context, place.id),
    selectParticipants(context.db, place.id, metUntil(place), { limit: peopleTold }),
  ]);
  const eyes = eyesOf(place, new Set());
  return { ...view, participants: rows.map((row) => participantView(row, place, eyes)) };
};

/** A page of the people of a conversation. */
export const listPeople = async (
  context: Context,
  input: HandlerInput<typeof listParticipants>,
): Promise<Reply<typeof listParticipants>> => {
  await countPace(context, 'read');
  const { place } = await ownPlace(context, input.conversation);
  const last = metUntil(place);
  const [rows, total] = await Promise.all([
    selectParticipants(context.db, place.id, last, {
      search: input.search,
      offset: input.offset,
      limit: peoplePage,
    }),
    countParticipants(context.db, place.id, last, input.search),
  ]);
  const eyes = eyesOf(place, new Set());
  return { items: rows.map((row) => participantView(row, place, eyes)), total };
};

/**
 * Everything after a change. The state is read before what changed: of what happens in between the caller is told more than the
 * number says, and once more with the next question.
 */
export const changes = async (
  context: Context,
  input: HandlerInput<typeof listChanges>,
): Promise<Reply<typeof listChanges>> => {
  await countPace(context, 'read');
  const { me, place } = await ownPlace(context, input.conversation);
  const { db } = context;
  const end = endOf(place);
  const [rows, participants, hidden] = await Promise.all([
    selectChangedMessages(db, rangeOf(place), input.after, changesMax + 1),
    selectChangedParticipants(db, place.id, {
      after: input.after,
      last: metUntil(place),
      limit: changesMax + 1,
    }),
    selectHidden(db, me.userId),
  ]);
  // A number that has not been given yet comes from before a backup was restored.
  const isWhole =
    rows.length <= changesMax && participants.length <= changesMax && input.after <= place.change;
  const messages = isWhole ? rows : [];
  const eyes = eyesOf(place, hidden);
  return {
    isWhole,
    delta: {
      state: stateView(place, end),
      messages: messages.map((row) => messageView(context, row, eyes)),
      participants: isWhole ? participants.map((row) => participantView(row, place, eyes)) : [],
      people: (await selectFaces(db, namedIn(messages))).map(faceView),
    },
  };
};
