import { createHash, randomBytes } from 'node:crypto';
import * as feeds from '#contract/calendar-feeds/endpoints.ts';
import type { CalendarFeed, CalendarPassword } from '#contract/calendar-feeds/endpoints.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { sessionOf } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { done, found, idOf } from '../../../kernel/sql.ts';
import * as queries from './feeds.queries.ts';

const feedView = (row: queries.FeedRow): CalendarFeed => ({
  id: String(row.id),
  name: row.name,
  kinds: row.kinds,
  alarm: row.alarm,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

const passwordView = (row: queries.PasswordRow): CalendarPassword => ({
  id: String(row.id),
  name: row.name,
  hint: row.hint,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 256 bits of chance need no slow hash. */
const newSecret = () => {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
};

/** A password that can be typed: groups of letters and digits that are not mistaken for each other, 160 bits of chance. */
const newPassword = () => {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const text = Array.from(randomBytes(32), (byte) => letters[byte % letters.length]).join('');
  const secret = text.match(/.{8}/g)?.join('-') ?? text;
  return { secret, hash: hashOf(secret), hint: text.slice(0, 4) };
};

/** Where a feed is read. Calendars on phones do not send it anywhere else: it is the proof. */
const feedAddress = (origin: string, secret: string): string => `${origin}/calendar/${secret}.ics`;

export const feedsHandlers = [
  handle(feeds.listFeeds, async ({ db, me }) => ({
    items: (await queries.selectFeeds(db, me.userId)).map(feedView),
  })),

  handle(feeds.createFeed, async (call, { name, kinds, alarm = null }) => {
    const { userId: me } = sessionOf(call);
    const { db, schoolId: school, now, origin } = call;
    const { secret, hash } = newSecret();
    const most = personalLimits.feeds;
    const wanted = [...new Set(kinds)].filter((kind) => kind !== 'subscribed');
    // Nothing but calendars from elsewhere is nothing that a feed holds.
    if (wanted.length === 0)
      throw problem('invalid_input', {}, [{ path: 'kinds', message: 'empty' }]);
    const feed = { school, me, name, kinds: wanted, alarm, hash, now, most };
    const row = await queries.insertFeed(db, feed);
    if (row === undefined) throw problem('too_many_calendar_feeds', { max: most });
    return { feed: feedView(row), url: feedAddress(origin, secret) };
  }),

  handle(feeds.renewFeed, async (call, { id }) => {
    const { userId } = sessionOf(call);
    const { secret, hash } = newSecret();
    const row = found(await queries.updateFeedToken(call.db, userId, idOf(id), hash));
    return { feed: feedView(row), url: feedAddress(call.origin, secret) };
  }),

  handle(feeds.revokeFeed, async ({ db, me }, { id }) => {
    await queries.deleteFeed(db, me.userId, idOf(id));
    return done;
  }),

  handle(feeds.listPasswords, async ({ db, me, origin }) => ({
    items: (await queries.selectPasswords(db, me.userId)).map(passwordView),
    server: `${origin}/dav/`,
    userName: await queries.selectEmail(db, me.userId),
  })),

  handle(feeds.createPassword, async (call, { name }) => {
    const { userId: me } = sessionOf(call);
    const { db, schoolId: school, now } = call;
    const { secret, hash, hint } = newPassword();
    const most = personalLimits.passwords;
    const row = await queries.insertPassword(db, { school, me, name, hash, hint, now, most });
    if (row === undefined) throw problem('too_many_calendar_passwords', { max: most });
    return { password: passwordView(row), secret };
  }),

  handle(feeds.revokePassword, async ({ db, me }, { id }) => {
    await queries.deletePassword(db, me.userId, idOf(id));
    return done;
  }),
];
