import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from '../database/database.ts';

/** Seconds after which another server can take over the work of a killed one. */
const leaseSeconds = 60;
const renewMs = (leaseSeconds * 1_000) / 3;

/** Takes or renews a lease by the database's clock, because the clocks of servers differ. Returns false if another process holds it. */
const takeLease = async (pool: Pool, name: string, holder: string): Promise<boolean> => {
  const { rows } = await sql`insert into leases (name, holder, expires_at)
    values (${name}, ${holder}, clock_timestamp() + ${leaseSeconds} * interval '1 second')
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where leases.holder = excluded.holder or leases.expires_at <= clock_timestamp()
    returning name`.execute(pool.kysely);
  return rows.length > 0;
};

const endLease = async (pool: Pool, name: string, holder: string): Promise<void> => {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(pool.kysely);
};

/**
 * Runs `work` while this process holds the lease of this name. Returns false if another process holds it. The signal is aborted if the
 * lease can't be renewed in time, because another process may then have taken it.
 */
export const withLease = async (
  pool: Pool,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const holder = randomUUID();
  if (!(await takeLease(pool, name, holder))) return false;
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async (): Promise<void> => {
    const at = performance.now();
    const isOurs = await takeLease(pool, name, holder).catch(() => null);
    if (isOurs === true) renewedAt = at;
    else if (isOurs === false || performance.now() - renewedAt > leaseSeconds * 1_000)
      lost.abort(new Error(`Another server has taken the lease ${name}.`));
  };
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, renewMs);
  try {
    await work(lost.signal);
    return true;
  } finally {
    clearInterval(timer);
    await renewing;
    await endLease(pool, name, holder);
  }
};
