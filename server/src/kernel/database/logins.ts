import { sql } from 'kysely';
import { inTransaction, type Pool } from './database.ts';
import { UnsuitableDatabase } from './migrate.ts';
import { appRole } from './row-security.ts';

interface Login {
  name: string;
  above: boolean;
  /** True if the login is the app's role or can switch to it. */
  app: boolean;
  /** True if the login can become the owner of our tables. */
  owner: boolean;
}

const question = `select session_user::text as name, r.rolsuper or r.rolbypassrls as above, pg_has_role(r.oid, '${appRole}', 'member') as app,
    pg_has_role(r.oid, (select relowner from pg_class where oid = 'public.users'::regclass), 'member') as owner
  from pg_roles r where r.rolname = session_user`;

/**
 * Checks the logins of the connections after the migration. Returns warnings for the operator if calls could leave the unprivileged role.
 * Throws `UnsuitableDatabase` if a separate login for calls has more permissions than the app's role.
 */
export const checkLogins = async (pool: Pool, hasCallsUrl: boolean): Promise<string[]> => {
  const [owner, calls] = await Promise.all([
    pool.raw.query<Login>(question),
    pool.calls.query<Login>(question),
  ]);
  const [above, login] = [owner.rows[0], calls.rows[0]];
  if (above === undefined || login === undefined) return [];
  // A pooler may have dropped the setting that switches to the role.
  const role = await inTransaction(pool, { school: null, readOnly: true }, async (db) =>
    sql<{ role: string }>`select current_user::text as role`.execute(db),
  );
  const [current] = role.rows;
  if (current?.role !== appRole)
    throw new UnsuitableDatabase(
      `Calls run as ${current?.role} instead of ${appRole}; connect to PostgreSQL directly, or set up the pooler as described in docs/operate.md.`,
    );
  if (hasCallsUrl && (login.above || login.owner || !login.app))
    throw new UnsuitableDatabase(
      `DATABASE_CALLS_URL signs in as ${login.name}, which ${login.app ? `has more privileges than ${appRole}` : `is not ${appRole}`}; use ${appRole} itself, or a role with only its privileges.`,
    );
  return above.above
    ? [
        `DATABASE_URL signs in as ${above.name}, which bypasses row-level security; use a user without superuser and bypassrls (docs/operate.md).`,
      ]
    : [];
};
