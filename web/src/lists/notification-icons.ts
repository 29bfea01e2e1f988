/* Written by `npm run lists`: what each feature declares. */
import { notificationIcons as approvals } from '../features/approvals/notification-icons.ts';
import { notificationIcons as booking } from '../features/booking/notification-icons.ts';
import { notificationIcons as budgets } from '../features/budgets/notification-icons.ts';
import { notificationIcons as calendar } from '../features/calendar/notification-icons.ts';
import { notificationIcons as chat } from '../features/chat/notification-icons.ts';
import { notificationIcons as clubRegistration } from '../features/club-registration/notification-icons.ts';
import { notificationIcons as clubs } from '../features/clubs/notification-icons.ts';
import { notificationIcons as connections } from '../features/connections/notification-icons.ts';
import { notificationIcons as courses } from '../features/courses/notification-icons.ts';
import { notificationIcons as dues } from '../features/dues/notification-icons.ts';
import { notificationIcons as elections } from '../features/elections/notification-icons.ts';
import { notificationIcons as events } from '../features/events/notification-icons.ts';
import { notificationIcons as jobs } from '../features/jobs/notification-icons.ts';
import { notificationIcons as payments } from '../features/payments/notification-icons.ts';
import { notificationIcons as posts } from '../features/posts/notification-icons.ts';
import { notificationIcons as record } from '../features/record/notification-icons.ts';
import { notificationIcons as reports } from '../features/reports/notification-icons.ts';
import { notificationIcons as store } from '../features/store/notification-icons.ts';
import { notificationIcons as surveys } from '../features/surveys/notification-icons.ts';

export const notificationIcons = {
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
