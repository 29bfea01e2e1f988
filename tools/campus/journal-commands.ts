import type { Command } from 'commander';
import { listImports, undoImport } from '#server/features/imports/journal/undo-import.ts';
import type { ImportRecord } from '#server/features/imports/journal/journal.queries.ts';
import { selectHosts } from '#server/features/schools/schools.queries.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { findSchool, withCampus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';
import { amount, print } from './transfer-report.ts';

/** Returns the schools of a command: the one in the option, or all. */
async function schoolsOf(
  pool: Pool,
  code: string | undefined,
): Promise<{ code: string; school: SchoolId }[]> {
  if (code !== undefined) return [{ code, school: await findSchool(pool, code) }];
  return (await selectHosts(pool)).map(({ id, hosts }) => ({ code: hosts[0] ?? '', school: id }));
}

const changes = (counts: ImportRecord['counts']): string =>
  Object.entries(counts)
    .filter(([, { added, changed, ended = 0 }]) => added + changed + ended > 0)
    .map(
      ([what, { added, changed, ended = 0 }]) =>
        `${what} +${amount(added)} ~${amount(changed)}${ended > 0 ? ` -${amount(ended)}` : ''}`,
    )
    .join(', ');

const stamp = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Adds `import list` and `import undo`. */
export function addJournalCommands(parent: Command, signal: AbortSignal): void {
  // The school is an option of `import` itself, wherever it appears.
  const schoolOf = () => parent.opts<{ school?: string }>().school;

  parent
    .command('list')
    .description('list imports that changed something, newest first (+ added, ~ changed, - ended)')
    .addHelpText('after', '\nExample:\n  npm run campus -- import list --school demo')
    .action(async () => {
      await withCampus(signal, async ({ pool }) => {
        for (const { code, school } of await schoolsOf(pool, schoolOf())) {
          for (const { id, at, source, format, counts, undoneAt } of await listImports(
            pool,
            school,
          )) {
            const end = undoneAt === null ? '' : `  undone ${stamp(undoneAt)}`;
            print(`${id}  ${code}  ${stamp(at)}  ${format}  ${source}  ${changes(counts)}${end}`);
          }
        }
      });
    });

  parent
    .command('undo')
    .description('undo an import, completely or not at all')
    .argument('<id>', 'as "import list" says it')
    .addHelpText(
      'after',
      '\nFails if any of its rows has changed since.\n\nExample:\n  npm run campus -- import undo 7',
    )
    .action(async (text: string) => {
      const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
      if (id === 0)
        throw new CommandError(`${text} is not the number of an import; "import list" shows them.`);
      await withCampus(signal, async ({ pool }) => {
        for (const { code, school } of await schoolsOf(pool, schoolOf())) {
          if (!(await listImports(pool, school)).some((one) => one.id === id)) continue;
          const { removed, restored } = await undoImport(pool, school, id, new Date());
          print(
            `Undid import ${id} into ${code}: ${amount(removed)} rows removed, ${amount(restored)} restored.`,
          );
          return;
        }
        throw new CommandError(`There is no import ${id}; "import list" shows all imports.`);
      });
    });
}
