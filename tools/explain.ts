import { errorCode, LaunchRefused } from '#postgres/refused.ts';
import { UnsuitableDatabase } from '#server/kernel/database/migrate.ts';

export function portInUse(port: number | undefined): string {
  return `Port ${port} is in use by another program; stop that one, or choose another with PORT.`;
}

/** Errors of PostgreSQL and its connection that an operator can fix, by PostgreSQL's codes (appendix A) and the system's. */
const sentences: Record<string, string> = {
  ECONNREFUSED: 'The database at DATABASE_URL does not respond; start it, or correct the address.',
  ENOTFOUND: 'The host in DATABASE_URL is unknown; correct the address.',
  EAI_AGAIN: 'The host in DATABASE_URL can’t be resolved now; correct the address, or try again.',
  ETIMEDOUT:
    'The database at DATABASE_URL does not respond in time; start it, or correct the address.',
  EHOSTUNREACH: 'The host in DATABASE_URL can’t be reached; correct the address.',
  ERR_INVALID_URL:
    'DATABASE_URL is not an address; write it as postgres://user:password@host:5432/database.',
  '28P01': 'The database refuses the name or the password in DATABASE_URL or DATABASE_CALLS_URL.',
  '28000': 'The database refuses the name in DATABASE_URL or DATABASE_CALLS_URL.',
  '3D000': 'The database in DATABASE_URL does not exist; create it first.',
  '42501':
    'The database user isn’t allowed to do this; use the owner of the database, who can create roles (docs/operate.md).',
  '53300':
    'The database has no connection left; raise its max_connections, or end programs that use some.',
  '53100': 'The disk of the database is full; free some space and try again.',
  '57P03': 'The database is still starting; try again in a moment.',
  ENOSPC: 'The disk is full; free some space and try again.',
};

/** Returns the sentence for an error that the operator can fix, or undefined. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof LaunchRefused || error instanceof UnsuitableDatabase) return error.message;
  const { port, syscall } = error as { port?: number; syscall?: string };
  // A host name with several addresses fails with one error for each.
  const code = errorCode(error) ?? errorCode((error as { errors?: unknown[] } | null)?.errors?.[0]);
  const message = error instanceof Error ? error.message : '';
  const parameter = /^unsupported startup parameter(?: in options)?: (\S+)/.exec(message)?.[1];
  if (parameter !== undefined)
    return `The pooler at DATABASE_URL or DATABASE_CALLS_URL refuses ${parameter}; connect to PostgreSQL directly, or set up the pooler as described in docs/operate.md.`;
  if (code === 'EADDRINUSE') return portInUse(port);
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} is for the system administrator; choose one above 1023 with PORT.`;
  return code === undefined ? undefined : sentences[code];
}

/** Prints one sentence with the solution if there is one, and marks the process as failed. */
export function explain(error: unknown): void {
  process.exitCode = 1;
  console.error(sentenceOf(error) ?? error);
}
