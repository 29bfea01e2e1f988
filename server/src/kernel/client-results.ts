import { sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { memberOf, type Context } from './context.ts';
import type { Db } from './database/database.ts';
import { problem } from './http/problem.ts';
import { first } from './sql.ts';

/** Hours in which a repeated call gets a stored reply that contains a secret. */
const secretHours = 24;

/** Returns the fields of a schema, including those inside a union or a refinement. */
const fieldsOf = (schema: z.ZodType | undefined): readonly string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((one) => fieldsOf(one as z.ZodType));
  return schema instanceof z.ZodPipe ? fieldsOf(schema.in as z.ZodType) : [];
};

/** Returns the field in which clients send the id of the item to create, or undefined if the endpoint has none. */
export const clientIdField = (endpoint: Endpoint): 'clientId' | 'requestId' | undefined => {
  if (endpoint.method !== 'POST') return undefined;
  const fields = [...fieldsOf(endpoint.body), ...fieldsOf(endpoint.query)];
  // The `clientId` of such an endpoint is the OAuth client ID of another system.
  if (fields.includes('requestId')) return 'requestId';
  return fields.includes('clientId') ? 'clientId' : undefined;
};

const isClientId = (value: unknown): value is string => z.uuid().safeParse(value).success;

/**
 * Waits until every other transaction of the same author with the same id has ended. Otherwise, two simultaneous calls would both find no
 * stored reply, and the second call would fail because of the first call's limits and unique names.
 */
const lockClientId = (db: Db, author: number, clientId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('client:' || ${author}::text || ':' || ${clientId.toLowerCase()}, current_school()))`.execute(
    db,
  );

const encryptionContext = (context: Context, author: number, clientId: string): string =>
  `client-result:${context.school.school_id}:${author}:${context.call}:${clientId.toLowerCase()}`;

/** Returns the author and the id. Undefined if the endpoint has no such field, the client sent none, or the caller is an API key. */
const creationOf = (context: Context, endpoint: Endpoint, input: unknown) => {
  const field = clientIdField(endpoint);
  const clientId = field && (input as Readonly<Record<string, unknown>>)[field];
  return isClientId(clientId) && context.actor.kind === 'member'
    ? { author: memberOf(context).userId, clientId }
    : undefined;
};

/**
 * Returns the stored reply to the same author and id, or undefined. Throws `shown_once` if it contained a secret and is more than a day
 * old.
 */
export const readStoredReply = async (
  context: Context,
  endpoint: Endpoint,
  input: unknown,
): Promise<unknown> => {
  const creation = creationOf(context, endpoint, input);
  if (creation === undefined) return undefined;
  const { author, clientId } = creation;
  const before = await first(
    context.db,
    sql<{
      reply: string | null;
    }>`select reply from client_results where author_id = ${author} and call = ${context.call} and client_id = ${clientId}::uuid`,
  );
  if (before === undefined) return undefined;
  const about = encryptionContext(context, author, clientId);
  const text = before.reply === null ? null : context.tokens.decrypt(about, before.reply);
  if (text === null) throw problem('shown_once');
  return JSON.parse(text) as unknown;
};

/**
 * Runs a creation once per author and id. A call with the same id waits for the first one, and gets the stored reply if the endpoint keeps
 * replies.
 */
export const runOnce = async <T>(
  context: Context,
  endpoint: Endpoint,
  input: unknown,
  run: () => Promise<T>,
): Promise<T> => {
  const creation = creationOf(context, endpoint, input);
  if (creation === undefined) return run();
  const { author, clientId } = creation;
  await lockClientId(context.db, author, clientId);
  if (endpoint.keepsReply === undefined) return run();
  const before = await readStoredReply(context, endpoint, input);
  // The same endpoint stored this reply.
  if (before !== undefined) return before as T;
  const reply = await run();
  const about = encryptionContext(context, author, clientId);
  await sql`insert into client_results (school_id, author_id, call, client_id, reply, holds_secret, created_at)
    values (${context.school.school_id}, ${author}, ${context.call}, ${clientId}::uuid, ${context.tokens.encrypt(about, JSON.stringify(reply))},
      ${endpoint.keepsReply === 'day'}, ${context.clock.now()})`.execute(context.db);
  return reply;
};

/** Deletes replies with secrets after a day. */
export const deleteOldSecrets = async (db: Db, now: Date): Promise<number> =>
  Number(
    (
      await sql`update client_results set reply = null
        where holds_secret and reply is not null and created_at < ${now}::timestamptz - ${secretHours} * interval '1 hour'`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  );

/** Deletes the stored replies of an erased account. */
export const deleteResultsOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from client_results where author_id = ${person}`.execute(db);
};
