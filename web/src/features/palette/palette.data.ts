import { listClubs } from '#contract/clubs/calls.ts';
import { listCourses } from '#contract/courses/calls.ts';
import { listEvents } from '#contract/events/calls.ts';
import { mobilePeople } from '#contract/people/calls.ts';
import { callQuery, steadyCallQuery } from '../../lib/call.ts';

/** People shown at most; who wants more searches the directory. */
export const peopleShown = 5;

/** Clubs and events shown at most, each. */
export const placesShown = 4;

/** The server's search, its best matches first. */
export const peopleQuery = (text: string) => ({
  ...steadyCallQuery(mobilePeople, {
    range: 0,
    limit: peopleShown,
    search_word: text,
  }),
  enabled: text !== '',
});

/** Clubs by their names: what the list of clubs shows this person, no more. */
export const clubsQuery = (text: string) => ({
  ...steadyCallQuery(listClubs, {
    filters: JSON.stringify({ Search: text }),
    optionalProperties: JSON.stringify(['Logo', 'Type']),
    pageSize: placesShown,
  }),
  enabled: text !== '',
});

/** Coming events, as the list of events shows them to this person. */
export const eventsQuery = (text: string) => ({
  ...steadyCallQuery(listEvents, {
    filters: JSON.stringify({ Search: text }),
    pageSize: placesShown,
    counted: placesShown,
  }),
  enabled: text !== '',
});

/** One's own courses, asked once and searched here. The last copy will do: nobody is sent to sign in for a search. */
export const coursesQuery = (isOn: boolean) => ({
  ...callQuery(listCourses, { copy: 'last' }),
  enabled: isOn,
  retry: false,
});
