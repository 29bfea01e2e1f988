import { urgent } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  submission_waiting: null,
  submission_reminder: null,
  submission_commented: null,
  submission_changes_requested: null,
  submission_approved: null,
  submission_denied: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    approvals: urgent,
  },
} as const satisfies NotificationKeys;
