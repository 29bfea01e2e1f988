import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { adviceFor, textsOf } from './check-words.ts';
import { isEntry } from './entry.ts';

/*
 * `node tools/run.mjs tools/code-figures.ts [folder …]` prints figures of the code in one or more checkouts, this one by default. Tests,
 * generated files and fixtures don't count. docs/figures.md shows the current figures beside those of other projects.
 */

export interface CodeFigures {
  /** TypeScript files. */
  readonly files: number;
  /** Lines of TypeScript without blank lines and comments. */
  readonly lines: number;
  /** Lines of SQL without blank lines and comments. */
  readonly sqlLines: number;
  /** Percentage of files with more than 400 lines. */
  readonly longFiles: number;
  /** Functions with more than 50 lines, and with more than 100. */
  readonly functionsOver50: number;
  readonly functionsOver100: number;
  /** Comments that the words check flags, per 100. */
  readonly flaggedComments: number;
}

const skipped =
  /(^|\/)(node_modules|dist|fixtures|__tests__|__mocks__|testing|test|tests|lists|snapshots?)\/|\.(test|spec|d|gen)\.[cm]?tsx?$|(^|\/)(calls|first-calls|tables)\.ts$/;

const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|sql)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !skipped.test(file))
    .toSorted();

/** Returns the lines of each file or function with more than `max`, without blank lines and comments. `rule`: the rule of oxlint. */
const countLines = (folder: string, rule: string, max: number): number[] => {
  const config = mkdtempSync(join(tmpdir(), 'commons-figures-'));
  const file = join(config, 'rules.json');
  const limit = { max, skipComments: true, skipBlankLines: true };
  writeFileSync(
    file,
    JSON.stringify({
      plugins: [],
      categories: { correctness: 'off' },
      rules: { [rule]: ['error', limit] },
    }),
  );
  const { stdout } = spawnSync(
    join(import.meta.dirname, '../node_modules/.bin/oxlint'),
    ['-c', file, '--disable-nested-config', '-f', 'json', '.'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  rmSync(config, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string }[];
  };
  return diagnostics
    .filter(({ filename }) => !skipped.test(filename))
    .map(({ message }) => Number(/\((\d+)\)/.exec(message)?.[1]));
};

/** Measures the code of a checkout. */
export const measureCode = (folder: string): CodeFigures => {
  const files = sourceFiles(folder);
  const lineCounts = countLines(folder, 'max-lines', 0);
  const functionCounts = countLines(folder, 'max-lines-per-function', 50);
  const sql = files.filter((file) => file.endsWith('.sql'));
  const comments = files.flatMap((file) =>
    textsOf(file, readFileSync(join(folder, file), 'utf8')).filter(
      ({ kind }) => kind === 'comments',
    ),
  );
  const flagged = comments.filter(({ text }) => adviceFor(text).length > 0);
  return {
    files: lineCounts.length,
    lines: lineCounts.reduce((sum, count) => sum + count, 0),
    sqlLines: sql
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
      .filter((line) => !/^\s*(--.*)?$/.test(line)).length,
    longFiles:
      (100 * lineCounts.filter((count) => count > 400).length) / Math.max(1, lineCounts.length),
    functionsOver50: functionCounts.length,
    functionsOver100: functionCounts.filter((count) => count > 100).length,
    flaggedComments: (100 * flagged.length) / Math.max(1, comments.length),
  };
};

if (isEntry(import.meta.filename)) {
  const folders = process.argv.slice(2);
  for (const folder of folders.length > 0 ? folders : [join(import.meta.dirname, '..')])
    console.log(folder, measureCode(resolve(folder)));
}
