import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  devicesMax,
  firingKeys,
  keyPlaces,
  keysOf,
  mailFrequencies,
  notificationCategories,
  platforms,
} from './keys.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const staff = {
  access: 'staff',
  permission: 'notifications.manage',
  credential: 'bearer',
} as const;
const yesNo = z.enum(['yes', 'no']);
const status = z.enum(['enabled', 'disabled']);

/** One switch: of a key, on a platform. */
export const preferenceCell = z.object({
  value: yesNo.describe('What is set; the switch of the whole category may still be off'),
  rule: z
    .enum(['locked', 'own', 'school', 'default'])
    .describe('Who has set it. `locked`: the school, for everybody'),
  byDefault: yesNo.describe('What holds when the person has chosen nothing'),
  isEffective: z.boolean().describe('Whether it reaches the person there'),
});
const row = z.object({ in_app: preferenceCell, mobile: preferenceCell, email: preferenceCell });
export type PreferenceRow = z.output<typeof row>;
const statuses = z.object({ in_app: status, mobile: status, email: status });
const chosen = z
  .strictObject({ in_app: yesNo, mobile: yesNo, email: yesNo })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'name at least one platform');

/** The whole matrix of one person. */
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
      'Groups the person is in; one where they are an officer has the keys of both roles, in two entries',
    ),
});
export type Preferences = z.output<typeof preferences>;

export const readPreferences = endpoint({
  name: 'notification-preferences.read',
  summary:
    'What reaches the caller where: the whole matrix, with what the school has set and locked.',
  method: 'GET',
  path: '/api/v1/notifications/preferences',
  ...member,
  scope: 'read',
  reply: preferences,
});

export const updateGlobalPreference = endpoint({
  name: 'notification-preferences.change-global',
  summary:
    'Switch a whole category on one platform on or off. What the school has locked stays as it is.',
  method: 'PATCH',
  path: '/api/v1/notifications/preferences/global/{category}/{platform}',
  ...member,
  params: z.strictObject({ category: z.enum(notificationCategories), platform: z.enum(platforms) }),
  body: z.strictObject({ status }),
  reply: preferences,
});

export const updatePreference = endpoint({
  name: 'notification-preferences.change',
  summary: 'Choose for one key; platforms that are not named stay.',
  method: 'PATCH',
  path: '/api/v1/notifications/preferences/{category}/{key}',
  ...member,
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
  summary: 'The same for a key of a group the caller is in.',
  method: 'PATCH',
  path: '/api/v1/notifications/preferences/groups/{groupId}/{role}/{key}',
  ...member,
  params: z.strictObject({
    groupId: z.string().max(40),
    role: z.enum(['member', 'officer']),
    key: z.enum([...keysOf.member, ...keysOf.officer]),
  }),
  body: z.strictObject({ preferences: chosen }),
  reply: preferences,
  errors: ['not_found', 'notification_locked'],
});

/** Names of time zones as the server knows them; an unknown one would stop quiet hours from ending. */
const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
const zone = z.string().min(1).max(64).refine(isZone, 'a time zone such as Europe/Berlin');
const minute = z.int().min(0).max(1_439).describe('Minute of the day, local time');

/** When and how notifications reach a person outside of the app. */
export const deliverySettings = z.strictObject({
  zone: zone.nullable().describe('Time zone of quiet hours and digests; null: not told yet, UTC'),
  quietHours: z
    .strictObject({ from: minute, until: minute })
    .refine(({ from, until }) => from !== until, 'quiet hours begin and end at different times')
    .nullable()
    .describe('Devices stay silent meanwhile, and are told together afterwards'),
  mailFrequency: z.enum(mailFrequencies),
  hidesText: z
    .boolean()
    .describe('On devices: neither names nor words, only that there is something'),
});
export type DeliverySettings = z.output<typeof deliverySettings>;

export const readDeliverySettings = endpoint({
  name: 'notification-settings.read',
  summary: 'Quiet hours, how often mail comes, and what devices show.',
  method: 'GET',
  path: '/api/v1/notifications/settings',
  ...member,
  reply: deliverySettings,
});

export const updateDeliverySettings = endpoint({
  name: 'notification-settings.change',
  summary: 'Change some of them; what waits is moved to the new times.',
  method: 'PATCH',
  path: '/api/v1/notifications/settings',
  ...member,
  body: deliverySettings.partial(),
  reply: deliverySettings,
});

/** A browser that lets the campus push to it. */
export const pushDevice = z.object({
  id: z.string(),
  name: z.string().describe('Browser and system, as the server understood them'),
  addedAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
  endpointHash: z
    .string()
    .describe('SHA-256 of the endpoint, hexadecimal: by it a browser knows its own entry'),
});
export type PushDevice = z.output<typeof pushDevice>;

export const listDevices = endpoint({
  name: 'notification-devices.list',
  summary: 'Own devices that receive pushes, the newest first.',
  method: 'GET',
  path: '/api/v1/notifications/devices',
  ...member,
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
  summary: `Let a browser receive pushes: its PushSubscription as JSON (RFC 8030, 8291). At most ${devicesMax}; the same endpoint again replaces what stood.`,
  method: 'POST',
  path: '/api/v1/notifications/devices',
  ...member,
  body: z.strictObject({
    endpoint: z.url().max(1_000),
    keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
    zone: zone.optional().describe('The browser’s time zone, kept where none is known'),
  }),
  reply: pushDevice,
  errors: ['push_address', 'too_many_devices'],
});

export const removeDevice = endpoint({
  name: 'notification-devices.remove',
  summary: 'Push to a device no longer.',
  method: 'DELETE',
  path: '/api/v1/notifications/devices/{id}',
  ...member,
  params: z.strictObject({ id: z.string().max(40) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const readCapabilities = endpoint({
  name: 'notification-preferences.capabilities',
  summary: 'What this installation can deliver, and which keys something fires today.',
  method: 'GET',
  path: '/api/v1/notifications/capabilities',
  ...member,
  scope: 'read',
  reply: z.object({
    platforms: z.object({
      in_app: z.object({ isOn: z.boolean() }),
      mobile: z.object({
        isOn: z.boolean(),
        publicKey: z.string().describe('VAPID key (RFC 8292) for PushManager.subscribe'),
      }),
      email: z.object({
        isOn: z.boolean().describe('false: no mail server is set up; mails are kept as files'),
      }),
    }),
    keys: z.array(z.enum(firingKeys)),
    mailFrequencies: z.array(z.enum(mailFrequencies)),
  }),
});
export type Capabilities = z.output<typeof readCapabilities.reply>;

/** What a school says of one key and platform. */
const schoolCell = z.object({
  value: yesNo.describe('What holds for whoever chooses nothing'),
  isOwn: z.boolean().describe('The school has said so; otherwise it comes with the product'),
  isLocked: z.boolean(),
});
const schoolRow = z.object({ in_app: schoolCell, mobile: schoolCell, email: schoolCell });
export const schoolNotifications = z.object({
  academic: z.record(z.enum(keysOf.academic), schoolRow),
  general: z.record(z.enum(keysOf.general), schoolRow),
  member: z.record(z.enum(keysOf.member), schoolRow),
  officer: z.record(z.enum(keysOf.officer), schoolRow),
});
export type SchoolNotifications = z.output<typeof schoolNotifications>;

export const readSchoolNotifications = endpoint({
  name: 'notification-defaults.read',
  summary: 'The school’s default and lock of every key and platform.',
  method: 'GET',
  path: '/api/v1/school/notifications',
  ...staff,
  reply: schoolNotifications,
});

export const updateSchoolNotifications = endpoint({
  name: 'notification-defaults.change',
  summary:
    'Set the school’s default of a key and platform, or lock it: then it holds for everybody, whatever they chose.',
  method: 'PATCH',
  path: '/api/v1/school/notifications/{place}/{key}/{platform}',
  ...staff,
  params: z.strictObject({
    place: z.enum(keyPlaces),
    key: z.string().max(60),
    platform: z.enum(platforms),
  }),
  body: z.strictObject({
    value: yesNo.nullable().describe('null: as the product has it, and not locked'),
    isLocked: z.boolean().default(false),
  }),
  reply: schoolNotifications,
  errors: ['not_found'],
});

const token = z.strictObject({ token: z.string().max(190) });
const done = z.object({ ok: z.literal(true) });

export const unsubscribeNotifications = endpoint({
  name: 'notification-mails.unsubscribe',
  summary:
    'Stop notifications by mail for whom the token names, without signing in: what mail programs call with one click (RFC 8058). ' +
    'Repeating it does no harm; what the school has locked still comes.',
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
  summary: 'The same for the page that the link in a mail leads to.',
  method: 'POST',
  path: '/api/v1/notifications/leave',
  access: 'visitor',
  credential: 'open',
  body: token,
  reply: done,
  errors: ['unsubscribe_invalid'],
});
