import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import { keyPrefix, type Scope } from '#contract/api-keys/scopes.ts';
import type { Actor } from '../actor.ts';
import type { SchoolRow } from '../context.ts';
import { inTransaction, type Pool } from '../database/database.ts';
import { countUseInTransaction } from './rate-limits.ts';
import { problem } from '../http/problem.ts';
import type { Tokens } from './tokens.ts';

/** A row of `authenticate_api_key()`. */
interface OpenedKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly personId: number | null;
}

/** Maximum calls with all personal API keys of one person. */
export const keyCallLimit = { max: 600, seconds: 60 };

/** Returns whether a bearer token is an API key. Otherwise it is a session token. */
export const isKey = (token: string): boolean => token.startsWith(keyPrefix);

/**
 * Returns the actor for a request's API key at this school. Keys aren't cached, so a revoked key is rejected on its next request by
 * every server. Calls `server/database/functions/authenticate_api_key.sql`.
 */
export const authenticateKey = async (
  token: string | null,
  endpoint: Endpoint,
  school: SchoolRow,
  parts: { pool: Pool; tokens: Tokens; now: Date },
): Promise<Actor> => {
  if (token === null) throw problem('not_logged_in');
  const key = await inTransaction(parts.pool, { school: school.school_id }, async (db) => {
    const { rows } = await sql<{
      key: OpenedKey | null;
    }>`select authenticate_api_key(${parts.tokens.hash(token)}, ${parts.now}) as key`.execute(db);
    const found = rows[0]?.key;
    if (found?.personId != null)
      await countUseInTransaction(
        { db, school, clock: { now: () => parts.now } },
        `key:${found.personId}`,
        keyCallLimit,
      );
    return found;
  });
  if (!key) throw problem('invalid_token');
  const { scope } = endpoint;
  if (scope === undefined) throw problem('not_for_keys');
  if (!key.scopes.includes(scope)) throw problem('missing_scope', { scope });
  if (key.personId === null) return { kind: 'key', keyId: key.id, name: key.name };
  // A key never has a person's roles, so that a lost key doesn't expose protected fields.
  return {
    kind: 'member',
    userId: key.personId,
    sessionId: null,
    isAdmin: false,
    isAdviser: false,
  };
};
