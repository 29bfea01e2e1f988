import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type {
  InboxItem,
  listInbox,
  markInboxItem,
  readInboxItem,
  setInboxChoice,
  unsubscribe,
} from '#contract/newsletters.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';
import { refused } from '../../../kernel/http/problem.ts';
import {
  deleteRefusal,
  selectHubNames,
  insertRefusal,
  selectInbox,
  selectInboxItem,
  selectWantsMail,
  updateAllRead,
  updateRead,
  type InboxRow,
} from './inbox.queries.ts';
import { unsealUnsubscribe } from './unsubscribe.ts';

const done = { ok: true as const };

const itemView = (row: InboxRow): InboxItem => ({
  id: String(row.id),
  title: row.title,
  summary: row.summary,
  sentAt: row.sent_at.toISOString(),
  isRead: row.read_at !== null,
});

const found = async (context: Context, id: string) => {
  const me = memberOf(context).userId;
  const number = personId(id);
  const row = number === null ? undefined : await selectInboxItem(context.db, me, number);
  if (row === undefined) throw refused('not_found');
  return row;
};

/** A window of the caller's inbox. */
export const readInbox = async (
  context: Context,
  { pageOffset, pageSize }: HandlerInput<typeof listInbox>,
): Promise<Reply<typeof listInbox>> => {
  const { rows, total, unread } = await selectInbox(
    context.db,
    memberOf(context).userId,
    pageOffset,
    pageSize,
  );
  const currentPage = Math.floor(pageOffset / pageSize) + 1;
  return { total, unread, items: rows.map(itemView), perPage: pageSize, currentPage, messages: [] };
};

/** One newsletter of the caller's inbox. */
export const openInboxItem = async (
  context: Context,
  { id }: HandlerInput<typeof readInboxItem>,
): Promise<Reply<typeof readInboxItem>> => {
  const row = await found(context, id);
  const { hubs = [] } = row.audience;
  const why = {
    ...row.audience,
    hubs: hubs.length === 0 ? [] : await selectHubNames(context.db, hubs.map(Number)),
  };
  return { ...itemView(row), blocks: row.blocks, why };
};

/** Marks one as read or unread. */
export const markOne = async (
  context: Context,
  { id, isRead }: HandlerInput<typeof markInboxItem>,
): Promise<InboxItem> => {
  const row = await found(context, id);
  await updateRead(
    context.db,
    memberOf(context).userId,
    row.id,
    isRead ? context.clock.now() : null,
  );
  return itemView(await found(context, id));
};

/** Marks everything as read. */
export const markAll = async (context: Context): Promise<typeof done> => {
  await updateAllRead(context.db, memberOf(context).userId, context.clock.now());
  return done;
};

/** Whether the caller wants newsletters by mail. */
export const readChoice = async (context: Context): Promise<Reply<typeof setInboxChoice>> => ({
  byMail: await selectWantsMail(context.db, memberOf(context).userId),
});

/** Newsletters by mail, or no longer. */
export const changeChoice = async (
  context: Context,
  { byMail }: HandlerInput<typeof setInboxChoice>,
): Promise<Reply<typeof setInboxChoice>> => {
  const { db, school, clock } = context;
  const me = memberOf(context).userId;
  if (byMail) await deleteRefusal(db, me);
  else await insertRefusal(db, school.school_id, me, clock.now());
  return { byMail };
};

/** Ends newsletters by mail for whom a token names: whoever holds it may, and nothing else can be done with it. */
export const endByToken = async (
  context: Context,
  { token }: Pick<HandlerInput<typeof unsubscribe>, 'token'>,
): Promise<typeof done> => {
  const { db, school, clock } = context;
  const user = unsealUnsubscribe(context, token);
  if (user === null || !(await insertRefusal(db, school.school_id, user, clock.now())))
    throw refused('unsubscribe_invalid');
  return done;
};
