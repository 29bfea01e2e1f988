import {
  dismissSuggestion,
  listSuggestions,
  restoreSuggestion,
} from '#contract/suggestions/endpoints.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { ok, idOf } from '../../kernel/sql.ts';
import { selectMutuals, selectPerson } from '../people/people.queries.ts';
import { relationshipOf, isVisiblePerson } from '../people/people.rules.ts';
import { viewContextOf, userView } from '../people/people.views.ts';
import { visibilityOf } from '../people/privacy/privacy.queries.ts';
import { recordReading } from '../people/privacy/reading.ts';
import { deleteDismissal, insertDismissal, selectSuggestions } from './suggestions.queries.ts';
import { reasonsOf } from './suggestions.views.ts';

/** Number of mutual connections to show with a suggestion. */
const faces = 3;

export const suggestionsHandlers = [
  // Returns people that the caller may know, with the reasons. Data that the caller can't see is never a reason.
  handle(listSuggestions, async (call, input) => {
    const viewContext = viewContextOf(call);
    if (!viewContext.connect) throw problem('connect_off');
    // Suggestions for admins use only the fields that everyone can see.
    const visibility = visibilityOf(
      { ...viewContext.viewer, isAdmin: false, isAdviser: false },
      viewContext.connect,
      viewContext.rules,
    );
    const rows = await selectSuggestions(call.db, visibility, input.size);
    const mutuals = Map.groupBy(
      await selectMutuals(
        call.db,
        viewContext.viewer.userId,
        rows.map((row) => row.id),
        faces,
      ),
      (row) => row.user_id,
    );
    await recordReading(call, viewContext, rows, 'card');
    return {
      items: rows.map((row) => ({
        ...userView(viewContext, row, mutuals.get(row.id) ?? [], 'card'),
        reasons: reasonsOf(row),
      })),
    };
  }),

  handle(dismissSuggestion, async ({ me, db, school, schoolId }, { uid }) => {
    const id = idOf(uid);
    const row = id === me.userId ? undefined : await selectPerson(db, me.userId, id);
    if (row === undefined || !isVisiblePerson(row, relationshipOf(me, row, school.connect)))
      throw problem('person_not_found');
    await insertDismissal(db, schoolId, me.userId, row.id);
    return ok;
  }),

  handle(restoreSuggestion, async ({ db, me }, { uid }) => {
    await deleteDismissal(db, me.userId, idOf(uid));
    return ok;
  }),
];
