import { urgent } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  election_opened: null,
  election_extended: null,
  election_published: null,
  election_canceled: null,
  election_nominated: null,
  election_to_announce: null,
  election_paper_due: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    elections: urgent,
  },
} as const satisfies NotificationKeys;
