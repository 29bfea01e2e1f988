import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { calendarKinds } from '../calendar/kinds.ts';
import { passwordAccess, personalLimits as limits } from '../calendar/personal-limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

// API keys can't call these: a feed keeps working after the key is revoked.
const signedIn = { access: 'member', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const name = text().min(1).max(limits.name);
const ok = z.object({ ok: z.literal(true) });

/** Types of items in a feed. Subscribed calendars are left out: people subscribe to them directly. */
export const feedKinds = calendarKinds.filter((kind) => kind !== 'subscribed');

const expiresInDays = z
  .int()
  .min(1)
  .max(limits.accessDays)
  .optional()
  .describe('Days until access expires. If omitted, access works until you revoke it.');

const place = z.object({ id: z.string(), name: z.string() });

const feed = z.object({
  id: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(calendarKinds)),
  alarm: z
    .number()
    .int()
    .nullable()
    .describe(
      'Minutes before the start for all items, or null if only personal events have their own alerts.',
    ),
  club: place
    .nullable()
    .describe(
      'Club whose events the feed contains, or null. Such a feed has nothing from your own calendar.',
    ),
  hub: place.nullable().describe('Hub whose events the feed contains, or null.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('Time of the last use, or null.'),
  endsAt: z.iso.datetime().nullable().describe('Expiry, or null if it doesn’t expire.'),
});
schemaNames.add(feed, { id: 'CalendarFeed' });
export type CalendarFeed = z.output<typeof feed>;

const made = z.object({
  feed,
  url: z.string().describe('Secret address. Returned only once: only its hash is stored.'),
});

export const listFeeds = endpoint({
  ...signedIn,
  name: 'calendar-feeds.list',
  summary: 'List your calendar feeds',
  description: 'A feed is a secret address where other programs read your calendar.',
  method: 'GET',
  path: '/api/v1/calendar/feeds',
  reply: z.object({ items: z.array(feed) }),
});

export const createFeed = endpoint({
  ...signedIn,
  name: 'calendar-feeds.create',
  summary: 'Create a secret calendar feed',
  description:
    'Covers all or some types of your calendar, or all events of one club or hub that you can see, including events for members only. Events you lose access to disappear from it. Idempotent by `clientId` for 24 hours.',
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
      .describe('Types of items from your calendar. Not allowed with `club` or `hub`.'),
    club: z.string().max(40).optional().describe('ID of a club that you can see.'),
    hub: z.string().max(40).optional().describe('ID of a hub that you belong to.'),
    alarm: z
      .int()
      .min(0)
      .max(limits.alarm)
      .nullable()
      .optional()
      .describe(
        'Minutes before the start for all items. If omitted, only personal events have their own alerts.',
      ),
    expiresInDays,
  }),
  reply: made,
  errors: ['not_found', 'confirm_identity', 'too_many_calendar_feeds'],
});

export const renewFeed = endpoint({
  ...signedIn,
  name: 'calendar-feeds.renew',
  summary: 'Renew a feed’s secret address',
  description: 'The previous address stops working immediately.',
  method: 'POST',
  path: '/api/v1/calendar/feeds/{id}/renew',
  params: id,
  reply: made,
  errors: ['not_found', 'confirm_identity'],
});

export const revokeFeed = endpoint({
  ...signedIn,
  name: 'calendar-feeds.delete',
  summary: 'Revoke a feed’s secret address',
  description: 'The address stops working immediately.',
  method: 'DELETE',
  path: '/api/v1/calendar/feeds/{id}',
  params: id,
  reply: ok,
});

const access = z.enum(passwordAccess);

const password = z.object({
  id: z.string(),
  name: z.string(),
  access: access.describe('read, or write to also change personal events.'),
  hint: z.string().describe('First characters of the password.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('Time of the last use, or null.'),
  endsAt: z.iso.datetime().nullable().describe('Expiry, or null if it doesn’t expire.'),
});
schemaNames.add(password, { id: 'AppPassword' });
export type CalendarPassword = z.output<typeof password>;

export const listPasswords = endpoint({
  ...signedIn,
  name: 'calendar-passwords.list',
  summary: 'List your app passwords',
  description:
    'Calendar apps use them to read your calendar over CalDAV and, if you allow it, to change your personal events.',
  method: 'GET',
  path: '/api/v1/calendar/app-passwords',
  reply: z.object({
    items: z.array(password),
    server: z.string().describe('Server address to enter in calendar programs.'),
    userName: z.string(),
  }),
});

export const createPassword = endpoint({
  ...signedIn,
  name: 'calendar-passwords.create',
  summary: 'Create an app password',
  description: 'For a calendar program (CalDAV). Idempotent by `clientId` for 24 hours.',
  method: 'POST',
  path: '/api/v1/calendar/app-passwords',
  keepsReply: 'day',
  body: z.strictObject({
    clientId: clientId.optional(),
    name,
    access: access
      .default('read')
      .describe('write to also create, change and delete your personal events.'),
    expiresInDays,
  }),
  reply: z.object({
    password,
    secret: z.string().describe('Password. Returned only once: only its hash is stored.'),
  }),
  errors: ['confirm_identity', 'too_many_calendar_passwords'],
});

export const revokePassword = endpoint({
  ...signedIn,
  name: 'calendar-passwords.delete',
  summary: 'Revoke an app password',
  description: 'The password stops working immediately.',
  method: 'DELETE',
  path: '/api/v1/calendar/app-passwords/{id}',
  params: id,
  reply: ok,
});
