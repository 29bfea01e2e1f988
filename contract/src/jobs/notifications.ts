import { digested, quiet } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  job_opened: null,
  job_alert: null,
  job_alerts: null,
  job_applied: null,
  job_decided: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    jobs: digested,
  },
  officer: {
    newJob: quiet,
  },
} as const satisfies NotificationKeys;
