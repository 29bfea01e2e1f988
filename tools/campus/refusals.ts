import { LaunchRefused, errorCode } from '#postgres/refused.ts';
import { ImportRefused } from '#server/features/imports/problems.ts';

/** Something the operator can put right; the message is one sentence that says what to do. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The database that DATABASE_URL names does not answer; start it, or correct the address.',
  ENOTFOUND: 'The host that DATABASE_URL names is not known; correct the address.',
  '28P01': 'The database refuses the name or the password in DATABASE_URL.',
  '28000': 'The database refuses the name in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist; create it first.',
  '42501': 'The database user may not do this; use the owner of the database.',
  '57P01': 'The database was stopped in the middle; nothing was changed. Try again when it runs.',
  '40P01': 'The campus was being changed at the same moment; nothing was changed. Try again.',
  '40001': 'The campus was being changed at the same moment; nothing was changed. Try again.',
  '23505': 'Somebody with the same username or e-mail address was added at the same moment; nothing was changed. Try again.',
  '53100': 'The disk of the database is full; nothing was changed. Free some space and try again.',
  ENOSPC: 'The disk is full; free some space and try again.',
  EACCES: 'A file or folder may not be read or written by this user.',
};

/** What went wrong in one sentence. */
export function sentenceFor(error: unknown): string {
  if (error instanceof CommandRefused || error instanceof LaunchRefused || error instanceof ImportRefused) return error.message;
  const code = errorCode(error) ?? errorCode((error as { errors?: unknown[] } | null)?.errors?.[0]);
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return known;
  const message = error instanceof Error ? error.message : String(error);
  if (/Connection terminated/.test(message)) return 'The database was stopped in the middle; nothing was changed. Try again when it runs.';
  return `That did not work: ${message.split('\n')[0]}`;
}
