/* Written by `npm run lists`: what each feature declares. */
import { sections as admin } from '../features/admin/sections.ts';
import { sections as announcements } from '../features/announcements/sections.ts';
import { sections as approvals } from '../features/approvals/sections.ts';
import { sections as booking } from '../features/booking/sections.ts';
import { sections as budgets } from '../features/budgets/sections.ts';
import { sections as chatSettings } from '../features/chat-settings/sections.ts';
import { sections as clubRegistration } from '../features/club-registration/sections.ts';
import { sections as clubs } from '../features/clubs/sections.ts';
import { sections as courses } from '../features/courses/sections.ts';
import { sections as development } from '../features/development/sections.ts';
import { sections as elections } from '../features/elections/sections.ts';
import { sections as embedding } from '../features/embedding/sections.ts';
import { sections as employers } from '../features/employers/sections.ts';
import { sections as finances } from '../features/finances/sections.ts';
import { sections as hubs } from '../features/hubs/sections.ts';
import { sections as imports } from '../features/imports/sections.ts';
import { sections as invitations } from '../features/invitations/sections.ts';
import { sections as jobs } from '../features/jobs/sections.ts';
import { sections as lti } from '../features/lti/sections.ts';
import { sections as menus } from '../features/menus/sections.ts';
import { sections as newsletters } from '../features/newsletters/sections.ts';
import { sections as notifications } from '../features/notifications/sections.ts';
import { sections as payments } from '../features/payments/sections.ts';
import { sections as provisioning } from '../features/provisioning/sections.ts';
import { sections as record } from '../features/record/sections.ts';
import { sections as roles } from '../features/roles/sections.ts';
import { sections as rooms } from '../features/rooms/sections.ts';
import { sections as schedule } from '../features/schedule/sections.ts';
import { sections as schoolLook } from '../features/school-look/sections.ts';
import { sections as settings } from '../features/settings/sections.ts';
import { sections as sso } from '../features/sso/sections.ts';
import { sections as storage } from '../features/storage/sections.ts';
import { sections as webhooks } from '../features/webhooks/sections.ts';
import { sections as wordList } from '../features/word-list/sections.ts';

export const sections = [
  ...admin,
  ...announcements,
  ...approvals,
  ...booking,
  ...budgets,
  ...chatSettings,
  ...clubRegistration,
  ...clubs,
  ...courses,
  ...development,
  ...elections,
  ...embedding,
  ...employers,
  ...finances,
  ...hubs,
  ...imports,
  ...invitations,
  ...jobs,
  ...lti,
  ...menus,
  ...newsletters,
  ...notifications,
  ...payments,
  ...provisioning,
  ...record,
  ...roles,
  ...rooms,
  ...schedule,
  ...schoolLook,
  ...settings,
  ...sso,
  ...storage,
  ...webhooks,
  ...wordList,
] as const;
