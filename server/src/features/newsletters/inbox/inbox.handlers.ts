import * as newsletters from '#contract/newsletters/endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { fileUrl } from '../../people/people.views.ts';
import * as queries from './inbox.queries.ts';
import { decryptUnsubscribe } from './unsubscribe.ts';

const itemView = (row: queries.InboxRow): newsletters.InboxItem => ({
  id: String(row.id),
  title: row.title,
  summary: row.summary,
  sentAt: row.sent_at.toISOString(),
  isRead: row.read_at !== null,
  club:
    row.club_id === null
      ? null
      : { id: String(row.club_id), name: row.club_name ?? '', logo: fileUrl(row.club_logo) },
  event: row.event_id === null ? null : { id: String(row.event_id), title: row.event_title ?? '' },
});

const choiceOf = async (db: Context['db'], me: number) => {
  const { by_mail: byMail, clubs, events } = await queries.selectMailChoice(db, me);
  return { byMail, clubs, events };
};

/**
 * Unsubscribes the person in a token from newsletters, or from the emails of one club or event. Everyone with the token
 * can do this, and nothing else. Returns the name of the club or event.
 */
const unsubscribeMail = async (
  context: Context,
  token: string,
): Promise<{ club?: string; event?: string }> => {
  const { db, school, clock } = context;
  const named = decryptUnsubscribe(context, token);
  if (named === null) throw problem('unsubscribe_invalid');
  const { user, of } = named;
  const [at, now] = [school.school_id, clock.now()];
  if (of === null) {
    if (!(await queries.insertOptOut(db, at, user, now))) throw problem('unsubscribe_invalid');
    return {};
  }
  if ('club' in of) {
    const club = await queries.insertClubOptOut(db, at, { user, ...of, isNamed: true }, now);
    if (club === undefined) throw problem('unsubscribe_invalid');
    return { club };
  }
  const event = await queries.insertEventOptOut(db, at, { user, ...of, isNamed: true }, now);
  if (event === undefined) throw problem('unsubscribe_invalid');
  return { event };
};

export const inboxHandlers = [
  handle(newsletters.listInbox, async ({ db, me }, { pageOffset, pageSize }) => {
    const { rows, total, unread } = await queries.selectInbox(db, me.userId, pageOffset, pageSize);
    const window = { total, offset: pageOffset, size: pageSize };
    return { ...windowOf(rows.map(itemView), window), unread };
  }),

  handle(newsletters.getInboxChoice, async ({ db, me }) => choiceOf(db, me.userId)),

  handle(newsletters.setInboxChoice, async ({ db, me, schoolId, now }, { byMail, club, event }) => {
    if (club !== undefined) {
      const choice = { user: me.userId, club: idOf(club), isNamed: false };
      if (byMail) await queries.deleteClubOptOut(db, me.userId, choice.club);
      else orNotFound(await queries.insertClubOptOut(db, schoolId, choice, now));
    } else if (event !== undefined) {
      const choice = { user: me.userId, event: idOf(event), isNamed: false };
      if (byMail) await queries.deleteEventOptOut(db, me.userId, choice.event);
      else orNotFound(await queries.insertEventOptOut(db, schoolId, choice, now));
    } else if (byMail) await queries.deleteOptOut(db, me.userId);
    else await queries.insertOptOut(db, schoolId, me.userId, now);
    return choiceOf(db, me.userId);
  }),

  handle(newsletters.markInboxRead, async ({ db, me, now }) => {
    await queries.updateAllRead(db, me.userId, now);
    return ok;
  }),

  handle(newsletters.readInboxItem, async ({ db, me }, { id }) => {
    const row = orNotFound(await queries.selectInboxItem(db, me.userId, idOf(id)));
    // The stored audience also has members and attendees, which the response leaves out.
    const { hubs = [] } = row.audience;
    const names = hubs.length === 0 ? [] : await queries.selectHubNames(db, hubs.map(Number));
    return { ...itemView(row), blocks: row.blocks, why: { ...row.audience, hubs: names } };
  }),

  handle(newsletters.markInboxItem, async ({ db, me, now }, { id, isRead }) => {
    const row = orNotFound(await queries.selectInboxItem(db, me.userId, idOf(id)));
    await queries.updateRead(db, me.userId, row.id, isRead ? now : null);
    return itemView(orNotFound(await queries.selectInboxItem(db, me.userId, row.id)));
  }),

  handle(newsletters.unsubscribe, async (call, { token }) => {
    await unsubscribeMail(call, token);
    return ok;
  }),
  handle(newsletters.leaveNewsletters, async (call, { token }) => ({
    ...ok,
    ...(await unsubscribeMail(call, token)),
  })),
];
