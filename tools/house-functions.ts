import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { File, Report } from './house-files.ts';

const folder = 'server/database';

interface SqlText {
  readonly path: string;
  readonly text: string;
}

const readSql = (root: string): SqlText[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.sql'))
        .map((path) => ({
          path: `${folder}/${path}`,
          text: readFileSync(join(root, folder, path), 'utf8').replaceAll(/--[^\n]*/g, ''),
        }))
    : [];

/** Every SQL function must have a caller: TypeScript, a trigger, a column, a policy, or another function. */
export const checkFunctions = (root: string, files: readonly File[], report: Report): void => {
  const sql = readSql(root);
  for (const { path, text } of sql) {
    const name = /\/functions\/(?:base\/)?(\w+)\.sql$/.exec(path)?.[1];
    if (name === undefined) continue;
    const call = new RegExp(`\\b${name}\\s*\\(`);
    const isTrigger = new RegExp(`execute function ${name}\\(`).test(text);
    const isCalled =
      isTrigger ||
      sql.some((other) => other.path !== path && call.test(other.text)) ||
      files.some(
        (file) => file.path.startsWith('server/src/') && !file.isTest && call.test(file.text),
      );
    if (!isCalled) report({ path }, 'function', `nothing calls ${name}; delete the file`);
  }
};
