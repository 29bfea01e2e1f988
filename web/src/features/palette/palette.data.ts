import { listConversations } from '#contract/chat/calls.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import { listCourses } from '#contract/courses/calls.ts';
import { listEvents } from '#contract/events/calls.ts';
import { mobilePeople } from '#contract/people/calls.ts';
import { callQuery, steadyCallQuery } from '../../lib/call.ts';

/** Maximum number of people. The directory shows more. */
export const peopleShown = 5;

/** Maximum number of clubs and of events. */
export const placesShown = 4;

/** The server's search, best matches first. */
export const peopleQuery = (text: string) => ({
  ...steadyCallQuery(mobilePeople, {
    range: 0,
    limit: peopleShown,
    search_word: text,
  }),
  enabled: text !== '',
});

/** Clubs by name, only those that the club list shows this user. */
export const clubsQuery = (text: string) => ({
  ...steadyCallQuery(listClubs, {
    filters: JSON.stringify({ Search: text }),
    optionalProperties: JSON.stringify(['Logo', 'Type']),
    pageSize: placesShown,
  }),
  enabled: text !== '',
});

/** Upcoming events, only those that the event list shows this user. */
export const eventsQuery = (text: string) => ({
  ...steadyCallQuery(listEvents, {
    filters: JSON.stringify({ Search: text }),
    pageSize: placesShown,
    counted: placesShown,
  }),
  enabled: text !== '',
});

/** The user's conversations by name and by the names of their people. Without a text, the newest ones. */
export const conversationsQuery = (text: string) => ({
  ...steadyCallQuery(listConversations, {
    folder: 'inbox',
    ...(text !== '' && { search: text }),
  }),
  retry: false,
});

/** The user's courses, loaded once and searched here. The last synced copy is enough, so a search never asks for a sign-in. */
export const coursesQuery = (isOn: boolean) => ({
  ...callQuery(listCourses, { copy: 'last' }),
  enabled: isOn,
  retry: false,
});
