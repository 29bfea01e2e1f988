/* Written by `npm run lists`: what each feature declares. */
import { notificationKeys as approvals } from '../approvals/notifications.ts';
import { notificationKeys as booking } from '../booking/notifications.ts';
import { notificationKeys as budgets } from '../budgets/notifications.ts';
import { notificationKeys as calendar } from '../calendar/notifications.ts';
import { notificationKeys as chat } from '../chat/notifications.ts';
import { notificationKeys as clubRegistration } from '../club-registration/notifications.ts';
import { notificationKeys as clubs } from '../clubs/notifications.ts';
import { notificationKeys as connections } from '../connections/notifications.ts';
import { notificationKeys as courses } from '../courses/notifications.ts';
import { notificationKeys as dues } from '../dues/notifications.ts';
import { notificationKeys as elections } from '../elections/notifications.ts';
import { notificationKeys as events } from '../events/notifications.ts';
import { notificationKeys as jobs } from '../jobs/notifications.ts';
import { notificationKeys as payments } from '../payments/notifications.ts';
import { notificationKeys as posts } from '../posts/notifications.ts';
import { notificationKeys as record } from '../record/notifications.ts';
import { notificationKeys as reports } from '../reports/notifications.ts';
import { notificationKeys as store } from '../store/notifications.ts';
import { notificationKeys as surveys } from '../surveys/notifications.ts';

export const notificationKeys = {
  approvals,
  booking,
  budgets,
  calendar,
  chat,
  clubRegistration,
  clubs,
  connections,
  courses,
  dues,
  elections,
  events,
  jobs,
  payments,
  posts,
  record,
  reports,
  store,
  surveys,
} as const;
