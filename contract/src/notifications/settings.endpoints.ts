import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { preferenceGroups } from './declaring.ts';
import {
  devicesMax,
  firingKeys,
  keysOf,
  mailFrequencies,
  notificationCategories,
  platforms,
} from './keys.ts';
import { schemaNames } from '../schema-names.ts';
import { isTimeZone } from '../time-zone.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const staff = {
  access: 'staff',
  permission: 'notifications.manage',
  credential: 'bearer',
} as const;
const yesNo = z.enum(['yes', 'no']);
const status = z.enum(['enabled', 'disabled']);

/** The setting of one key on one platform. */
export const preferenceCell = z.object({
  value: yesNo.describe('Value of the setting. It has no effect while the whole category is off.'),
  rule: z
    .enum(['locked', 'own', 'school', 'default'])
    .describe('Origin of the value. `locked`: the school set it for everyone.'),
  byDefault: yesNo.describe('Value if the person has chosen nothing.'),
  isEffective: z.boolean().describe('True if notifications reach the person there.'),
});
schemaNames.add(preferenceCell, { id: 'NotificationPreference' });
const row = z.object({ in_app: preferenceCell, mobile: preferenceCell, email: preferenceCell });
schemaNames.add(row, { id: 'NotificationPreferenceRow' });
export type PreferenceRow = z.output<typeof row>;
const statuses = z.object({ in_app: status, mobile: status, email: status });
const chosen = z
  .strictObject({ in_app: yesNo, mobile: yesNo, email: yesNo })
  .partial()
  .refine(
    (given) => Object.keys(given).length > 0,
    'Set at least one of in_app, mobile and email.',
  );

/** All notification preferences of one person. */
export const preferences = z.object({
  global: z.object({ academic: statuses, general: statuses, groups: statuses }),
  academic: z.record(z.enum(keysOf.academic), row),
  general: z.record(z.enum(keysOf.general), row),
  groups: z
    .array(
      z.object({
        groupId: z.string(),
        name: z.string(),
        role: z.enum(['member', 'officer']),
        keys: z.record(z.string(), row),
      }),
    )
    .describe(
      'Groups of the person. A group where they are an officer has two entries, with the keys of each role.',
    ),
});
schemaNames.add(preferences, { id: 'NotificationPreferences' });
export type Preferences = z.output<typeof preferences>;

export const readPreferences = endpoint({
  name: 'notification-preferences.read',
  summary: 'Get your notification preferences',
  description: 'Returns all keys and platforms, with the school’s defaults and locks.',
  method: 'GET',
  path: '/api/v1/notifications/preferences',
  ...signedIn,
  scope: 'read',
  reply: preferences,
});

export const updateGlobalPreference = endpoint({
  name: 'notification-preferences.change-global',
  summary: 'Turn a category on or off',
  description: 'Applies to one platform. Settings locked by the school stay.',
  method: 'PATCH',
  path: '/api/v1/notifications/preferences/global/{category}/{platform}',
  ...signedIn,
  params: z.strictObject({ category: z.enum(notificationCategories), platform: z.enum(platforms) }),
  body: z.strictObject({ status }),
  reply: preferences,
});

export const updatePreference = endpoint({
  name: 'notification-preferences.change',
  summary: 'Update one notification preference',
  description: 'Platforms you leave out stay.',
  method: 'PATCH',
  path: '/api/v1/notifications/preferences/{category}/{key}',
  ...signedIn,
  params: z.strictObject({
    category: z.enum(['academic', 'general']),
    key: z.enum([...keysOf.academic, ...keysOf.general]),
  }),
  body: z.strictObject({ preferences: chosen }),
  reply: preferences,
  errors: ['not_found', 'notification_locked'],
});

export const updateGroupPreference = endpoint({
  name: 'notification-preferences.change-group',
  summary: 'Update a group’s notification preference',
  description: 'For a group that the caller is in. Platforms you leave out stay.',
  method: 'PATCH',
  path: '/api/v1/notifications/preferences/groups/{groupId}/{role}/{key}',
  ...signedIn,
  params: z.strictObject({
    groupId: z.string().max(40),
    role: z.enum(['member', 'officer']),
    key: z.enum([...keysOf.member, ...keysOf.officer]),
  }),
  body: z.strictObject({ preferences: chosen }),
  reply: preferences,
  errors: ['not_found', 'notification_locked'],
});

// With an unknown zone, quiet hours would never end.
const zone = z.string().min(1).max(64).refine(isTimeZone, 'Use a time zone such as Europe/Berlin.');
const minute = z.int().min(0).max(1_439).describe('Minute of the day in local time.');

/** Settings for delivery outside the app. */
export const deliverySettings = z.strictObject({
  zone: zone.nullable().describe('Time zone of quiet hours and digests, or null if not set (UTC).'),
  quietHours: z
    .strictObject({ from: minute, until: minute })
    .refine(
      ({ from, until }) => from !== until,
      'Quiet hours can’t start and end at the same time. Choose another end.',
    )
    .nullable()
    .describe(
      'Quiet hours, or null. Devices stay silent and get a combined notification afterwards.',
    ),
  mailFrequency: z.enum(mailFrequencies),
  hidesText: z.boolean().describe('True to hide names and text in push notifications.'),
});
schemaNames.add(deliverySettings, { id: 'DeliverySettings' });
export type DeliverySettings = z.output<typeof deliverySettings>;

export const readDeliverySettings = endpoint({
  name: 'notification-settings.read',
  summary: 'Get your delivery settings',
  description: 'Returns quiet hours, email frequency, and the content shown in push notifications.',
  method: 'GET',
  path: '/api/v1/notifications/settings',
  ...signedIn,
  reply: deliverySettings,
});

export const updateDeliverySettings = endpoint({
  name: 'notification-settings.change',
  summary: 'Update your delivery settings',
  description: 'Send only the fields to change. Waiting notifications are rescheduled.',
  method: 'PATCH',
  path: '/api/v1/notifications/settings',
  ...signedIn,
  body: deliverySettings.partial(),
  reply: deliverySettings,
});

/** A browser that accepts push notifications from this site. */
export const pushDevice = z.object({
  id: z.string(),
  name: z.string().describe('Browser and operating system, as detected by the server.'),
  addedAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable().describe('Time of the last push, or null.'),
  endpointHash: z
    .string()
    .describe('SHA-256 of the endpoint in hexadecimal. A browser finds its own entry by it.'),
});
schemaNames.add(pushDevice, { id: 'PushDevice' });
export type PushDevice = z.output<typeof pushDevice>;

export const listDevices = endpoint({
  name: 'notification-devices.list',
  summary: 'List your push devices',
  description: 'Newest first.',
  method: 'GET',
  path: '/api/v1/notifications/devices',
  ...signedIn,
  reply: z.object({ items: z.array(pushDevice) }),
});

const base64url = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=*$`),
      `${bytes} bytes as base64url`,
    );

export const addDevice = endpoint({
  name: 'notification-devices.add',
  summary: 'Add a push device',
  description: `Send the browser’s PushSubscription as JSON (RFC 8030, 8291). Limit: ${devicesMax} devices. The same endpoint replaces its previous entry.`,
  method: 'POST',
  path: '/api/v1/notifications/devices',
  ...signedIn,
  body: z.strictObject({
    endpoint: z.url().max(1_000),
    keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
    zone: zone.optional().describe('Time zone of the browser. Stored if none is set.'),
  }),
  reply: pushDevice,
  errors: ['push_address', 'too_many_devices'],
});

export const removeDevice = endpoint({
  name: 'notification-devices.remove',
  summary: 'Remove a push device',
  method: 'DELETE',
  path: '/api/v1/notifications/devices/{id}',
  ...signedIn,
  params: z.strictObject({ id: z.string().max(40) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const readCapabilities = endpoint({
  name: 'notification-preferences.capabilities',
  summary: 'Get notification capabilities',
  description: 'Returns the platforms of this installation and the keys in use.',
  method: 'GET',
  path: '/api/v1/notifications/capabilities',
  ...signedIn,
  scope: 'read',
  reply: z.object({
    platforms: z.object({
      in_app: z.object({ isOn: z.boolean() }),
      mobile: z.object({
        isOn: z.boolean(),
        publicKey: z.string().describe('VAPID key (RFC 8292) for PushManager.subscribe.'),
      }),
      email: z.object({
        isOn: z
          .boolean()
          .describe('False if no mail server is set up. Emails are then stored as files.'),
      }),
    }),
    keys: z.array(z.enum(firingKeys)),
    mailFrequencies: z.array(z.enum(mailFrequencies)),
  }),
});
export type Capabilities = z.output<typeof readCapabilities.reply>;

/** A school's setting for one key and platform. */
const schoolCell = z.object({
  value: yesNo.describe('Value for people who have chosen nothing.'),
  isOwn: z
    .boolean()
    .describe('True if the school set the value. False if it is the product’s default.'),
  isLocked: z.boolean(),
});
schemaNames.add(schoolCell, { id: 'NotificationDefault' });
const schoolRow = z.object({ in_app: schoolCell, mobile: schoolCell, email: schoolCell });
schemaNames.add(schoolRow, { id: 'NotificationDefaultRow' });
export const schoolNotifications = z.object({
  academic: z.record(z.enum(keysOf.academic), schoolRow),
  general: z.record(z.enum(keysOf.general), schoolRow),
  member: z.record(z.enum(keysOf.member), schoolRow),
  officer: z.record(z.enum(keysOf.officer), schoolRow),
});
schemaNames.add(schoolNotifications, { id: 'NotificationDefaults' });
export type SchoolNotifications = z.output<typeof schoolNotifications>;

export const readSchoolNotifications = endpoint({
  name: 'notification-defaults.read',
  summary: 'Get the school’s notification defaults',
  description: 'Returns the default and lock of every key and platform.',
  method: 'GET',
  path: '/api/v1/school/notifications',
  ...staff,
  reply: schoolNotifications,
});

export const updateSchoolNotifications = endpoint({
  name: 'notification-defaults.change',
  summary: 'Update a school notification default',
  description:
    'Sets the default for a key and platform, or locks it for everyone, whatever they chose.',
  method: 'PATCH',
  path: '/api/v1/school/notifications/{place}/{key}/{platform}',
  ...staff,
  params: z.strictObject({
    place: z.enum(preferenceGroups),
    key: z.string().max(60),
    platform: z.enum(platforms),
  }),
  body: z.strictObject({
    value: yesNo.nullable().describe('Value, or null for the product’s default without a lock.'),
    isLocked: z.boolean().default(false),
  }),
  reply: schoolNotifications,
  errors: ['not_found'],
});

const token = z.strictObject({ token: z.string().max(190) });
const done = z.object({ ok: z.literal(true) });

export const unsubscribeNotifications = endpoint({
  name: 'notification-mails.unsubscribe',
  summary: 'Unsubscribe with one click',
  description:
    'Stops notification emails for the token’s person. Needs no sign-in; mail programs call it (RFC 8058). Notifications locked by the school are still sent. Idempotent.',
  method: 'POST',
  path: '/api/v1/notifications/unsubscribe/{token}',
  access: 'visitor',
  credential: 'open',
  takes: 'form',
  params: token,
  body: z.looseObject({}),
  reply: done,
  errors: ['unsubscribe_invalid'],
});

export const leaveNotifications = endpoint({
  name: 'notification-mails.leave',
  summary: 'Unsubscribe by email link',
  description:
    'For the page that an email’s link opens. Has the same effect as the one-click call.',
  method: 'POST',
  path: '/api/v1/notifications/leave',
  access: 'visitor',
  credential: 'open',
  body: token,
  reply: done,
  errors: ['unsubscribe_invalid'],
});
