import { embedOrigin, embedOriginsMax } from '#contract/embed-origin.ts';
import type { addEmbedOrigin, listEmbedOrigins, removeEmbedOrigin } from '#contract/embedding.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { record } from '../../../kernel/security/audit.ts';
import { type Context } from '../../../kernel/context.ts';
import { refused } from '../../../kernel/http/problem.ts';
import { selectEmbedOrigins, updateEmbedOrigins } from '../schools.queries.ts';

type Origins = Reply<typeof listEmbedOrigins>;

const told = ({ origin }: Context, origins: readonly string[]): Origins => ({
  origins: [...origins],
  address: origin,
});

/** The origins that may embed the school. */
export const listOrigins = async (context: Context): Promise<Origins> => {
  return told(context, context.school.embed_origins);
};

/** Adds an origin, at the end; one that is there already changes nothing. */
export const addOrigin = async (
  context: Context,
  input: HandlerInput<typeof addEmbedOrigin>,
): Promise<Origins> => {
  const added = embedOrigin(input.origin);
  if (added === null) throw refused('not_an_origin');
  const { db, school } = context;
  const before = await selectEmbedOrigins(db, school.school_id);
  if (before.includes(added)) return told(context, before);
  if (before.length >= embedOriginsMax) throw refused('too_many_origins', { max: embedOriginsMax });
  const after = [...before, added];
  await updateEmbedOrigins(db, school.school_id, after);
  await record(context, 'embed_origins_changed', { added });
  return told(context, after);
};

/** Removes an origin. Pages that show the campus now lose it with their next load. */
export const removeOrigin = async (
  context: Context,
  input: HandlerInput<typeof removeEmbedOrigin>,
): Promise<Origins> => {
  const { db, school } = context;
  const before = await selectEmbedOrigins(db, school.school_id);
  if (!before.includes(input.origin)) throw refused('not_found');
  const after = before.filter((one) => one !== input.origin);
  await updateEmbedOrigins(db, school.school_id, after);
  await record(context, 'embed_origins_changed', { removed: input.origin });
  return told(context, after);
};
