/* Written by `npm run lists`: what each feature declares. */
import { permissions as announcements } from '../announcements/permissions.ts';
import { permissions as apiKeys } from '../api-keys/permissions.ts';
import { permissions as approvals } from '../approvals/permissions.ts';
import { permissions as audit } from '../audit/permissions.ts';
import { permissions as booking } from '../booking/permissions.ts';
import { permissions as budgets } from '../budgets/permissions.ts';
import { permissions as chat } from '../chat/permissions.ts';
import { permissions as clubEmails } from '../club-emails/permissions.ts';
import { permissions as clubFiles } from '../club-files/permissions.ts';
import { permissions as clubPoints } from '../club-points/permissions.ts';
import { permissions as clubs } from '../clubs/permissions.ts';
import { permissions as courses } from '../courses/permissions.ts';
import { permissions as dues } from '../dues/permissions.ts';
import { permissions as elections } from '../elections/permissions.ts';
import { permissions as embedding } from '../embedding/permissions.ts';
import { permissions as events } from '../events/permissions.ts';
import { permissions as finances } from '../finances/permissions.ts';
import { permissions as hubs } from '../hubs/permissions.ts';
import { permissions as imports } from '../imports/permissions.ts';
import { permissions as jobs } from '../jobs/permissions.ts';
import { permissions as lti } from '../lti/permissions.ts';
import { permissions as menus } from '../menus/permissions.ts';
import { permissions as newsletters } from '../newsletters/permissions.ts';
import { permissions as notifications } from '../notifications/permissions.ts';
import { permissions as payments } from '../payments/permissions.ts';
import { permissions as people } from '../people/permissions.ts';
import { permissions as posts } from '../posts/permissions.ts';
import { permissions as record } from '../record/permissions.ts';
import { permissions as reports } from '../reports/permissions.ts';
import { permissions as roles } from '../roles/permissions.ts';
import { permissions as rooms } from '../rooms/permissions.ts';
import { permissions as schools } from '../schools/permissions.ts';
import { permissions as sharing } from '../sharing/permissions.ts';
import { permissions as sso } from '../sso/permissions.ts';
import { permissions as storage } from '../storage/permissions.ts';
import { permissions as store } from '../store/permissions.ts';
import { permissions as surveys } from '../surveys/permissions.ts';
import { permissions as webhooks } from '../webhooks/permissions.ts';

export const permissions = {
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
  ...clubs,
  ...courses,
  ...dues,
  ...elections,
  ...embedding,
  ...events,
  ...finances,
  ...hubs,
  ...imports,
  ...jobs,
  ...lti,
  ...menus,
  ...newsletters,
  ...notifications,
  ...payments,
  ...people,
  ...posts,
  ...record,
  ...reports,
  ...roles,
  ...rooms,
  ...schools,
  ...sharing,
  ...sso,
  ...storage,
  ...store,
  ...surveys,
  ...webhooks,
} as const;
