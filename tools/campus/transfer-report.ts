import { problemLine, type Problem } from '#server/features/imports/problems.ts';
import type { RosterReport } from '#server/features/rosters/import-roster.ts';

export const print = (line: string) => process.stdout.write(`${line}\n`);
export const amount = (n: number) => n.toLocaleString('en');
const warn = (line: string) => process.stderr.write(`${line}\n`);

/** Prints every invalid row to the error stream. */
export function printProblems({
  problems,
  problemTotal,
}: {
  problems: readonly Problem[];
  problemTotal: number;
}): null {
  for (const problem of problems) warn(problemLine(problem));
  const more = problemTotal - problems.length;
  if (more > 0) warn(`… and ${amount(more)} more`);
  warn(
    `Nothing was changed: ${problemTotal === 1 ? '1 problem' : `${amount(problemTotal)} problems`} to fix first.`,
  );
  return null;
}

/** Prints deviations from the specification that were accepted. */
export function printNotes({ notes, noteTotal }: RosterReport): void {
  for (const note of notes) warn(`Note: ${problemLine(note)}`);
  const more = noteTotal - notes.length;
  if (more > 0) warn(`Note: … and ${amount(more)} more`);
}

/** Returns a line per kind of rows that a roster added. */
export function rosterLines({ version, people, kinds }: RosterReport): string[] {
  const line = (
    what: string,
    { added, changed, ended }: Omit<RosterReport['people'], 'invitable'>,
    rest = '',
  ) => `${what}: ${amount(added)} added, ${amount(changed)} changed, ${amount(ended)} ended${rest}`;
  return [
    `OneRoster ${version}`,
    line('people', people),
    ...Object.entries(kinds).map(([name, merged]) =>
      line(name, merged, `, ${amount(merged.unchanged)} unchanged`),
    ),
  ];
}

export const rosterRows = ({ kinds }: RosterReport): number =>
  Object.values(kinds).reduce(
    (sum, { added, changed, ended, unchanged }) => sum + added + changed + ended + unchanged,
    0,
  );
