/* Written by `npm run lists`: what each feature declares. */
import { notificationKinds as approvals } from '../approvals/notifications.ts';
import { notificationKinds as booking } from '../booking/notifications.ts';
import { notificationKinds as budgets } from '../budgets/notifications.ts';
import { notificationKinds as calendar } from '../calendar/notifications.ts';
import { notificationKinds as chat } from '../chat/notifications.ts';
import { notificationKinds as clubRegistration } from '../club-registration/notifications.ts';
import { notificationKinds as clubs } from '../clubs/notifications.ts';
import { notificationKinds as connections } from '../connections/notifications.ts';
import { notificationKinds as courses } from '../courses/notifications.ts';
import { notificationKinds as dues } from '../dues/notifications.ts';
import { notificationKinds as elections } from '../elections/notifications.ts';
import { notificationKinds as events } from '../events/notifications.ts';
import { notificationKinds as jobs } from '../jobs/notifications.ts';
import { notificationKinds as payments } from '../payments/notifications.ts';
import { notificationKinds as posts } from '../posts/notifications.ts';
import { notificationKinds as record } from '../record/notifications.ts';
import { notificationKinds as reports } from '../reports/notifications.ts';
import { notificationKinds as store } from '../store/notifications.ts';
import { notificationKinds as surveys } from '../surveys/notifications.ts';

export const notificationKinds = {
  ...approvals,
  ...booking,
  ...budgets,
  ...calendar,
  ...chat,
  ...clubRegistration,
  ...clubs,
  ...connections,
  ...courses,
  ...dues,
  ...elections,
  ...events,
  ...jobs,
  ...payments,
  ...posts,
  ...record,
  ...reports,
  ...store,
  ...surveys,
} as const;
