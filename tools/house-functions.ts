import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isServer, type File, type Report } from './house-files.ts';

const folder = 'server/database';

interface SqlText {
  readonly path: string;
  readonly text: string;
  /** Text behind "Callers:" in the header. */
  readonly callers: string;
}

const readSql = (root: string): SqlText[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.sql'))
        .map((path) => {
          const text = readFileSync(join(root, folder, path), 'utf8');
          return {
            path: `${folder}/${path}`,
            text: text.replaceAll(/--[^\n]*/g, ''),
            callers: /^-- Callers: ((?:[^\n]*\n(?=-- ))*[^\n]*)/m.exec(text)?.[1] ?? '',
          };
        })
    : [];

/** Functions that nearly every file uses; their headers don't list the files. */
const isEverywhere = /^(?:current_school|fold|new_id|search_words)$/;

/**
 * Every SQL function must have a caller (TypeScript, a trigger, a column, a policy, or another function), and the header of its file
 * names the TypeScript files that call it, relative to `server/src`, or `demo/…` for those in `server/demo`.
 */
export const checkFunctions = (root: string, files: readonly File[], report: Report): void => {
  const sql = readSql(root);
  const typescript = files
    .filter((file) => isServer(file.path) && !file.isTest)
    .map(({ path, text }) => ({ path, text: text.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '') }));
  for (const { path, text, callers } of sql) {
    const name = /\/functions\/(?:base\/)?(\w+)\.sql$/.exec(path)?.[1];
    if (name === undefined) continue;
    const call = new RegExp(`\\b${name}\\s*\\(`);
    const calling = typescript
      .filter((file) => call.test(file.text))
      .map((file) => file.path.replace(/^server\/(?:src\/)?/, ''));
    const isCalled =
      calling.length > 0 ||
      new RegExp(`execute function ${name}\\(`).test(text) ||
      sql.some((other) => other.path !== path && call.test(other.text));
    if (!isCalled) report({ path }, 'function', `nothing calls ${name}; delete the file`);
    if (isEverywhere.test(name)) continue;
    const named = [...callers.matchAll(/[\w/.-]+\.ts\b/g)]
      .map(([one]) => one)
      .filter((one) => /^(?:features|kernel|demo)\//.test(one));
    for (const one of calling.filter((file) => !named.includes(file)))
      report({ path }, 'function', `is called by ${one}, which its "Callers" do not name`);
    for (const one of named.filter((file) => !calling.includes(file)))
      report({ path }, 'function', `names ${one} among its "Callers", which does not call it`);
  }
};
