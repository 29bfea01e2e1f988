import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { calendarKinds } from '../calendar/kinds.ts';
import { personalLimits as limits } from '../calendar/personal-limits.ts';
import { text } from '../text.ts';

// No key makes an address that works without it.
const member = { access: 'member', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const name = text().min(1).max(limits.name);
const ok = z.object({ ok: z.literal(true) });

/** What a feed can hold: calendars from elsewhere are better subscribed there. */
export const feedKinds = calendarKinds.filter((kind) => kind !== 'subscribed');

const expiresInDays = z
  .int()
  .min(1)
  .max(limits.accessDays)
  .optional()
  .describe('Days until access expires. If omitted, access works until you revoke it');

const place = z.object({ id: z.string(), name: z.string() });

const feed = z.object({
  id: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(calendarKinds)),
  alarm: z.number().int().nullable(),
  club: place.nullable().describe('It is of what this club puts on, and not of one’s own calendar'),
  hub: place.nullable().describe('The same of a hub'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable().describe('Null if it doesn’t expire'),
});
export type CalendarFeed = z.output<typeof feed>;

const made = z.object({
  feed,
  url: z.string().describe('Shown now and never again: only its hash is stored'),
});

export const listFeeds = endpoint({
  ...member,
  name: 'calendar-feeds.list',
  summary: 'The secret addresses under which programs read the caller’s calendar.',
  method: 'GET',
  path: '/api/v1/calendar/feeds',
  reply: z.object({ items: z.array(feed) }),
});

export const createFeed = endpoint({
  ...member,
  name: 'calendar-feeds.create',
  summary:
    'Make a secret address of the caller’s calendar, or of some kinds of it; or of all events of one club or hub that the caller sees, also those for its members alone. What they see no more is no longer in it. A repeated `clientId` answers the first one again for 24 hours.',
  method: 'POST',
  path: '/api/v1/calendar/feeds',
  keepsReply: 'day',
  body: z.strictObject({
    clientId: clientId.optional(),
    name,
    kinds: z
      .array(z.enum(calendarKinds))
      .min(1)
      .max(calendarKinds.length)
      .optional()
      .describe('Of one’s own calendar; none with `club` or `hub`'),
    club: z.string().max(40).optional().describe('Of this club, which the caller may know of'),
    hub: z.string().max(40).optional().describe('Of this hub, to which the caller belongs'),
    alarm: z
      .int()
      .min(0)
      .max(limits.alarm)
      .nullable()
      .optional()
      .describe('Minutes before the start; without, only own entries have theirs'),
    expiresInDays,
  }),
  reply: made,
  errors: ['not_found', 'confirm_identity', 'too_many_calendar_feeds'],
});

export const renewFeed = endpoint({
  ...member,
  name: 'calendar-feeds.renew',
  summary: 'Give a feed another secret address. The one before stops working at once.',
  method: 'POST',
  path: '/api/v1/calendar/feeds/{id}/renew',
  params: id,
  reply: made,
  errors: ['not_found', 'confirm_identity'],
});

export const revokeFeed = endpoint({
  ...member,
  name: 'calendar-feeds.delete',
  summary: 'Revoke a secret address. It stops working at once.',
  method: 'DELETE',
  path: '/api/v1/calendar/feeds/{id}',
  params: id,
  reply: ok,
});

const password = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().describe('How it begins'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable().describe('Null if it doesn’t expire'),
});
export type CalendarPassword = z.output<typeof password>;

export const listPasswords = endpoint({
  ...member,
  name: 'calendar-passwords.list',
  summary: 'App passwords with which calendar programs read the caller’s calendar (CalDAV).',
  method: 'GET',
  path: '/api/v1/calendar/app-passwords',
  reply: z.object({
    items: z.array(password),
    server: z.string().describe('What calendar programs ask for as their server'),
    userName: z.string(),
  }),
});

export const createPassword = endpoint({
  ...member,
  name: 'calendar-passwords.create',
  summary:
    'Make an app password for a calendar program. A repeated `clientId` answers the first one again for 24 hours.',
  method: 'POST',
  path: '/api/v1/calendar/app-passwords',
  keepsReply: 'day',
  body: z.strictObject({ clientId: clientId.optional(), name, expiresInDays }),
  reply: z.object({
    password,
    secret: z.string().describe('Shown now and never again: only its hash is stored'),
  }),
  errors: ['confirm_identity', 'too_many_calendar_passwords'],
});

export const revokePassword = endpoint({
  ...member,
  name: 'calendar-passwords.delete',
  summary: 'Revoke an app password. It stops working at once.',
  method: 'DELETE',
  path: '/api/v1/calendar/app-passwords/{id}',
  params: id,
  reply: ok,
});
