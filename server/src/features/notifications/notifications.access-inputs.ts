/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'notifications.changes': { after: '0' },
  'notifications.mark': { ids: ['999'], read: true },
  'notifications.delete': { ids: '999' },
  'notifications.restore': { ids: ['999'] },
  'notifications.why': { id: '999' },
  'notification-preferences.change-global': {
    category: 'general',
    platform: 'email',
    status: 'disabled',
  },
  'notification-preferences.change': {
    category: 'general',
    key: 'chat',
    preferences: { email: 'yes' },
  },
  'notification-preferences.change-group': {
    groupId: '999',
    role: 'member',
    key: 'postsOnNews',
    preferences: { email: 'no' },
  },
  'notification-settings.change': { mailFrequency: 'weekly' },
  'notification-devices.add': {
    endpoint: 'https://push.example/x',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  },
  'notification-devices.remove': { id: '999' },
  'notification-defaults.change': {
    place: 'general',
    key: 'chat',
    platform: 'email',
    value: 'no',
    isLocked: false,
  },
  'notification-mails.unsubscribe': { token: 'x' },
  'notification-mails.leave': { token: 'x' },
};

export const admitted = {
  'notifications.why': 404,
  // The person is in no club yet.
  'notification-preferences.change-group': 404,
  'notification-devices.remove': 404,
  // This call only reads form bodies.
  'notification-mails.unsubscribe': 415,
  'notification-mails.leave': 410,
};
