import { createHash, randomBytes } from 'node:crypto';
import * as feeds from '#contract/calendar-feeds/endpoints.ts';
import type { CalendarFeed, CalendarPassword } from '#contract/calendar-feeds/endpoints.ts';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import type { CalendarHost } from '../../../kernel/feature.ts';
import { sessionOf } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { requireConfirmed } from '../../../kernel/security/confirmation.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import * as queries from './feeds.queries.ts';

const feedView = (row: queries.FeedRow): CalendarFeed => ({
  id: String(row.id),
  name: row.name,
  kinds: row.kinds,
  alarm: row.alarm,
  club: row.club,
  hub: row.hub,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
});

const passwordView = (row: queries.PasswordRow): CalendarPassword => ({
  id: String(row.id),
  name: row.name,
  hint: row.hint,
  access: row.can_write ? 'write' : 'read',
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
});

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 256 random bits need no slow hash. */
const newSecret = () => {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
};

/** Creates a password for typing: groups of unambiguous letters and digits, with 160 random bits. */
const newPassword = () => {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const text = Array.from(randomBytes(32), (byte) => letters[byte % letters.length]).join('');
  const secret = text.match(/.{8}/g)?.join('-') ?? text;
  return { secret, hash: hashOf(secret), hint: text.slice(0, 4) };
};

/** Returns the address of a feed. It grants access, and phones send it nowhere else. */
const feedAddress = (origin: string, secret: string): string => `${origin}/calendar/${secret}.ics`;

/** Kinds of items that clubs and hubs host. */
const placeKinds: readonly CalendarKind[] = ['event', 'club'];

/** Returns the club or hub of a feed, if it has one. Such a feed has no kinds to choose. */
const hostOf = ({
  club,
  hub,
  kinds = [],
}: Pick<HandlerInput<typeof feeds.createFeed>, 'club' | 'hub' | 'kinds'>): CalendarHost | null => {
  if (club === undefined && hub === undefined) return null;
  if ((club !== undefined && hub !== undefined) || kinds.length > 0)
    throw problem('invalid_input', {}, [{ path: 'kinds', message: 'extra' }]);
  return club !== undefined ? { club: idOf(club) } : { hub: idOf(hub ?? '') };
};

const dayMs = 86_400_000;

/** Returns the expiration time of new access; null if it never expires. */
const endOf = (now: Date, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(now.getTime() + days * dayMs);

export const feedsHandlers = [
  handle(feeds.listFeeds, async ({ db, me }) => ({
    items: (await queries.selectFeeds(db, me.userId)).map(feedView),
  })),

  handle(feeds.createFeed, async (call, { name, alarm = null, expiresInDays, ...asked }) => {
    const { userId: me } = sessionOf(call);
    await requireConfirmed(call);
    const { db, schoolId: school, now, origin } = call;
    const { secret, hash } = newSecret();
    const most = personalLimits.feeds;
    const host = hostOf(asked);
    if (host !== null && !(await queries.isKnownHost(db, me, host))) throw problem('not_found');
    const wanted =
      host === null
        ? [...new Set(asked.kinds)].filter((kind) => kind !== 'subscribed')
        : placeKinds;
    // Feeds contain no subscribed calendars, so this feed would be empty.
    if (wanted.length === 0)
      throw problem('invalid_input', {}, [{ path: 'kinds', message: 'empty' }]);
    const [club, hub] = [
      host !== null && 'club' in host ? host.club : null,
      host !== null && 'hub' in host ? host.hub : null,
    ];
    const endsAt = endOf(now, expiresInDays);
    const feed = { school, me, name, kinds: wanted, alarm, club, hub, hash, endsAt, now, most };
    const row = await queries.insertFeed(db, feed);
    if (row === undefined) throw problem('too_many_calendar_feeds', { max: most });
    return { feed: feedView(row), url: feedAddress(origin, secret) };
  }),

  handle(feeds.renewFeed, async (call, { id }) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    const { secret, hash } = newSecret();
    const row = orNotFound(await queries.updateFeedToken(call.db, userId, idOf(id), hash));
    return { feed: feedView(row), url: feedAddress(call.origin, secret) };
  }),

  handle(feeds.revokeFeed, async ({ db, me }, { id }) => {
    await queries.deleteFeed(db, me.userId, idOf(id));
    return ok;
  }),

  handle(feeds.listPasswords, async ({ db, me, origin }) => ({
    items: (await queries.selectPasswords(db, me.userId)).map(passwordView),
    server: `${origin}/dav/`,
    userName: await queries.selectEmail(db, me.userId),
  })),

  handle(feeds.createPassword, async (call, { name, expiresInDays, access }) => {
    const { userId: me } = sessionOf(call);
    await requireConfirmed(call);
    const { db, schoolId: school, now } = call;
    const { secret, hash, hint } = newPassword();
    const most = personalLimits.passwords;
    const row = await queries.insertPassword(db, {
      school,
      me,
      name,
      hash,
      hint,
      canWrite: access === 'write',
      endsAt: endOf(now, expiresInDays),
      now,
      most,
    });
    if (row === undefined) throw problem('too_many_calendar_passwords', { max: most });
    return { password: passwordView(row), secret };
  }),

  handle(feeds.revokePassword, async ({ db, me }, { id }) => {
    await queries.deletePassword(db, me.userId, idOf(id));
    return ok;
  }),
];
