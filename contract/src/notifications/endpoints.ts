import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  idsMax,
  itemChangesMax,
  keyPlaces,
  keysOf,
  notificationCategories,
  notificationKinds,
  notificationTargets,
  platforms,
} from './keys.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumberText } from '../whole-number.ts';

/*
 * The list of what happened to somebody (decision 028). A `change` counts everything that happens to one person's list and is given
 * in the transaction: "all after n" is one answer, so a client that missed something catches up without reading anew.
 */

const member = { access: 'member', credential: 'bearer' } as const;
const id = z.string().regex(/^[1-9]\d{0,15}$/, 'an id of a notification');
const ids = z.array(id).min(1).max(idsMax);
const instant = z.iso.datetime();

const allKeys = keyPlaces.flatMap((place) => keysOf[place].map((key) => `${place}.${key}`));

/** Something that happened, or several things that belong together ("Ben and 3 others"). */
export const notification = z.object({
  id: z.string(),
  category: z.enum(notificationCategories),
  key: z.enum(allKeys).describe('Place and name of the key that fired it: `general.chat`'),
  kind: z.enum(notificationKinds),
  people: z
    .array(face)
    .describe('Who did it, the last first; at most 3, and nobody the person may not see now'),
  peopleCount: z.int(),
  conversation: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe('Where it was written'),
  club: z.object({ id: z.string(), name: z.string() }).nullable().describe('The club it is about'),
  target: z
    .object({ kind: z.enum(notificationTargets), id: z.string() })
    .nullable()
    .describe('What it leads to'),
  about: z
    .object({
      title: z.string(),
      path: z.string().describe('In the web app'),
      note: z.string().describe('What whoever did it said of it, such as a reason; may be empty'),
    })
    .nullable()
    .describe('What it is about, where it is no conversation'),
  at: instant.describe('When the last of it happened'),
  isRead: z.boolean(),
  change: z.int(),
});
export type Notification = z.output<typeof notification>;

/** Counts after a change, so that badges need no further call. */
const counts = { unread: z.int(), change: z.int() };

export const listNotifications = endpoint({
  name: 'notifications.list',
  summary:
    'Own notifications, the last first. `total` counts all under the filter, `unread` all unread ones.',
  method: 'GET',
  path: '/api/v1/notifications',
  ...member,
  scope: 'read',
  query: z.strictObject({
    count: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    only: z.enum(['unread']).optional().describe('Unread ones alone'),
  }),
  reply: z.object({ total: z.int(), ...counts, items: z.array(notification) }),
});

export const countUnread = endpoint({
  name: 'notifications.unread-count',
  summary: 'How many of the own notifications are unread.',
  method: 'GET',
  path: '/api/v1/notifications/unread-count',
  ...member,
  scope: 'read',
  reply: z.object(counts),
});

export const listNotificationChanges = endpoint({
  name: 'notifications.changes',
  summary: `Everything in the own list after a change, at most ${itemChangesMax} items; \`isWhole: false\` asks the client to read the list anew.`,
  method: 'GET',
  path: '/api/v1/notifications/changes',
  ...member,
  scope: 'read',
  query: z.strictObject({ after: wholeNumberText }),
  reply: z.object({
    isWhole: z.boolean(),
    ...counts,
    items: z.array(notification),
    removed: z.array(z.string()),
  }),
});

export const markNotifications = endpoint({
  name: 'notifications.mark',
  summary:
    'Mark own notifications as read or unread. Ids that are not there are passed over; doing it twice changes nothing.',
  method: 'PATCH',
  path: '/api/v1/notifications',
  ...member,
  scope: 'write',
  body: z.strictObject({ ids, read: z.boolean() }),
  reply: z.object(counts),
});

export const markAllNotifications = endpoint({
  name: 'notifications.mark-all',
  summary: `Mark all own notifications as read. \`ids\`: those that were unread, at most ${idsMax}, with which it can be taken back.`,
  method: 'PATCH',
  path: '/api/v1/notifications/mark-all-as-read',
  ...member,
  scope: 'write',
  reply: z.object({ ...counts, ids: z.array(z.string()) }),
});

export const deleteNotifications = endpoint({
  name: 'notifications.delete',
  summary: 'Delete own notifications. Ids that are not there are passed over.',
  method: 'DELETE',
  path: '/api/v1/notifications',
  ...member,
  scope: 'write',
  query: z.strictObject({
    ids: z
      .string()
      .max(idsMax * 17)
      .transform((text) => text.split(','))
      .pipe(ids)
      .describe('Ids with commas between them'),
  }),
  reply: z.object(counts),
});

export const restoreNotifications = endpoint({
  name: 'notifications.restore',
  summary: 'Take a deletion back.',
  method: 'POST',
  path: '/api/v1/notifications/restore',
  ...member,
  scope: 'write',
  body: z.strictObject({ ids }),
  reply: z.object(counts),
});

/** Which of the rules said yes or no: the first of these that says anything. */
export const notificationRules = ['locked', 'global', 'own', 'school', 'default'] as const;
export type NotificationRule = (typeof notificationRules)[number];

/** What became of a notification on a platform. */
export const deliveryStates = ['sent', 'waiting', 'skipped', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why it waits, was not sent, or failed; `digest`: it waits for mail that gathers several. */
export const deliveryReasons = [
  'off',
  'no_device',
  'no_address',
  'read',
  'deleted',
  'quiet',
  'digest',
  'retry',
  'refused',
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

export const explainNotification = endpoint({
  name: 'notifications.why',
  summary:
    'Why the caller got a notification: what happened, which key and rule, and what became of it on each platform.',
  method: 'GET',
  path: '/api/v1/notifications/{id}/why',
  ...member,
  params: z.strictObject({ id }),
  reply: z.object({
    item: notification,
    firstAt: instant.describe('When the first of it happened'),
    place: z.enum(keyPlaces),
    groupId: z.string().nullable(),
    platforms: z.array(
      z.object({
        platform: z.enum(platforms),
        rule: z.enum(notificationRules).describe('What decided when it was fired'),
        state: z.enum(deliveryStates),
        reason: z.enum(deliveryReasons).nullable(),
        at: instant.describe('When that became so'),
        dueAt: instant.nullable().describe('When it is to go, where it waits'),
        digest: z
          .object({ id: z.string(), items: z.int() })
          .nullable()
          .describe('The mail it went or goes with'),
        now: z
          .object({ value: z.enum(['yes', 'no']), rule: z.enum(notificationRules) })
          .describe('What the settings say now'),
        can: z.object({
          change: z
            .boolean()
            .describe('The switch of this key and platform is the caller’s to move'),
        }),
      }),
    ),
  }),
  errors: ['not_found'],
});
export type Explanation = z.output<typeof explainNotification.reply>;
