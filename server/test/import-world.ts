import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { exportCampus } from '../src/features/imports/export/export-campus.ts';
import { importCampus, type ImportOptions } from '../src/features/imports/import-campus.ts';
import { undoImport } from '../src/features/imports/journal/undo-import.ts';
import { problemLine } from '../src/features/imports/problems.ts';
import { insertSchool } from '../src/features/schools/schools.queries.ts';
import type { SchoolId } from '../src/kernel/ids.ts';
import { inScratch, type Content } from './import-folder.ts';
import type { inWorld } from './world.ts';

/** Creates schools, and imports, undoes and exports in them. `files`: the lists to compare. */
export const inImports = (world: ReturnType<typeof inWorld>, files: readonly string[] = []) => {
  const { fresh, folder } = inScratch();
  const newSchool = (): Promise<SchoolId> =>
    insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
  /** Imports files, or the folder or archive at a path. */
  const importFiles = async (
    school: SchoolId,
    content: Content | string,
    more: Partial<ImportOptions> = {},
  ) =>
    importCampus({
      pool: world.pool,
      files: world.files,
      school,
      path: typeof content === 'string' ? content : await folder(content),
      now: world.clock.now(),
      ...more,
    });
  /** Imports content, and expects no problems. */
  const stored = async (school: SchoolId, content: Content) => {
    const report = await importFiles(school, content);
    expect(report.problems.map(problemLine)).toEqual([]);
    return report;
  };
  const undo = (school: SchoolId, id: number | null) =>
    undoImport(world.pool, school, id ?? 0, world.clock.now());
  const exported = async (school: SchoolId) => {
    const to = fresh();
    await exportCampus({ pool: world.pool, files: world.files, school, folder: to });
    const texts = files.map(async (name) => [
      name,
      await readFile(join(to, `${name}.csv`), 'utf8'),
    ]);
    return { to, texts: Object.fromEntries(await Promise.all(texts)) as Record<string, string> };
  };
  /** Returns all rows of a school in these tables, without the given columns. */
  const rowsOf = async (school: SchoolId, tables: readonly string[], without: string) => {
    const rows: unknown[] = [];
    for (const table of tables)
      rows.push([
        table,
        await world.as(school)(
          `select to_jsonb(t) - '${without}' as row from ${table} t order by to_jsonb(t)::text`,
        ),
      ]);
    return rows;
  };
  return { fresh, folder, newSchool, bring: importFiles, stored, undo, exported, rowsOf };
};
