import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, type File } from './house-files.ts';

/*
 * Selects the tests that a change can affect, for `npm test -- changed`. A change affects a test that imports a changed file,
 * directly or indirectly, that calls an endpoint whose handler imports it, or whose feature imports it. A migration counts as a
 * change to every file that mentions one of its tables or functions.
 */

/** Files that almost everything imports. Only tests that import them directly follow their imports. */
const hubs =
  /^(?:server\/src\/(?:app|main)\.ts|contract\/src\/(?:lists\/.*|endpoints\.ts|errors\.ts|permissions\.ts)|web\/src\/(?:lists\/.*|routes\.tsx|paths\.ts|main\.tsx|warm-up\.ts))$/;

/** Changes to these files affect every test. */
const affectsAll =
  /^(?:package(?:-lock)?\.json|vitest\.config\.ts|web\/vite\.config\.ts|server\/test\/(?:world|global-setup)\.ts)$/;

/** Tests to run. `all` means that the change affects everything. */
export interface Affected {
  readonly all: boolean;
  /** Vitest files. */
  readonly tests: readonly string[];
  /** Browser tests. */
  readonly journeys: readonly string[];
}

/** Returns paths that differ from a commit, including untracked files. */
export const changedFiles = (root: string, since: string): string[] => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...new Set([
      ...git('diff', '--name-only', since),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
};

/** Returns the commit to compare with: HEAD, or the one before it if nothing has changed since. */
export const defaultCommit = (root: string): string =>
  changedFiles(root, 'HEAD').length > 0 ? 'HEAD' : 'HEAD~1';

/** Returns the tables, views, and functions that SQL creates or changes. */
export const namesInSql = (text: string): string[] => [
  ...new Set(
    [
      ...text.matchAll(
        /\b(?:table|view|function|into|update|from|on)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?([a-z]\w*_?\w*)/gi,
      ),
    ]
      .map(([, name]) => name?.toLowerCase() ?? '')
      .filter((name) => name.length > 3),
  ),
];

const endpointsOf = (files: readonly File[]): Map<string, { file: string; name: string }> => {
  const found = new Map<string, { file: string; name: string }>();
  for (const { path, text } of files) {
    if (!path.startsWith('contract/')) continue;
    for (const [, name = '', method, address] of text.matchAll(
      /export const (\w+) = endpoint\(\{[^]*?method: '(\w+)',\s*path: '([^']+)'/g,
    ))
      found.set(`${method} ${address}`, { file: path, name });
  }
  return found;
};

const handlersOf = (files: readonly File[]): Map<string, string> => {
  const found = new Map<string, string>();
  for (const { path, text } of files)
    if (path.startsWith('server/src/') && path.endsWith('.handlers.ts'))
      for (const [, name = ''] of text.matchAll(/\bhandle\w*\(\s*(?:\w+\.)?(\w+),/g))
        found.set(name, path);
  return found;
};

const featureFileOf = (path: string): string | undefined => {
  const feature = /^(server\/src\/features\/[^/]+)\//.exec(path)?.[1];
  return feature === undefined ? undefined : `${feature}/feature.ts`;
};

/** Selects what the `changed` paths can affect. `sql` contains the text of each changed SQL file by path. */
export const findAffected = (
  files: readonly File[],
  changed: readonly string[],
  sql: ReadonlyMap<string, string>,
): Affected => {
  if (changed.some((path) => affectsAll.test(path))) return { all: true, tests: [], journeys: [] };
  const byPath = new Map(files.map((file) => [file.path, file]));
  const dirty = new Set(changed);
  const names = [...sql.values()].flatMap(namesInSql);
  const namesChanged = names.length > 0 ? new RegExp(`\\b(?:${names.join('|')})\\b`) : undefined;
  const messageFolders = changed.flatMap(
    (path) => /^(web\/src\/.*)\/messages\/\w+\.json$/.exec(path)?.[1] ?? [],
  );
  for (const { path, text } of files) {
    if (namesChanged?.test(text) && path.startsWith('server/')) dirty.add(path);
    if (messageFolders.some((folder) => path.startsWith(`${folder}/`))) dirty.add(path);
  }
  if (messageFolders.length > 0) {
    dirty.add('tools/messages.test.ts');
    dirty.add('web/src/loaded-messages.test.ts');
  }
  const endpoints = endpointsOf(files);
  const handlers = handlersOf(files);

  const isAffected = (test: File): boolean => {
    const seen = new Set<string>();
    const queue = [test.path, featureFileOf(test.path) ?? ''];
    const followsHubs = test.needs.some((path) => hubs.test(path));
    for (const [, key = ''] of test.text.matchAll(
      /['"`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'"`?]+)['"`]/g,
    )) {
      const endpoint = endpoints.get(key);
      if (endpoint) queue.push(endpoint.file, handlers.get(endpoint.name) ?? '');
    }
    while (queue.length > 0) {
      const path = queue.pop() ?? '';
      if (path === '' || seen.has(path)) continue;
      seen.add(path);
      if (dirty.has(path)) return true;
      if (hubs.test(path) && !followsHubs) continue;
      queue.push(...(byPath.get(path)?.needs ?? []));
    }
    return false;
  };
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path));
  const pages = changed.flatMap(
    (path) => /^(?:web|server)\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? [],
  );
  const addresses = [...new Set(pages)].flatMap((feature) =>
    [
      ...(byPath.get(`web/src/features/${feature}/paths.ts`)?.text ?? '').matchAll(/'(\/[\w-]+)/g),
    ].map(([, address = '']) => address),
  );
  return {
    all: false,
    tests: tests.filter(isAffected).map(({ path }) => path),
    journeys: files
      .filter(({ path }) => path.endsWith('.spec.ts'))
      .filter(
        (spec) =>
          dirty.has(spec.path) ||
          spec.needs.some((path) => dirty.has(path)) ||
          addresses.some((address) => spec.text.includes(`${address}`)),
      )
      .map(({ path }) => path),
  };
};

/** Selects the tests that the changes since a commit can affect. */
export const affectedSince = (root: string, since: string): Affected => {
  const changed = changedFiles(root, since);
  const sql = new Map(
    changed
      .filter((path) => path.startsWith('server/database/') && existsSync(join(root, path)))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
  );
  return findAffected(readFiles(root), changed, sql);
};
