import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type {
  dismissSuggestion,
  listSuggestions,
  restoreSuggestion,
} from '#contract/suggestions.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { problem } from '../../kernel/http/problem.ts';
import { selectMutuals, selectPerson } from '../people/people.queries.ts';
import { closenessOf, isThere } from '../people/people.rules.ts';
import { sightOf } from '../people/privacy/privacy.queries.ts';
import { recordReading } from '../people/privacy/reading.ts';
import { lookOf, userView } from '../people/people.views.ts';
import { deleteDismissal, insertDismissal, selectSuggestions } from './suggestions.queries.ts';
import { reasonsOf } from './suggestions.views.ts';

/** Faces of mutual connections beside a suggestion. */
const faces = 3;

/** People the caller may know, with why. What one may not see of a person is no reason. */
export const readSuggestions = async (
  context: Context,
  input: HandlerInput<typeof listSuggestions>,
): Promise<Reply<typeof listSuggestions>> => {
  const look = lookOf(context);
  if (!look.connect) throw problem('connect_off');
  // Whoever runs the campus is suggested people by what everybody sees, like everybody.
  const sight = sightOf(
    { ...look.viewer, isAdmin: false, isAdviser: false },
    look.connect,
    look.rules,
  );
  const rows = await selectSuggestions(context.db, sight, input.size);
  const mutuals = Map.groupBy(
    await selectMutuals(
      context.db,
      look.viewer.userId,
      rows.map((row) => row.id),
      faces,
    ),
    (row) => row.user_id,
  );
  await recordReading(context, look, rows, 'card');
  return {
    items: rows.map((row) => ({
      ...userView(look, row, mutuals.get(row.id) ?? [], 'card'),
      reasons: reasonsOf(row),
    })),
  };
};

/** Never suggests this person to the caller again. */
export const dismiss = async (
  context: Context,
  { uid }: HandlerInput<typeof dismissSuggestion>,
): Promise<Reply<typeof dismissSuggestion>> => {
  const me = memberOf(context);
  const id = personId(uid);
  const row =
    id === null || id === me.userId ? undefined : await selectPerson(context.db, me.userId, id);
  if (row === undefined || !isThere(row, closenessOf(me, row, context.school.connect)))
    throw problem('person_not_found');
  await insertDismissal(context.db, context.school.school_id, me.userId, row.id);
  return { ok: true };
};

/** Takes a dismissal back. */
export const restore = async (
  context: Context,
  { uid }: HandlerInput<typeof restoreSuggestion>,
): Promise<Reply<typeof restoreSuggestion>> => {
  const me = memberOf(context).userId;
  const id = personId(uid);
  if (id !== null) await deleteDismissal(context.db, me, id);
  return { ok: true };
};
