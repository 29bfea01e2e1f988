import { inTransaction, type Db, type Pool } from '../database/database.ts';
import { fileName, filesOf, isOfOneUpload, referenceName, type Files } from './files.ts';
import type { SchoolId } from '../ids.ts';
import { onEvent, type EventHandler } from '../jobs/event-handler.ts';

/**
 * Returns those of these names that a feature's rows refer to, in the transaction's school. Every feature with stored files has one in
 * app.ts, because files that no `fileReferences` query returns are removed.
 */
export type FileReferences = (db: Db, names: readonly string[]) => Promise<string[]>;

const dayMs = 86_400_000;
/** Maximum names per statement. */
const batch = 5_000;

const referencedOf = async (
  pool: Pool,
  school: SchoolId,
  references: readonly FileReferences[],
  names: readonly string[],
): Promise<Set<string>> => {
  const referenced = new Set<string>();
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch);
    await inTransaction(pool, { school, readOnly: true, timeout: 60_000 }, async (db) => {
      for (const select of references)
        for (const name of await select(db, some)) referenced.add(name);
    });
  }
  return referenced;
};

/**
 * Removes files that rows no longer refer to, unless other rows do. A running import might refer to a file with the same content again, so
 * files stored in the last day are left to the sweep.
 */
export const deleteUnusedFiles = (references: readonly FileReferences[]): EventHandler =>
  onEvent(
    'files.remove-dropped',
    'files_dropped',
    async ({ pool, school, files, clock }, { names }) => {
      const referenced = await referencedOf(pool, school.school_id, references, names);
      const before = new Date(clock.now().getTime() - dayMs);
      for (const name of names.filter((one) => !referenced.has(one))) {
        for (const file of filesOf(name))
          await files.remove(school.school_id, file, isOfOneUpload(file) ? undefined : before);
      }
    },
  );

/**
 * Removes a school's files that are older than a day and that no row refers to: left by a crash between storing and committing, stored by
 * an import but not used, or written incompletely. Returns the number of removed files and the bytes of the remaining pictures.
 */
export const sweepFiles = async (
  { pool, files }: { pool: Pool; files: Files },
  school: SchoolId,
  references: readonly FileReferences[],
  now: Date,
): Promise<{ removed: number; pictureBytes: number }> => {
  const before = new Date(now.getTime() - dayMs);
  let removed = 0;
  let pictureBytes = 0;
  for await (const some of files.list(school)) {
    const old = some.filter(({ putAt }) => putAt < before).map(({ name }) => name);
    const asked = old.filter((name) => fileName.test(name)).map(referenceName);
    const referenced = await referencedOf(pool, school, references, [...new Set(asked)]);
    const gone = new Set<string>();
    for (const name of old)
      if (!referenced.has(referenceName(name)) && (await files.remove(school, name, before)))
        gone.add(name);
    removed += gone.size;
    // Other files are uploads, whose rows have their sizes.
    for (const { name, size } of some)
      if (!gone.has(name) && fileName.test(name) && !name.endsWith('.bin')) pictureBytes += size;
  }
  return { removed, pictureBytes };
};
