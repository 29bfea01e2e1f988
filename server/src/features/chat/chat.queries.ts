import type { PersonalData } from '../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import { receiptsMax } from '#contract/chat/limits.ts';
import type {
  ConversationFilter,
  ConversationFolder,
} from '#contract/chat/conversations.endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import { faceColumns, faceJson } from './messages/messages.queries.ts';
import type { RequestState, ChatAudience } from './messages/messages.rules.ts';
import type { PersonSummaryRow } from '../people/summary/summary.queries.ts';

/** Maximum counted unread messages. Higher counts don't matter to people. */
const unreadMost = 1_000;

/** The viewer's relationship to a person, as selected from the database. */
export interface SendContextRow {
  id: number;
  is_disabled: boolean;
  has_hold: boolean;
  /** True for admins and advisors. */
  is_office: boolean;
  is_blocked: boolean;
  requested_by: number | null;
  is_accepted: boolean | null;
  shares_group: boolean;
  who: ChatAudience;
  requests: boolean;
}

/**
 * A SendContextRow as one JSON value, for a row `u` of users. Hubs for everyone don't count as shared. Calls
 * `server/database/functions/hubs_of.sql`.
 */
const sendContextJson = (viewer: number | RawBuilder<number>): RawBuilder<unknown> => sql`(
  select jsonb_build_object('id', u.id, 'is_disabled', u.is_disabled, 'has_hold', u.has_hold, 'is_office', u.is_admin or u.is_advisor,
    'is_blocked', exists (select from blocked_pairs b where b.user_id = ${viewer} and b.other_id = u.id),
    'requested_by', k.requested_by, 'is_accepted', k.is_accepted,
    'shares_group', policy.who = 'groups' and exists (
      select from hubs_of(${viewer}) as mine join hubs_of(u.id) as theirs on mine.id = theirs.id where not mine.is_for_everyone),
    'who', policy.who, 'requests', policy.requests)
  from (select coalesce(max(y.who), 'connections') as who, coalesce(bool_and(y.requests), true) as requests from chat_policies y) as policy
  left join connections k on k.low_id = least(u.id, ${viewer}::bigint) and k.high_id = greatest(u.id, ${viewer}::bigint))`;

/** Selects the viewer's relationship to people of the school. Omits unknown people. */
export const selectSendContexts = async (
  db: Db,
  viewer: number,
  ids: readonly number[],
): Promise<SendContextRow[]> => {
  const { rows } = await sql<{
    send_context: SendContextRow;
  }>`select ${sendContextJson(viewer)} as send_context from users u where u.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows.map(({ send_context: context }) => context);
};

/** The state of a conversation that is the same for all participants. */
export interface StateRow {
  id: number;
  kind: 'direct' | 'group';
  name: string | null;
  picture: string | null;
  last_seq: number;
  change: number;
  participant_count: number;
  is_open: boolean;
}

/** A participant's own state in a conversation. */
export interface OwnRow {
  role: 'owner' | 'member';
  first_seq: number;
  left_seq: number | null;
  read_seq: number;
  is_shown: boolean;
  own_request_state: RequestState | null;
}

/** A conversation with the viewer's own state, as most calls need it. */
export interface MembershipRow extends StateRow, OwnRow {
  shows_receipts: boolean;
  /** True for a course chat, whose participants can't be added or removed manually. */
  is_course: boolean;
  /** Time when it becomes read-only, in milliseconds. Null for never. */
  closes_ms: number | null;
  /** For a direct conversation: the viewer's relationship to the other person, and the other's request state. */
  send_context: SendContextRow | null;
  other_request_state: RequestState | null;
}

/** Returns whether the group's state is stored for a viewer who has left. */
const isStored = sql`(p.left_seq is not null and p.left_count is not null)`;
/**
 * For a conversation `c` and the viewer's row `p`: its name, number of participants and last message time, as the viewer knew them if they
 * have left.
 */
export const seenName = sql`case when ${isStored} then p.left_name else c.name end`;
const seenCount = sql`case when ${isStored} then p.left_count else c.participant_count end`;
const seenAt = sql`case when ${isStored} then p.left_at else c.last_at end`;

const closesMs = sql`(extract(epoch from c.closes_at) * 1000)::bigint`;

// People who have left don't see the picture, because its old file isn't kept.
const membershipColumns = sql`c.id, c.kind, ${seenName} as name, case when not ${isStored} then c.picture end as picture, c.last_seq, c.change,
  ${seenCount} as participant_count, c.is_open, c.is_course, ${closesMs} as closes_ms,
  p.role, p.first_seq, p.left_seq, p.read_seq, p.is_shown, p.request_state as own_request_state, coalesce(s.shows_receipts, true) as shows_receipts`;

const membershipSource = sql`participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
  left join chat_preferences s on s.school_id = p.school_id and s.user_id = p.user_id`;

/** Joins the other person of a direct conversation as `u`, with their row as `o`. */
const joinOther = (
  viewer: number | RawBuilder<number>,
) => sql`left join participants o on c.kind = 'direct' and o.conversation_id = c.id
    and o.user_id = case when c.pair_low = ${viewer} then c.pair_high else c.pair_low end
  left join users u on u.id = o.user_id`;

/** A viewer and a requested conversation. */
export interface Pair {
  readonly viewer: number;
  readonly conversation: number;
}

/** Returns the pairs as rows `asked`, numbered from 1. */
const askedPairs = (pairs: readonly Pair[]) =>
  sql`unnest(${pairs.map(({ viewer }) => viewer)}::bigint[], ${pairs.map(({ conversation }) => conversation)}::bigint[])
    with ordinality as asked (viewer, conversation, nth)`;

/** Returns rows in the order of the request. Undefined for missing ones. */
const inOrder = <T extends { nth: number }>(
  rows: readonly T[],
  count: number,
): (T | undefined)[] => {
  const found = new Map(rows.map((row) => [row.nth, row]));
  return Array.from({ length: count }, (_, index) => found.get(index + 1));
};

/** The columns that determine whether a person can write in a conversation and who sees it. All other columns change with each message. */
const factColumns = (viewer: RawBuilder<number>) => ({
  kind: sql`c.kind`,
  is_open: sql`c.is_open`,
  is_course: sql`c.is_course`,
  closes_ms: closesMs,
  participant_count: seenCount,
  first_seq: sql`p.first_seq`,
  left_seq: sql`p.left_seq`,
  is_shown: sql`p.is_shown`,
  own_request_state: sql`p.request_state`,
  shows_receipts: sql`coalesce(s.shows_receipts, true)`,
  send_context: sql`case when u.id is not null then ${sendContextJson(viewer)} end`,
  other_request_state: sql`o.request_state`,
});
export type Facts = Pick<MembershipRow, keyof ReturnType<typeof factColumns>>;
const factNames = Object.keys(factColumns(sql`0`)) as (keyof Facts)[];

/** Returns these facts from a row. */
export const factsOf = (membership: MembershipRow): Facts =>
  Object.fromEntries(factNames.map((name) => [name, membership[name]])) as unknown as Facts;

/** Selects these facts from the database as JSON. */
export const factsNow = (
  viewer: RawBuilder<number>,
  conversation: RawBuilder<number>,
): RawBuilder<unknown> => sql`(
  select jsonb_build_object(${sql.join(Object.entries(factColumns(viewer)).flatMap(([name, value]) => [sql.lit(name), value]))})
  from ${membershipSource} ${joinOther(viewer)} where p.conversation_id = ${conversation} and p.user_id = ${viewer})`;

/** Selects the conversation of each pair, if the viewer is or was a participant. */
export const selectMemberships = async (
  db: Db,
  pairs: readonly Pair[],
): Promise<(MembershipRow | undefined)[]> => {
  const viewer = sql<number>`asked.viewer`;
  const { rows } = await sql<MembershipRow & { nth: number }>`
    select asked.nth, ${membershipColumns}, o.request_state as other_request_state, case when u.id is not null then ${sendContextJson(viewer)} end as send_context
    from ${askedPairs(pairs)} join (${membershipSource}) on p.conversation_id = asked.conversation and p.user_id = asked.viewer
    ${joinOther(viewer)}`.execute(db);
  return inOrder(rows, pairs.length);
};

/** Selects a conversation in which the viewer is or was a participant, or undefined. */
export const selectMembership = async (
  db: Db,
  viewer: number,
  conversation: number,
): Promise<MembershipRow | undefined> =>
  (await selectMemberships(db, [{ viewer, conversation }]))[0];

/**
 * Locks conversations until the transaction ends, in a fixed order to avoid deadlocks. A statement that is sent after this one sees earlier
 * transactions' changes.
 */
export const lockConversations = async (
  db: Db,
  conversations: readonly number[],
): Promise<void> => {
  await sql`select from conversations where id = any(${conversations}::bigint[]) order by id for update`.execute(
    db,
  );
};

/** A conversation in the viewer's list, without its newest message. */
export interface ListedRow extends MembershipRow {
  last_at: Date;
  muted_until: Date | null;
  is_pinned: boolean;
  is_archived: boolean;
  draft: string;
  unread: number;
  is_mentioned: boolean;
  people: PersonSummaryRow[] | null;
}

/** The last message of a conversation that the viewer can see. */
const lastSeen = sql`least(c.last_seq, coalesce(p.left_seq, c.last_seq))`;

/** Returns whether `x` joined before the viewer left. A conversation without messages also has participants. */
const wasMet = sql`x.first_seq <= coalesce(p.left_seq, c.last_seq + 1)`;

/** Returns the viewer's unread messages as rows `m`, of at most the newest 1,000. */
const unreadOf = (viewer: number) => sql`from messages m
  where m.conversation_id = c.id and m.seq > greatest(p.read_seq, p.first_seq - 1, ${lastSeen} - ${sql.lit(unreadMost)}) and m.seq <= ${lastSeen}
    and m.author_id <> ${viewer} and m.deleted is null and m.event is null
    and m.author_id <> all(array(select b.other_id from blocked_pairs b where b.user_id = ${viewer}))`;

/** A block hides a direct conversation from both people. */
const isNotBlocked = (
  viewer: number,
) => sql`(c.kind = 'group' or case when c.pair_low = ${viewer} then c.pair_high else c.pair_low end
  <> all(array(select b.other_id from blocked_pairs b where b.user_id = ${viewer})))`;

const isListed = (viewer: number) =>
  sql`p.user_id = ${viewer} and p.is_shown and p.request_state is distinct from 'declined' and ${isNotBlocked(viewer)}`;

/** True if it is archived and has no newer message. */
const isArchived = sql`(p.is_archived and coalesce(${lastSeen} <= p.archived_seq, true))`;

const folders: Record<ConversationFolder, RawBuilder<unknown>> = {
  inbox: sql`not ${isArchived} and p.request_state is distinct from 'waiting'`,
  archive: sql`${isArchived} and p.request_state is distinct from 'waiting'`,
  requests: sql`p.request_state = 'waiting'`,
};

/**
 * Returns a condition that is true if every typed word begins a word of the conversation's name or of a participant's name. Names of
 * participants count only in conversations that are small enough for read receipts. Calls `server/database/functions/name_words.sql`.
 */
const isCalled = (viewer: number, search: string) => sql`not exists (
  select from unnest(search_words(${search})) as typed (word) where not exists (
    select from unnest(search_words(${seenName})) as w where starts_with(w, typed.word))
  and not exists (
    select from participants x join users n on n.school_id = x.school_id and n.id = x.user_id
    where ${seenCount} <= ${sql.lit(receiptsMax)} and x.conversation_id = c.id and x.user_id <> ${viewer} and ${wasMet}
      and not n.is_disabled and exists (select from unnest(name_words(n.first_name, n.last_name, n.romanized_name)) as w where starts_with(w, typed.word))))`;

/** The start of a page of the list: pinned (1), time of the last message, id. */
export type ListCursor = readonly [isPinned: number, lastAt: Date, id: number];

/** Selects the ids of a page of the viewer's conversations: pinned ones first, then by last message. */
export const selectListedIds = async (
  db: Db,
  viewer: number,
  {
    folder,
    search,
    only,
    after,
    limit,
  }: {
    folder: ConversationFolder;
    search: string | undefined;
    only?: ConversationFilter | undefined;
    after: ListCursor | null;
    limit: number;
  },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    where ${isListed(viewer)} and ${folders[folder]}
      ${search === undefined ? sql`` : sql`and ${isCalled(viewer, search)}`}
      ${only === 'groups' ? sql`and c.kind = 'group'` : only === 'unread' ? sql`and p.read_seq < ${lastSeen} and exists (select ${unreadOf(viewer)})` : sql``}
      ${after === null ? sql`` : sql`and (p.is_pinned, ${seenAt}, c.id) < (${after[0] === 1}, ${after[1]}, ${after[2]})`}
    order by p.is_pinned desc, ${seenAt} desc, c.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Selects some of the viewer's conversations in full, unordered. */
export const selectListed = async (
  db: Db,
  viewer: number,
  ids: readonly number[],
): Promise<ListedRow[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedRow>`
    select ${membershipColumns}, o.request_state as other_request_state, case when u.id is not null then ${sendContextJson(viewer)} end as send_context,
      ${seenAt} as last_at, p.muted_until, p.is_pinned, ${isArchived} as is_archived, p.draft,
      case when p.read_seq < ${lastSeen} then (select count(*)::int ${unreadOf(viewer)}) else 0 end as unread,
      p.read_seq < ${lastSeen} and exists (select ${unreadOf(viewer)} and ${viewer}::bigint = any(m.mentions)) as is_mentioned,
      case when c.kind = 'direct' then jsonb_build_array(${faceJson('u')}) else (
        select jsonb_agg(f.face) from (
          select ${faceJson('n')} as face from participants x join users n on n.school_id = x.school_id and n.id = x.user_id
          where x.conversation_id = c.id and x.user_id <> ${viewer} and (x.left_seq is null or x.left_seq > p.left_seq) and ${wasMet} order by x.user_id limit 4) as f) end as people
    from ${membershipSource} ${joinOther(viewer)} where p.user_id = ${viewer} and p.conversation_id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows;
};

/** Counts the conversations among requests, and the archived ones. */
export const countFolders = async (
  db: Db,
  viewer: number,
): Promise<{ requests: number; archived: number }> => {
  const { rows } = await sql<{ requests: number; archived: number }>`
    select (count(*) filter (where ${folders.requests}))::int as requests, (count(*) filter (where ${folders.archive}))::int as archived
    from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id where ${isListed(viewer)}`.execute(
    db,
  );
  return rows[0] ?? { requests: 0, archived: 0 };
};

/** Selects the viewer's conversations with unread messages, except archived ones. */
export const selectUnread = async (
  db: Db,
  viewer: number,
  now: Date,
): Promise<
  { id: number; last_seq: number; read_seq: number; unread: number; is_quiet: boolean }[]
> => {
  const { rows } = await sql<{
    id: number;
    last_seq: number;
    read_seq: number;
    unread: number;
    is_quiet: boolean;
  }>`
    select * from (
      select c.id, ${lastSeen} as last_seq, p.read_seq, (select count(*)::int ${unreadOf(viewer)}) as unread,
        coalesce(p.muted_until > ${now}, false) or p.request_state is not distinct from 'waiting' as is_quiet
      from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
      where ${isListed(viewer)} and p.read_seq < c.last_seq and not ${isArchived}
    ) as mine where unread > 0 order by id`.execute(db);
  return rows;
};

/** A stored participant. */
export interface ParticipantRow extends PersonSummaryRow {
  role: 'owner' | 'member';
  read_seq: number;
  delivered_seq: number;
  left_seq: number | null;
  change: number;
  shows_receipts: boolean;
}

const participantColumns = sql`${faceColumns('u')}, p.role, p.read_seq, p.delivered_seq, p.left_seq, p.change,
  coalesce(s.shows_receipts, true) as shows_receipts`;
const participantSource = sql`participants p join users u on u.school_id = p.school_id and u.id = p.user_id
  left join chat_preferences s on s.school_id = p.school_id and s.user_id = p.user_id`;

/** Returns whether the viewer sees a participant: someone who joined with a message up to `last` (metUntil of chat.rules.ts). */
const isMet = (conversation: number, last: number) =>
  sql`p.conversation_id = ${conversation} and p.first_seq <= ${last}`;

/** Selects current and former participants by name. */
export const selectParticipants = async (
  db: Db,
  conversation: number,
  last: number,
  { search = '', offset = 0, limit }: { search?: string; offset?: number; limit: number },
): Promise<ParticipantRow[]> => {
  const { rows } = await sql<ParticipantRow>`select ${participantColumns} from ${participantSource}
    where ${isMet(conversation, last)} and ${isNamedLike(search)} order by u.sort_name, u.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
};

const isNamedLike = (search: string) =>
  search.trim() === ''
    ? sql`true`
    : sql`not exists (select from unnest(search_words(${search})) as typed (word)
        where not exists (select from unnest(name_words(u.first_name, u.last_name, u.romanized_name)) as w where starts_with(w, typed.word)))`;

/** Counts the participants. */
export const countParticipants = async (
  db: Db,
  conversation: number,
  last: number,
  search: string,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from participants p
    join users u on u.school_id = p.school_id and u.id = p.user_id where ${isMet(conversation, last)} and ${isNamedLike(search)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Selects up to `limit` participants that have changed since `after`. */
export const selectChangedParticipants = async (
  db: Db,
  conversation: number,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<ParticipantRow[]> => {
  const { rows } = await sql<ParticipantRow>`select ${participantColumns} from ${participantSource}
    where ${isMet(conversation, last)} and p.change > ${after} order by p.change, p.user_id limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** Selects the state of a conversation. */
export const selectState = async (db: Db, conversation: number): Promise<StateRow | undefined> => {
  const { rows } =
    await sql<StateRow>`select id, kind, name, picture, last_seq, change, participant_count, is_open
    from conversations where id = ${conversation}`.execute(db);
  return rows[0];
};

/** Selects the viewer's own participant row of each pair. */
export const selectSelves = async (
  db: Db,
  pairs: readonly Pair[],
): Promise<(ParticipantRow | undefined)[]> => {
  const { rows } = await sql<
    ParticipantRow & { nth: number }
  >`select asked.nth, ${participantColumns}
    from ${askedPairs(pairs)} join (${participantSource}) on p.conversation_id = asked.conversation and p.user_id = asked.viewer`.execute(
    db,
  );
  return inOrder(rows, pairs.length);
};

/** Selects the current participants. */
export const selectPeopleIn = async (db: Db, conversation: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select user_id as id from participants
    where conversation_id = ${conversation} and left_seq is null order by user_id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Selects the conversations whose rooms a person's sockets join: visible ones that they haven't left. The hub calls this when a socket
 * connects.
 */
export const selectRoomsOf = async (db: Db, viewer: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    where p.user_id = ${viewer} and p.is_shown and p.left_seq is null and ${isNotBlocked(viewer)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** The person's chats, for their data export. */
export const personalData: PersonalData = (me, name) => ({
  conversations: sql`(select jsonb_agg(jsonb_build_object('kind', c.kind, 'name', ${seenName}, 'with', case when c.kind = 'direct' then ${name} end,
          'role', p.role, 'joinedAt', p.joined_at, 'hasLeft', p.left_seq is not null, 'readUpTo', p.read_seq, 'mutedUntil', p.muted_until,
          'isPinned', p.is_pinned, 'isArchived', p.is_archived, 'draft', p.draft) order by p.joined_at)
        from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
        left join users o on o.school_id = c.school_id and o.id = case when c.pair_low = ${me} then c.pair_high else c.pair_low end
        where p.user_id = ${me} and p.is_shown)`,
  messagesWritten: sql`(select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('sentAt', m.sent_at, 'text', m.text, 'editedAt', m.edited_at, 'deleted', m.deleted,
          'files', (select jsonb_agg(f.name order by l.position) from message_files l join uploads f on f.school_id = l.school_id and f.id = l.upload_id
            where l.conversation_id = m.conversation_id and l.seq = m.seq))) order by m.sent_at, m.seq)
        from messages m where m.author_id = ${me} and m.event is null)`,
  messagesBefore: sql`(select jsonb_agg(jsonb_build_object('text', x.text, 'until', x.until) order by x.until)
        from message_versions x join messages m on m.school_id = x.school_id and m.conversation_id = x.conversation_id and m.seq = x.seq
        where m.author_id = ${me})`,
  chatReactions: sql`(select jsonb_agg(jsonb_build_object('emoji', x.emoji, 'at', x.at) order by x.at) from reactions x where x.user_id = ${me})`,
  chatSwitches: sql`(select jsonb_agg(jsonb_build_object('showsPresence', x.shows_presence, 'showsReceipts', x.shows_receipts))
        from chat_preferences x where x.user_id = ${me})`,
});

/** Runs the queries for the list, for opening a conversation, and for unread counts. */
export const warmUpChat = async (db: Db): Promise<void> => {
  await selectListedIds(db, -1, {
    folder: 'inbox',
    search: undefined,
    after: null,
    limit: 1,
  });
  await selectListed(db, -1, [-1]);
  await countFolders(db, -1);
  await selectMembership(db, -1, -1);
  await selectUnread(db, -1, new Date(0));
};
