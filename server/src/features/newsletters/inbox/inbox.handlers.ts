import * as newsletters from '#contract/newsletters/endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { done, found, idOf } from '../../../kernel/sql.ts';
import * as queries from './inbox.queries.ts';
import { unsealUnsubscribe } from './unsubscribe.ts';

const itemView = (row: queries.InboxRow): newsletters.InboxItem => ({
  id: String(row.id),
  title: row.title,
  summary: row.summary,
  sentAt: row.sent_at.toISOString(),
  isRead: row.read_at !== null,
});

/** Ends newsletters by mail for whom a token names: whoever holds it may, and nothing else can be done with it. */
const unsubscribeMail = async (context: Context, token: string): Promise<typeof done> => {
  const { db, school, clock } = context;
  const user = unsealUnsubscribe(context, token);
  if (user === null || !(await queries.insertOptOut(db, school.school_id, user, clock.now())))
    throw problem('unsubscribe_invalid');
  return done;
};

export const inboxHandlers = [
  handle(newsletters.listInbox, async ({ db, me }, { pageOffset, pageSize }) => {
    const { rows, total, unread } = await queries.selectInbox(db, me.userId, pageOffset, pageSize);
    const window = { total, offset: pageOffset, size: pageSize };
    return { ...windowOf(rows.map(itemView), window), unread };
  }),

  handle(newsletters.getInboxChoice, async ({ db, me }) => ({
    byMail: await queries.selectWantsMail(db, me.userId),
  })),

  handle(newsletters.setInboxChoice, async ({ db, me, schoolId, now }, { byMail }) => {
    if (byMail) await queries.deleteOptOut(db, me.userId);
    else await queries.insertOptOut(db, schoolId, me.userId, now);
    return { byMail };
  }),

  handle(newsletters.markInboxRead, async ({ db, me, now }) => {
    await queries.updateAllRead(db, me.userId, now);
    return done;
  }),

  handle(newsletters.readInboxItem, async ({ db, me }, { id }) => {
    const row = found(await queries.selectInboxItem(db, me.userId, idOf(id)));
    const { hubs = [] } = row.audience;
    const names = hubs.length === 0 ? [] : await queries.selectHubNames(db, hubs.map(Number));
    return { ...itemView(row), blocks: row.blocks, why: { ...row.audience, hubs: names } };
  }),

  handle(newsletters.markInboxItem, async ({ db, me, now }, { id, isRead }) => {
    const row = found(await queries.selectInboxItem(db, me.userId, idOf(id)));
    await queries.updateRead(db, me.userId, row.id, isRead ? now : null);
    return itemView(found(await queries.selectInboxItem(db, me.userId, row.id)));
  }),

  handle(newsletters.unsubscribe, (call, { token }) => unsubscribeMail(call, token)),
  handle(newsletters.leaveNewsletters, (call, { token }) => unsubscribeMail(call, token)),
];
