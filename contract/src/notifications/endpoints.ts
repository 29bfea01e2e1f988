import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { preferenceGroups, notificationTargets } from './declaring.ts';
import { notificationFilters } from './filters.ts';
import {
  firingKeys,
  idsMax,
  itemChangesMax,
  notificationCategories,
  notificationKinds,
  platforms,
} from './keys.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumberText } from '../whole-number.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * A person's notification list (decision 028). `change` counts everything that happens to the list and is assigned in the
 * transaction: one answer to "all after n" brings a client up to date without a full read.
 */

const signedIn = { access: 'member', credential: 'bearer' } as const;
const id = z.string().regex(/^[1-9]\d{0,15}$/, 'Use the ID of a notification.');
const ids = z.array(id).min(1).max(idsMax);
const instant = z.iso.datetime();

/** One event, or several that belong together ("Ben and 3 others"). */
export const notification = z.object({
  id: z.string(),
  category: z.enum(notificationCategories),
  key: z.enum(firingKeys).describe('Setting that triggered it, such as `general.chat`.'),
  kind: z.enum(notificationKinds),
  people: z
    .array(face)
    .describe(
      'People who acted, latest first, at most 3. Leaves out people the caller can’t see now.',
    ),
  peopleCount: z.int().describe('Number of people who acted, including those not in `people`.'),
  conversation: z
    .object({
      id: z.string(),
      name: z
        .string()
        .nullable()
        .describe('Name of the conversation, or null if it is named after its people.'),
    })
    .nullable()
    .describe('Conversation it was written in, or null.'),
  club: z
    .object({
      id: z.string(),
      name: z.string(),
      logoUrl: z.string().nullable().describe('URL of the logo. Null without one.'),
    })
    .nullable()
    .describe('Club it is about, or null.'),
  target: z
    .object({ kind: z.enum(notificationTargets), id: z.string() })
    .nullable()
    .describe('Target that it links to, or null.'),
  about: z
    .object({
      title: z.string(),
      path: z.string().describe('Path in the web app.'),
      note: z.string().describe('Note from the person who acted, such as a reason. Can be empty.'),
    })
    .nullable()
    .describe('Subject, unless it is about a conversation, or null.'),
  at: instant.describe('Time of the latest event.'),
  isRead: z.boolean(),
  can: z.object({
    answer: z.boolean().describe('True if the caller can still accept or decline it.'),
  }),
  change: z.int().describe('Number of its last change.'),
});
schemaNames.add(notification, { id: 'Notification' });
export type Notification = z.output<typeof notification>;

/** Counts after a change, so that badges need no extra call. */
const counts = {
  unread: z.int().describe('Number of unread notifications.'),
  change: z.int().describe('Change number of the list.'),
};

export const listNotifications = endpoint({
  name: 'notifications.list',
  summary: 'List your notifications',
  description:
    'Newest first. `total` counts all that match the filter; `unread` counts all unread ones.',
  method: 'GET',
  path: '/api/v1/notifications',
  ...signedIn,
  scope: 'read',
  query: z.strictObject({
    count: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    only: z
      .enum(notificationFilters)
      .optional()
      .describe('Filter: `unread`, `requests` that need a response, or `mentions` of the caller.'),
  }),
  reply: z.object({
    total: z.int().describe('Number of notifications that match the filter.'),
    ...counts,
    items: z.array(notification),
  }),
});

export const countUnread = endpoint({
  name: 'notifications.unread-count',
  summary: 'Count your unread notifications',
  method: 'GET',
  path: '/api/v1/notifications/unread-count',
  ...signedIn,
  scope: 'read',
  reply: z.object(counts),
});

export const listNotificationChanges = endpoint({
  name: 'notifications.changes',
  summary: 'List notification changes',
  description: `Returns everything in the list after a change number, at most ${itemChangesMax} items. If \`isWhole\` is false, read the list again.`,
  method: 'GET',
  path: '/api/v1/notifications/changes',
  ...signedIn,
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
  summary: 'Mark notifications read or unread',
  description: 'Unknown IDs are ignored. Idempotent.',
  method: 'PATCH',
  path: '/api/v1/notifications',
  ...signedIn,
  scope: 'write',
  body: z.strictObject({ ids, read: z.boolean() }),
  reply: z.object(counts),
});

export const markAllNotifications = endpoint({
  name: 'notifications.mark-all',
  summary: 'Mark all notifications as read',
  description: `\`ids\` returns up to ${idsMax} that were unread, so that clients can undo the call.`,
  method: 'PATCH',
  path: '/api/v1/notifications/mark-all-as-read',
  ...signedIn,
  scope: 'write',
  reply: z.object({ ...counts, ids: z.array(z.string()) }),
});

export const deleteNotifications = endpoint({
  name: 'notifications.delete',
  summary: 'Delete notifications',
  description: 'Unknown IDs are ignored.',
  method: 'DELETE',
  path: '/api/v1/notifications',
  ...signedIn,
  scope: 'write',
  query: z.strictObject({
    ids: z
      .string()
      .max(idsMax * 17)
      .transform((text) => text.split(','))
      .pipe(ids)
      .describe('IDs separated by commas.'),
  }),
  reply: z.object(counts),
});

export const restoreNotifications = endpoint({
  name: 'notifications.restore',
  summary: 'Restore deleted notifications',
  method: 'POST',
  path: '/api/v1/notifications/restore',
  ...signedIn,
  scope: 'write',
  body: z.strictObject({ ids }),
  reply: z.object(counts),
});

/** Rules in order of precedence. The first one that applies decides. */
export const notificationRules = ['locked', 'global', 'own', 'school', 'default'] as const;
export type NotificationRule = (typeof notificationRules)[number];

/** Delivery state of a notification on a platform. */
export const deliveryStates = ['sent', 'waiting', 'skipped', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The reason why it is waiting, wasn't sent or failed. `digest`: it is waiting for an email that combines several. */
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
  summary: 'Explain a notification',
  description:
    'Returns the event, the key and rule that sent it, and its delivery state on each platform.',
  method: 'GET',
  path: '/api/v1/notifications/{id}/why',
  ...signedIn,
  params: z.strictObject({ id }),
  reply: z.object({
    item: notification,
    firstAt: instant.describe('Time of the first event.'),
    place: z.enum(preferenceGroups),
    groupId: z.string().nullable().describe('ID of the club, or null.'),
    platforms: z.array(
      z.object({
        platform: z.enum(platforms),
        rule: z.enum(notificationRules).describe('Rule that decided when it was fired.'),
        state: z.enum(deliveryStates),
        reason: z.enum(deliveryReasons).nullable().describe('Reason for the state, or null.'),
        at: instant.describe('Time of the last change of the state.'),
        dueAt: instant.nullable().describe('Time when it is due, or null if it isn’t waiting.'),
        digest: z
          .object({
            id: z.string(),
            items: z.int().describe('Number of notifications in the email.'),
          })
          .nullable()
          .describe('Email that includes it, or null.'),
        now: z
          .object({ value: z.enum(['yes', 'no']), rule: z.enum(notificationRules) })
          .describe('Result under the current settings.'),
        can: z.object({
          change: z
            .boolean()
            .describe('True if the caller can change the setting for this key and platform.'),
        }),
      }),
    ),
  }),
  errors: ['not_found'],
});
export type Explanation = z.output<typeof explainNotification.reply>;
