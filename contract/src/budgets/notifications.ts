import { urgent } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  budget_request_denied: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  officer: {
    budgetSubmissionRejected: urgent,
  },
} as const satisfies NotificationKeys;
