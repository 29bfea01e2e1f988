/* Written by `npm run lists`: what each feature declares. */
import * as account from '../account/endpoints.ts';
import * as admin from '../admin/endpoints.ts';
import * as adminPeople from '../admin/people.endpoints.ts';
import * as announcements from '../announcements/endpoints.ts';
import * as apiKeys from '../api-keys/endpoints.ts';
import * as approvals from '../approvals/endpoints.ts';
import * as audit from '../audit/endpoints.ts';
import * as booking from '../booking/endpoints.ts';
import * as bookingOffices from '../booking/offices.endpoints.ts';
import * as bookingWaiting from '../booking/waiting.endpoints.ts';
import * as budgets from '../budgets/endpoints.ts';
import * as budgetsRequests from '../budgets/requests.endpoints.ts';
import * as budgetsStaff from '../budgets/staff.endpoints.ts';
import * as calendar from '../calendar/endpoints.ts';
import * as calendarEntries from '../calendar-entries/endpoints.ts';
import * as calendarFeeds from '../calendar-feeds/endpoints.ts';
import * as calendarSubscriptions from '../calendar-subscriptions/endpoints.ts';
import * as chatConversations from '../chat/conversations.endpoints.ts';
import * as chatCourseChats from '../chat/course-chats.endpoints.ts';
import * as chatMessages from '../chat/messages.endpoints.ts';
import * as chatSettings from '../chat/settings.endpoints.ts';
import * as clubEmails from '../club-emails/endpoints.ts';
import * as clubFiles from '../club-files/endpoints.ts';
import * as clubOffice from '../club-office/endpoints.ts';
import * as clubPoints from '../club-points/endpoints.ts';
import * as clubRegistration from '../club-registration/endpoints.ts';
import * as clubRegistrationStaff from '../club-registration/staff.endpoints.ts';
import * as clubs from '../clubs/endpoints.ts';
import * as clubsJoining from '../clubs/joining.endpoints.ts';
import * as clubsMembers from '../clubs/members.endpoints.ts';
import * as clubsModeration from '../clubs/moderation.endpoints.ts';
import * as clubsPublic from '../clubs/public.endpoints.ts';
import * as clubsRoster from '../clubs/roster.endpoints.ts';
import * as clubsStaff from '../clubs/staff.endpoints.ts';
import * as clubsSuggestions from '../clubs/suggestions.endpoints.ts';
import * as connections from '../connections/endpoints.ts';
import * as courses from '../courses/endpoints.ts';
import * as coursesLms from '../courses/lms.endpoints.ts';
import * as coursesTeaching from '../courses/teaching.endpoints.ts';
import * as dues from '../dues/endpoints.ts';
import * as electionsCandidates from '../elections/candidates.endpoints.ts';
import * as elections from '../elections/endpoints.ts';
import * as electionsPaper from '../elections/paper.endpoints.ts';
import * as electionsVoting from '../elections/voting.endpoints.ts';
import * as embedding from '../embedding/endpoints.ts';
import * as employers from '../employers/endpoints.ts';
import * as employersOwn from '../employers/own.endpoints.ts';
import * as eventEmails from '../event-emails/endpoints.ts';
import * as eventsAttendees from '../events/attendees.endpoints.ts';
import * as eventsBadges from '../events/badges.endpoints.ts';
import * as eventsCancellation from '../events/cancellation.endpoints.ts';
import * as events from '../events/endpoints.ts';
import * as eventsInvitations from '../events/invitations.endpoints.ts';
import * as eventsManage from '../events/manage.endpoints.ts';
import * as eventsProposals from '../events/proposals.endpoints.ts';
import * as eventsPublic from '../events/public.endpoints.ts';
import * as eventsRecommendations from '../events/recommendations.endpoints.ts';
import * as eventsRegistration from '../events/registration.endpoints.ts';
import * as eventsRooms from '../events/rooms.endpoints.ts';
import * as finances from '../finances/endpoints.ts';
import * as financesProxies from '../finances/proxies.endpoints.ts';
import * as financesStaff from '../finances/staff.endpoints.ts';
import * as hubs from '../hubs/endpoints.ts';
import * as imports from '../imports/endpoints.ts';
import * as importsProgram from '../imports/program.endpoints.ts';
import * as invitations from '../invitations/endpoints.ts';
import * as jobs from '../jobs/endpoints.ts';
import * as jobsSearches from '../jobs/searches.endpoints.ts';
import * as lti from '../lti/endpoints.ts';
import * as ltiSetup from '../lti/setup.endpoints.ts';
import * as menus from '../menus/endpoints.ts';
import * as newsletters from '../newsletters/endpoints.ts';
import * as notifications from '../notifications/endpoints.ts';
import * as notificationsSettings from '../notifications/settings.endpoints.ts';
import * as onboarding from '../onboarding/endpoints.ts';
import * as paymentsDonations from '../payments/donations.endpoints.ts';
import * as payments from '../payments/endpoints.ts';
import * as paymentsOfficers from '../payments/officers.endpoints.ts';
import * as paymentsStaff from '../payments/staff.endpoints.ts';
import * as people from '../people/endpoints.ts';
import * as peoplePictures from '../people/pictures.endpoints.ts';
import * as peoplePrivacy from '../people/privacy.endpoints.ts';
import * as postsComments from '../posts/comments.endpoints.ts';
import * as postsDrafts from '../posts/drafts.endpoints.ts';
import * as posts from '../posts/endpoints.ts';
import * as postsLikes from '../posts/likes.endpoints.ts';
import * as postsModeration from '../posts/moderation.endpoints.ts';
import * as postsScheduled from '../posts/scheduled.endpoints.ts';
import * as record from '../record/endpoints.ts';
import * as recordLayout from '../record/layout.endpoints.ts';
import * as recordPublic from '../record/public.endpoints.ts';
import * as recordStaff from '../record/staff.endpoints.ts';
import * as reports from '../reports/endpoints.ts';
import * as roles from '../roles/endpoints.ts';
import * as rolesPositions from '../roles/positions.endpoints.ts';
import * as rooms from '../rooms/endpoints.ts';
import * as safety from '../safety/endpoints.ts';
import * as savedSearches from '../saved-searches/endpoints.ts';
import * as schedule from '../schedule/endpoints.ts';
import * as schoolData from '../school-data/endpoints.ts';
import * as schoolsAnalytics from '../schools/analytics.endpoints.ts';
import * as schools from '../schools/endpoints.ts';
import * as scim from '../scim/endpoints.ts';
import * as sessions from '../sessions/endpoints.ts';
import * as sessionsPasskeys from '../sessions/passkeys.endpoints.ts';
import * as sessionsTwoStep from '../sessions/two-step.endpoints.ts';
import * as sharedMemberships from '../shared-memberships/endpoints.ts';
import * as sharing from '../sharing/endpoints.ts';
import * as sso from '../sso/endpoints.ts';
import * as storage from '../storage/endpoints.ts';
import * as store from '../store/endpoints.ts';
import * as suggestions from '../suggestions/endpoints.ts';
import * as surveys from '../surveys/endpoints.ts';
import * as uploads from '../uploads/endpoints.ts';
import * as webhooks from '../webhooks/endpoints.ts';
import * as wordList from '../word-list/endpoints.ts';

export const declared = {
  ...account,
  ...admin,
  ...adminPeople,
  ...announcements,
  ...apiKeys,
  ...approvals,
  ...audit,
  ...booking,
  ...bookingOffices,
  ...bookingWaiting,
  ...budgets,
  ...budgetsRequests,
  ...budgetsStaff,
  ...calendar,
  ...calendarEntries,
  ...calendarFeeds,
  ...calendarSubscriptions,
  ...chatConversations,
  ...chatCourseChats,
  ...chatMessages,
  ...chatSettings,
  ...clubEmails,
  ...clubFiles,
  ...clubOffice,
  ...clubPoints,
  ...clubRegistration,
  ...clubRegistrationStaff,
  ...clubs,
  ...clubsJoining,
  ...clubsMembers,
  ...clubsModeration,
  ...clubsPublic,
  ...clubsRoster,
  ...clubsStaff,
  ...clubsSuggestions,
  ...connections,
  ...courses,
  ...coursesLms,
  ...coursesTeaching,
  ...dues,
  ...electionsCandidates,
  ...elections,
  ...electionsPaper,
  ...electionsVoting,
  ...embedding,
  ...employers,
  ...employersOwn,
  ...eventEmails,
  ...eventsAttendees,
  ...eventsBadges,
  ...eventsCancellation,
  ...events,
  ...eventsInvitations,
  ...eventsManage,
  ...eventsProposals,
  ...eventsPublic,
  ...eventsRecommendations,
  ...eventsRegistration,
  ...eventsRooms,
  ...finances,
  ...financesProxies,
  ...financesStaff,
  ...hubs,
  ...imports,
  ...importsProgram,
  ...invitations,
  ...jobs,
  ...jobsSearches,
  ...lti,
  ...ltiSetup,
  ...menus,
  ...newsletters,
  ...notifications,
  ...notificationsSettings,
  ...onboarding,
  ...paymentsDonations,
  ...payments,
  ...paymentsOfficers,
  ...paymentsStaff,
  ...people,
  ...peoplePictures,
  ...peoplePrivacy,
  ...postsComments,
  ...postsDrafts,
  ...posts,
  ...postsLikes,
  ...postsModeration,
  ...postsScheduled,
  ...record,
  ...recordLayout,
  ...recordPublic,
  ...recordStaff,
  ...reports,
  ...roles,
  ...rolesPositions,
  ...rooms,
  ...safety,
  ...savedSearches,
  ...schedule,
  ...schoolData,
  ...schoolsAnalytics,
  ...schools,
  ...scim,
  ...sessions,
  ...sessionsPasskeys,
  ...sessionsTwoStep,
  ...sharedMemberships,
  ...sharing,
  ...sso,
  ...storage,
  ...store,
  ...suggestions,
  ...surveys,
  ...uploads,
  ...webhooks,
  ...wordList,
} as const;
