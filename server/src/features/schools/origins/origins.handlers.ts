import { embedOrigin, embedOriginsMax } from '#contract/embedding/origin.ts';
import {
  addEmbedOrigin,
  listEmbedOrigins,
  removeEmbedOrigin,
} from '#contract/embedding/endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { selectEmbedOrigins, updateEmbedOrigins } from '../schools.queries.ts';

const details = ({ origin }: { readonly origin: string }, origins: readonly string[]) => ({
  origins: [...origins],
  address: origin,
});

export const originsHandlers = [
  handle(listEmbedOrigins, async (call) => details(call, call.school.embed_origins)),

  // Adds an origin at the end of the list. An existing one changes nothing.
  handle(addEmbedOrigin, async (call, { origin }) => {
    const added = embedOrigin(origin);
    if (added === null) throw problem('not_an_origin');
    const before = await selectEmbedOrigins(call.db, call.schoolId);
    if (before.includes(added)) return details(call, before);
    if (before.length >= embedOriginsMax)
      throw problem('too_many_origins', { max: embedOriginsMax });
    const after = [...before, added];
    await updateEmbedOrigins(call.db, call.schoolId, after);
    await record(call, 'embed_origins_changed', { added });
    return details(call, after);
  }),

  // Pages that embed the app can no longer show it after their next load.
  handle(removeEmbedOrigin, async (call, { origin: removed }) => {
    const before = await selectEmbedOrigins(call.db, call.schoolId);
    if (!before.includes(removed)) throw problem('not_found');
    const after = before.filter((one) => one !== removed);
    await updateEmbedOrigins(call.db, call.schoolId, after);
    await record(call, 'embed_origins_changed', { removed });
    return details(call, after);
  }),
];
