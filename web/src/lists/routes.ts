/* Written by `npm run lists`: what each feature declares. */
import { routes as admin } from '../features/admin/routes.ts';
import { routes as announcements } from '../features/announcements/routes.ts';
import { routes as approvals } from '../features/approvals/routes.ts';
import { routes as booking } from '../features/booking/routes.ts';
import { routes as budgets } from '../features/budgets/routes.ts';
import { routes as calendar } from '../features/calendar/routes.ts';
import { routes as chat } from '../features/chat/routes.ts';
import { routes as chatSettings } from '../features/chat-settings/routes.ts';
import { routes as checkIn } from '../features/check-in/routes.ts';
import { routes as clubRegistration } from '../features/club-registration/routes.ts';
import { routes as clubs } from '../features/clubs/routes.ts';
import { routes as connections } from '../features/connections/routes.ts';
import { routes as courses } from '../features/courses/routes.ts';
import { routes as development } from '../features/development/routes.ts';
import { routes as directory } from '../features/directory/routes.ts';
import { routes as elections } from '../features/elections/routes.ts';
import { routes as embedding } from '../features/embedding/routes.ts';
import { routes as employers } from '../features/employers/routes.ts';
import { routes as events } from '../features/events/routes.ts';
import { routes as finances } from '../features/finances/routes.ts';
import { routes as home } from '../features/home/routes.ts';
import { routes as hubs } from '../features/hubs/routes.ts';
import { routes as imports } from '../features/imports/routes.ts';
import { routes as invitations } from '../features/invitations/routes.ts';
import { routes as jobs } from '../features/jobs/routes.ts';
import { routes as lti } from '../features/lti/routes.ts';
import { routes as menus } from '../features/menus/routes.ts';
import { routes as newsletters } from '../features/newsletters/routes.ts';
import { routes as notifications } from '../features/notifications/routes.ts';
import { routes as onboarding } from '../features/onboarding/routes.ts';
import { routes as payments } from '../features/payments/routes.ts';
import { routes as posts } from '../features/posts/routes.ts';
import { routes as profile } from '../features/profile/routes.ts';
import { routes as provisioning } from '../features/provisioning/routes.ts';
import { routes as record } from '../features/record/routes.ts';
import { routes as roles } from '../features/roles/routes.ts';
import { routes as rooms } from '../features/rooms/routes.ts';
import { routes as schedule } from '../features/schedule/routes.ts';
import { routes as schoolLook } from '../features/school-look/routes.ts';
import { routes as settings } from '../features/settings/routes.ts';
import { routes as sharing } from '../features/sharing/routes.ts';
import { routes as signIn } from '../features/sign-in/routes.ts';
import { routes as sso } from '../features/sso/routes.ts';
import { routes as storage } from '../features/storage/routes.ts';
import { routes as surveys } from '../features/surveys/routes.ts';
import { routes as webhooks } from '../features/webhooks/routes.ts';
import { routes as wordList } from '../features/word-list/routes.ts';

export const routes = [
  ...admin,
  ...announcements,
  ...approvals,
  ...booking,
  ...budgets,
  ...calendar,
  ...chat,
  ...chatSettings,
  ...checkIn,
  ...clubRegistration,
  ...clubs,
  ...connections,
  ...courses,
  ...development,
  ...directory,
  ...elections,
  ...embedding,
  ...employers,
  ...events,
  ...finances,
  ...home,
  ...hubs,
  ...imports,
  ...invitations,
  ...jobs,
  ...lti,
  ...menus,
  ...newsletters,
  ...notifications,
  ...onboarding,
  ...payments,
  ...posts,
  ...profile,
  ...provisioning,
  ...record,
  ...roles,
  ...rooms,
  ...schedule,
  ...schoolLook,
  ...settings,
  ...sharing,
  ...signIn,
  ...sso,
  ...storage,
  ...surveys,
  ...webhooks,
  ...wordList,
] as const;
