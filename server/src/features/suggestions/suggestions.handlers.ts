import {
  dismissSuggestion,
  listSuggestions,
  restoreSuggestion,
} from '#contract/suggestions/endpoints.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { done, idOf } from '../../kernel/sql.ts';
import { selectMutuals, selectPerson } from '../people/people.queries.ts';
import { closenessOf, isThere } from '../people/people.rules.ts';
import { lookOf, userView } from '../people/people.views.ts';
import { sightOf } from '../people/privacy/privacy.queries.ts';
import { recordReading } from '../people/privacy/reading.ts';
import { deleteDismissal, insertDismissal, selectSuggestions } from './suggestions.queries.ts';
import { reasonsOf } from './suggestions.views.ts';

/** Faces of mutual connections beside a suggestion. */
const faces = 3;

export const suggestionsHandlers = [
  // People the caller may know, with why. What one may not see of a person is no reason.
  handle(listSuggestions, async (call, input) => {
    const look = lookOf(call);
    if (!look.connect) throw problem('connect_off');
    // Whoever runs the campus is suggested people by what everybody sees, like everybody.
    const sight = sightOf(
      { ...look.viewer, isAdmin: false, isAdviser: false },
      look.connect,
      look.rules,
    );
    const rows = await selectSuggestions(call.db, sight, input.size);
    const mutuals = Map.groupBy(
      await selectMutuals(
        call.db,
        look.viewer.userId,
        rows.map((row) => row.id),
        faces,
      ),
      (row) => row.user_id,
    );
    await recordReading(call, look, rows, 'card');
    return {
      items: rows.map((row) => ({
        ...userView(look, row, mutuals.get(row.id) ?? [], 'card'),
        reasons: reasonsOf(row),
      })),
    };
  }),

  handle(dismissSuggestion, async ({ me, db, school, schoolId }, { uid }) => {
    const id = idOf(uid);
    const row = id === me.userId ? undefined : await selectPerson(db, me.userId, id);
    if (row === undefined || !isThere(row, closenessOf(me, row, school.connect)))
      throw problem('person_not_found');
    await insertDismissal(db, schoolId, me.userId, row.id);
    return done;
  }),

  handle(restoreSuggestion, async ({ db, me }, { uid }) => {
    await deleteDismissal(db, me.userId, idOf(uid));
    return done;
  }),
];
