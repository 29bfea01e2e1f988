/* Written by `npm run lists`: what each feature declares. */
import { paths as admin } from '../features/admin/paths.ts';
import { paths as announcements } from '../features/announcements/paths.ts';
import { paths as approvals } from '../features/approvals/paths.ts';
import { paths as booking } from '../features/booking/paths.ts';
import { paths as budgets } from '../features/budgets/paths.ts';
import { paths as calendar } from '../features/calendar/paths.ts';
import { paths as chat } from '../features/chat/paths.ts';
import { paths as chatSettings } from '../features/chat-settings/paths.ts';
import { paths as checkIn } from '../features/check-in/paths.ts';
import { paths as clubRegistration } from '../features/club-registration/paths.ts';
import { paths as clubs } from '../features/clubs/paths.ts';
import { paths as connections } from '../features/connections/paths.ts';
import { paths as courses } from '../features/courses/paths.ts';
import { paths as development } from '../features/development/paths.ts';
import { paths as directory } from '../features/directory/paths.ts';
import { paths as elections } from '../features/elections/paths.ts';
import { paths as embedding } from '../features/embedding/paths.ts';
import { paths as employers } from '../features/employers/paths.ts';
import { paths as events } from '../features/events/paths.ts';
import { paths as finances } from '../features/finances/paths.ts';
import { paths as home } from '../features/home/paths.ts';
import { paths as hubs } from '../features/hubs/paths.ts';
import { paths as imports } from '../features/imports/paths.ts';
import { paths as invitations } from '../features/invitations/paths.ts';
import { paths as jobs } from '../features/jobs/paths.ts';
import { paths as lti } from '../features/lti/paths.ts';
import { paths as menus } from '../features/menus/paths.ts';
import { paths as newsletters } from '../features/newsletters/paths.ts';
import { paths as notifications } from '../features/notifications/paths.ts';
import { paths as onboarding } from '../features/onboarding/paths.ts';
import { paths as payments } from '../features/payments/paths.ts';
import { paths as posts } from '../features/posts/paths.ts';
import { paths as profile } from '../features/profile/paths.ts';
import { paths as provisioning } from '../features/provisioning/paths.ts';
import { paths as record } from '../features/record/paths.ts';
import { paths as roles } from '../features/roles/paths.ts';
import { paths as rooms } from '../features/rooms/paths.ts';
import { paths as schedule } from '../features/schedule/paths.ts';
import { paths as schoolLook } from '../features/school-look/paths.ts';
import { paths as settings } from '../features/settings/paths.ts';
import { paths as signIn } from '../features/sign-in/paths.ts';
import { paths as sso } from '../features/sso/paths.ts';
import { paths as storage } from '../features/storage/paths.ts';
import { paths as surveys } from '../features/surveys/paths.ts';
import { paths as webhooks } from '../features/webhooks/paths.ts';
import { paths as wordList } from '../features/word-list/paths.ts';

export const paths = {
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
  ...signIn,
  ...sso,
  ...storage,
  ...surveys,
  ...webhooks,
  ...wordList,
} as const;
