import type { Pool } from '../database/database.ts';
import type { AuthRow, ParsedHost } from './auth-cache.ts';

/**
 * Returns the school of a host and the active session of a token or session id. Undefined if no school has the host. Calls
 * `server/database/functions/authenticate_request.sql`.
 */
export const selectAuth = async (
  pool: Pool,
  named: ParsedHost,
  {
    token = null,
    session = null,
    now,
  }: { token?: Buffer | null; session?: string | null; now: Date },
): Promise<AuthRow | undefined> => {
  const { rows } = await pool.raw.query<{ opened: AuthRow | null }>({
    name: 'authenticate_request',
    text: 'select authenticate_request($1, $2, $3, $4, $5::uuid, $6) as opened',
    values: [named.host, named.label, named.isBare, token, session, now],
  });
  return rows[0]?.opened ?? undefined;
};
