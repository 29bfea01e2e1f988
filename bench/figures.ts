import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** One Markdown file per benchmark. docs/figures.md summarizes them manually. */
const resultsFolder = join(import.meta.dirname, 'results');

/**
 * Replaces bench/results/<name>.md with the lines of a run, below its title, the date, the machine, and the command that reproduces it:
 * `writeFigures('suggestions', 'Suggestions', lines)`.
 */
export const writeFigures = async (
  name: string,
  title: string,
  lines: readonly string[],
  command = `npm run bench -- ${name}`,
): Promise<void> => {
  // A run that only compares builds measures less, so it keeps the results.
  if (process.env['BENCH_KEEP_RESULTS'] === '1') return;
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, Node ${process.versions.node}`;
  const text = [`# ${title}`, `${day}, ${machine}: \`${command}\`.`, '', ...lines].join('\n');
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, `${name}.md`), `${text.trimEnd()}\n`);
};
