/* Written by `npm run lists`: what each feature declares. */
import { errors as account } from '../account/errors.ts';
import { errors as admin } from '../admin/errors.ts';
import { errors as announcements } from '../announcements/errors.ts';
import { errors as apiKeys } from '../api-keys/errors.ts';
import { errors as approvals } from '../approvals/errors.ts';
import { errors as booking } from '../booking/errors.ts';
import { errors as budgets } from '../budgets/errors.ts';
import { errors as calendar } from '../calendar/errors.ts';
import { errors as calendarEntries } from '../calendar-entries/errors.ts';
import { errors as calendarFeeds } from '../calendar-feeds/errors.ts';
import { errors as calendarSubscriptions } from '../calendar-subscriptions/errors.ts';
import { errors as chat } from '../chat/errors.ts';
import { errors as clubEmails } from '../club-emails/errors.ts';
import { errors as clubFiles } from '../club-files/errors.ts';
import { errors as clubPoints } from '../club-points/errors.ts';
import { errors as clubRegistration } from '../club-registration/errors.ts';
import { errors as clubs } from '../clubs/errors.ts';
import { errors as courses } from '../courses/errors.ts';
import { errors as dues } from '../dues/errors.ts';
import { errors as elections } from '../elections/errors.ts';
import { errors as embedding } from '../embedding/errors.ts';
import { errors as employers } from '../employers/errors.ts';
import { errors as eventEmails } from '../event-emails/errors.ts';
import { errors as events } from '../events/errors.ts';
import { errors as finances } from '../finances/errors.ts';
import { errors as forms } from '../forms/errors.ts';
import { errors as hubs } from '../hubs/errors.ts';
import { errors as imports } from '../imports/errors.ts';
import { errors as invitations } from '../invitations/errors.ts';
import { errors as jobs } from '../jobs/errors.ts';
import { errors as lti } from '../lti/errors.ts';
import { errors as menus } from '../menus/errors.ts';
import { errors as newsletters } from '../newsletters/errors.ts';
import { errors as notifications } from '../notifications/errors.ts';
import { errors as payments } from '../payments/errors.ts';
import { errors as people } from '../people/errors.ts';
import { errors as posts } from '../posts/errors.ts';
import { errors as record } from '../record/errors.ts';
import { errors as reports } from '../reports/errors.ts';
import { errors as roles } from '../roles/errors.ts';
import { errors as rooms } from '../rooms/errors.ts';
import { errors as safety } from '../safety/errors.ts';
import { errors as savedSearches } from '../saved-searches/errors.ts';
import { errors as schedule } from '../schedule/errors.ts';
import { errors as schoolData } from '../school-data/errors.ts';
import { errors as scim } from '../scim/errors.ts';
import { errors as sessions } from '../sessions/errors.ts';
import { errors as sharing } from '../sharing/errors.ts';
import { errors as sso } from '../sso/errors.ts';
import { errors as storage } from '../storage/errors.ts';
import { errors as store } from '../store/errors.ts';
import { errors as surveys } from '../surveys/errors.ts';
import { errors as uploads } from '../uploads/errors.ts';
import { errors as webhooks } from '../webhooks/errors.ts';
import { errors as wordList } from '../word-list/errors.ts';

export const featureErrors = {
  ...account,
  ...admin,
  ...announcements,
  ...apiKeys,
  ...approvals,
  ...booking,
  ...budgets,
  ...calendar,
  ...calendarEntries,
  ...calendarFeeds,
  ...calendarSubscriptions,
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
  ...forms,
  ...hubs,
  ...imports,
  ...invitations,
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
  ...safety,
  ...savedSearches,
  ...schedule,
  ...schoolData,
  ...scim,
  ...sessions,
  ...sharing,
  ...sso,
  ...storage,
  ...store,
  ...surveys,
  ...uploads,
  ...webhooks,
  ...wordList,
} as const;
