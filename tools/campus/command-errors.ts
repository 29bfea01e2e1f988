import { errorCode } from '#postgres/refused.ts';
import { BackupRefused } from '#server/features/backups/backup-restore.ts';
import { MoveRefused } from '#server/features/cells/moving/move.ts';
import { ImportRefused } from '#server/features/imports/problems.ts';
import { sentenceOf } from '../explain.ts';

/** An error that the operator can fix. The message is one sentence with the solution. */
export class CommandError extends Error {
  override name = 'CommandRefused';
}

/** Errors of commands, in addition to those of every start (explain.ts). Commands never leave partial results. */
const sentences: Record<string, string> = {
  '57P01':
    'The database was stopped during the command. Nothing was changed. Try again when it is running.',
  '40P01': 'Someone else changed the data at the same time. Nothing was changed. Try again.',
  '40001': 'Someone else changed the data at the same time. Nothing was changed. Try again.',
  '55P03':
    'An import or another change of the school is running. Nothing was changed. Try again when it has ended.',
  '23505':
    'Someone with the same username or email address was added at the same time. Nothing was changed. Try again.',
  // The socket folder in DATABASE_URL doesn't exist.
  'ENOENT connect':
    'The database at DATABASE_URL does not respond; start it, or correct the address.',
  EACCES: 'This user can’t read or write a file or folder.',
};

/** Returns one sentence about an error. */
export function sentenceFor(error: unknown): string {
  if (
    error instanceof CommandError ||
    error instanceof ImportRefused ||
    error instanceof BackupRefused ||
    error instanceof MoveRefused
  )
    return error.message;
  const code = errorCode(error) ?? '';
  const known =
    sentences[`${code} ${(error as { syscall?: string } | null)?.syscall}`] ??
    sentences[code] ??
    sentenceOf(error);
  if (known !== undefined) return known;
  const message = error instanceof Error ? error.message : String(error);
  if (/Connection terminated/.test(message))
    return 'The database was stopped during the command. Nothing was changed. Try again when it is running.';
  return `The command failed: ${message.split('\n')[0]}`;
}
