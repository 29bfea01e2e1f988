import { getSharedMemberships, sharedMax } from '#contract/shared-memberships/endpoints.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { idOf } from '../../kernel/sql.ts';
import { readerOf } from '../events/reader/event-reader.queries.ts';
import { selectPerson } from '../people/people.queries.ts';
import { canVisit, isVisiblePerson, relationshipOf } from '../people/people.rules.ts';
import { fileUrl, viewContextOf } from '../people/people.views.ts';
import {
  selectSharedClubs,
  selectSharedCourses,
  selectSharedEvents,
} from './shared-memberships.queries.ts';

export const sharedMembershipsHandlers = [
  handle(getSharedMemberships, async (call, { uid }) => {
    const { viewer, connect } = viewContextOf(call);
    const row = await selectPerson(call.db, viewer.userId, idOf(uid));
    if (row === undefined || !isVisiblePerson(row, relationshipOf(viewer, row, connect)))
      throw problem('person_not_found');
    // Admins and advisors see only what anyone else would see, so the activity log doesn't record this call.
    const asAnyone = { ...viewer, isAdmin: false, isAdviser: false };
    if (row.id === viewer.userId || !canVisit(row, relationshipOf(asAnyone, row, connect)))
      return { clubs: [], events: [], courses: [] };
    const pair = { viewer: viewer.userId, person: row.id, limit: sharedMax };
    const [clubs, events, courses] = await Promise.all([
      selectSharedClubs(call.db, pair),
      selectSharedEvents(call.db, readerOf(call), pair),
      selectSharedCourses(call.db, pair, call.now),
    ]);
    return {
      clubs: clubs.map(({ id, name, logo }) => ({ id, name, logoUrl: fileUrl(logo) })),
      events: events.map(({ id, title, starts_at, original }) => ({
        id,
        title,
        dateStart: starts_at.toISOString(),
        occurrence: original,
      })),
      courses,
    };
  }),
];
