import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../docs/figures.md');

/**
 * Puts a bench's text into docs/figures.md between its marks, in place of what stood there, or at the end. Tells the day and
 * the machine: `writeFigures('suggestions', 'Suggestions', lines)`. `command`: how it is measured again.
 */
export const writeFigures = async (
  name: string,
  title: string,
  lines: readonly string[],
  command = `npm run bench -- ${name}`,
): Promise<void> => {
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, Node ${process.versions.node}`;
  const block = [
    start,
    `## ${title}`,
    `${day}, ${machine}: \`${command}\`.`,
    '',
    ...lines,
    end,
  ].join('\n');
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  const next =
    from === -1 || to === -1
      ? `${text.trimEnd()}\n\n${block}\n`
      : text.slice(0, from) + block + text.slice(to + end.length);
  await writeFile(file, next);
};
