import type { Call } from './call.ts';
import { readCalendar, readSources } from './calendar/calls.ts';
import { listConversations, listMessages, readConversation, readUnread } from './chat/calls.ts';
import { getClubAbout, getClubLayout, listClubMembers, listClubs } from './clubs/calls.ts';
import { listConnections } from './connections/calls.ts';
import {
  getCourse,
  listAllAnnouncements,
  listAssignments,
  listCourseAnnouncements,
  listCourses,
  listDue,
} from './courses/calls.ts';
import {
  countEventDays,
  listEventHosts,
  listEventTags,
  listEvents,
  listTickets,
  readEvent,
  readRegistration,
} from './events/calls.ts';
import { listHubs } from './hubs/calls.ts';
import { getMenu } from './menus/calls.ts';
import { countUnread, listNotifications } from './notifications/calls.ts';
import { getFirstRun } from './onboarding/calls.ts';
import { getProfile, listingConfig, listingFilters, mobilePeople } from './people/calls.ts';
import { listComments, listFeed, listTopics, readClubPosting, readPost } from './posts/calls.ts';
import { getSharedMemberships } from './shared-memberships/calls.ts';
import { listSuggestions } from './suggestions/calls.ts';

/*
 * The calls whose replies the web app stores on a person's device, so that their last pages open without network (decision
 * 077). No other reply is stored. A call belongs here if people need its page on the go, and if its reply contains no
 * ballot, payment, statement, export, token or list for staff. Courses and assignments contain the person's own grades. A test
 * checks that each is a read for members.
 */

/** What a page is about. The notice about missing network shows the age of these. */
export const offlinePageCalls: readonly Call[] = [
  // Home and posts
  listFeed,
  readPost,
  listComments,
  listSuggestions,
  listConnections,
  // Directory and profiles
  mobilePeople,
  getProfile,
  getSharedMemberships,
  // Clubs
  listClubs,
  getClubLayout,
  getClubAbout,
  listClubMembers,
  listTopics,
  // Events and the person's tickets
  listEvents,
  readEvent,
  readRegistration,
  listTickets,
  // Calendar
  readCalendar,
  // Chat
  listConversations,
  readConversation,
  listMessages,
  // Courses
  listCourses,
  getCourse,
  listDue,
  listAssignments,
  listAllAnnouncements,
  listCourseAnnouncements,
  // Notifications
  listNotifications,
];

/** Parts of these pages: menus, counts, filters. */
export const offlinePartCalls: readonly Call[] = [
  getMenu,
  listHubs,
  countUnread,
  readUnread,
  getFirstRun,
  listingConfig,
  listingFilters,
  readClubPosting,
  countEventDays,
  listEventHosts,
  listEventTags,
  readSources,
];
