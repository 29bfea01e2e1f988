import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { calendarLimits } from '#contract/calendar/limits.ts';
import { icsOccurrences } from '#server/kernel/time/ics-occurrences.ts';
import { TimeError } from '#server/kernel/time/time-error.ts';
import { CommandError } from './command-errors.ts';

/** Reads at most one byte more than the limit, with which the parser reports that the file is too large. */
async function readUpTo(path: string, bytes: number): Promise<Uint8Array> {
  const file = await open(path).catch(() => {
    throw new CommandError(`${path} does not exist or can’t be read.`);
  });
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, end: bytes })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).byteLength;
    }
    return Buffer.concat(chunks, size);
  } catch (error) {
    throw new CommandError(`${path} is not a readable file.`, { cause: error });
  } finally {
    await file.close();
  }
}

export function addIcsCommands(program: Command): void {
  const ics = program
    .command('ics')
    .description('inspect calendar files (iCalendar); needs no database');
  ics
    .command('occurrences')
    .description(
      'print when the events of a calendar take place, as JSON: [uid, start, end, allDay]',
    )
    .argument('<file>', 'a calendar file')
    .requiredOption('--from <date>', 'first day, such as 2026-09-01')
    .requiredOption('--to <date>', 'the day after the last one')
    .addHelpText(
      'after',
      '\nA time that ends in Z is UTC; ~ marks a time without a zone; a date alone is all-day, and its end is the day after the last. Entries that can’t be read are left out and listed on stderr.\n\nExample:\n  npm run campus -- ics occurrences autumn.ics --from 2026-09-01 --to 2027-02-01',
    )
    .action(async (path: string, { from, to }: { from: string; to: string }) => {
      const source = await readUpTo(path, calendarLimits.icsBytes);
      try {
        const rows = icsOccurrences(source, from, to, ({ line, title, code, isLeftOut }) => {
          const what = isLeftOut ? 'left out' : 'read in part';
          process.stderr.write(
            `line ${line ?? '?'}: ${title ?? 'no title'} is ${what} (${code})\n`,
          );
        });
        process.stdout.write(`${JSON.stringify(rows)}\n`);
      } catch (error) {
        if (error instanceof TimeError) throw new CommandError(`${error.code}: ${error.message}`);
        throw error;
      }
    });
}
