/* Written by `npm run lists`: what each feature declares. */
import { auditKinds as admin } from '../admin/audit-kinds.ts';
import { auditKinds as announcements } from '../announcements/audit-kinds.ts';
import { auditKinds as apiKeys } from '../api-keys/audit-kinds.ts';
import { auditKinds as approvals } from '../approvals/audit-kinds.ts';
import { auditKinds as audit } from '../audit/audit-kinds.ts';
import { auditKinds as booking } from '../booking/audit-kinds.ts';
import { auditKinds as budgets } from '../budgets/audit-kinds.ts';
import { auditKinds as chat } from '../chat/audit-kinds.ts';
import { auditKinds as clubEmails } from '../club-emails/audit-kinds.ts';
import { auditKinds as clubFiles } from '../club-files/audit-kinds.ts';
import { auditKinds as clubPoints } from '../club-points/audit-kinds.ts';
import { auditKinds as clubRegistration } from '../club-registration/audit-kinds.ts';
import { auditKinds as clubs } from '../clubs/audit-kinds.ts';
import { auditKinds as courses } from '../courses/audit-kinds.ts';
import { auditKinds as dues } from '../dues/audit-kinds.ts';
import { auditKinds as elections } from '../elections/audit-kinds.ts';
import { auditKinds as embedding } from '../embedding/audit-kinds.ts';
import { auditKinds as employers } from '../employers/audit-kinds.ts';
import { auditKinds as eventEmails } from '../event-emails/audit-kinds.ts';
import { auditKinds as events } from '../events/audit-kinds.ts';
import { auditKinds as finances } from '../finances/audit-kinds.ts';
import { auditKinds as hubs } from '../hubs/audit-kinds.ts';
import { auditKinds as imports } from '../imports/audit-kinds.ts';
import { auditKinds as invitations } from '../invitations/audit-kinds.ts';
import { auditKinds as jobs } from '../jobs/audit-kinds.ts';
import { auditKinds as lti } from '../lti/audit-kinds.ts';
import { auditKinds as menus } from '../menus/audit-kinds.ts';
import { auditKinds as newsletters } from '../newsletters/audit-kinds.ts';
import { auditKinds as notifications } from '../notifications/audit-kinds.ts';
import { auditKinds as onboarding } from '../onboarding/audit-kinds.ts';
import { auditKinds as payments } from '../payments/audit-kinds.ts';
import { auditKinds as people } from '../people/audit-kinds.ts';
import { auditKinds as posts } from '../posts/audit-kinds.ts';
import { auditKinds as record } from '../record/audit-kinds.ts';
import { auditKinds as reports } from '../reports/audit-kinds.ts';
import { auditKinds as roles } from '../roles/audit-kinds.ts';
import { auditKinds as rooms } from '../rooms/audit-kinds.ts';
import { auditKinds as schools } from '../schools/audit-kinds.ts';
import { auditKinds as scim } from '../scim/audit-kinds.ts';
import { auditKinds as sessions } from '../sessions/audit-kinds.ts';
import { auditKinds as sso } from '../sso/audit-kinds.ts';
import { auditKinds as storage } from '../storage/audit-kinds.ts';
import { auditKinds as store } from '../store/audit-kinds.ts';
import { auditKinds as surveys } from '../surveys/audit-kinds.ts';
import { auditKinds as webhooks } from '../webhooks/audit-kinds.ts';
import { auditKinds as wordList } from '../word-list/audit-kinds.ts';

export const auditKinds = {
  ...admin,
  ...announcements,
  ...apiKeys,
  ...approvals,
  ...audit,
  ...booking,
  ...budgets,
  ...chat,
  ...clubEmails,
  ...clubFiles,
  ...clubPoints,
  ...clubRegistration,
  ...clubs,
  ...courses,
  ...dues,
  ...elections,
  ...embedding,
  ...employers,
  ...eventEmails,
  ...events,
  ...finances,
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
  ...people,
  ...posts,
  ...record,
  ...reports,
  ...roles,
  ...rooms,
  ...schools,
  ...scim,
  ...sessions,
  ...sso,
  ...storage,
  ...store,
  ...surveys,
  ...webhooks,
  ...wordList,
} as const;
