import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isEndpoint, type Endpoint } from '../contract/src/endpoint.ts';

/** The features of each domain, in the order of docs/map.md. Features that aren't listed appear under "Other". */
export const domains = {
  People: [
    'people',
    'directory',
    'connections',
    'suggestions',
    'shared-memberships',
    'saved-searches',
    'safety',
    'sharing',
    'account',
  ],
  Identity: ['sessions', 'passwords', 'sso', 'api-keys', 'roles', 'embedding'],
  Communication: [
    'chat',
    'posts',
    'newsletters',
    'announcements',
    'notifications',
    'link-previews',
    'reports',
    'word-list',
  ],
  Clubs: [
    'clubs',
    'club-registration',
    'club-files',
    'club-points',
    'club-office',
    'approvals',
    'forms',
    'surveys',
    'elections',
    'jobs',
    'employers',
  ],
  'Events and time': ['events', 'calendar', 'booking', 'rooms', 'schedule'],
  Studies: ['courses', 'lti', 'record'],
  Money: ['finances', 'budgets', 'payments', 'store', 'dues'],
  School: ['schools', 'onboarding', 'hubs', 'menus', 'audit', 'uploads'],
  'Data in and out': ['imports', 'import-runs', 'rosters', 'scim', 'webhooks', 'backups'],
} as const;

const root = join(import.meta.dirname, '..');
const features = join(root, 'server/src/features');

/** The tables that the statements of a file insert into, update or delete from. */
const writtenBy = (text: string, tables: ReadonlySet<string>): string[] =>
  [
    ...text.matchAll(
      /\b(?:insert into|update|delete from|insertInto\('|updateTable\('|deleteFrom\(')\s*([a-z_]+)/g,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => tables.has(name));

const imports = /import\s+(?:\*\s+as\s+(\w+)|\{([^}]*)\})\s+from\s+'#contract\/([\w./-]+)'/g;

/** The endpoints that a file handles: the first argument of `handle…(`, looked up in the contract modules that the file imports. */
const handledBy = async (text: string): Promise<Endpoint[]> => {
  const names = new Map<string, Endpoint>();
  for (const [, all, some, path = ''] of text.matchAll(imports)) {
    if (!path.endsWith('endpoints.ts')) continue;
    const module = (await import(join(root, 'contract/src', path))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module))
      if (isEndpoint(value) && all !== undefined) names.set(`${all}.${name}`, value);
    for (const part of some?.split(',') ?? []) {
      const [name = '', local = name] = part.trim().split(/\s+as\s+/);
      const value = module[name];
      if (isEndpoint(value)) names.set(local, value);
    }
  }
  return [...text.matchAll(/\bhandle\w*\(\s*([\w.]+)\s*,/g)].flatMap(([, name = '']) => {
    const endpoint = names.get(name);
    return endpoint === undefined ? [] : [endpoint];
  });
};

interface Folder {
  readonly tables: Set<string>;
  readonly endpoints: Endpoint[];
}

/** Returns docs/features.md: for each folder of a feature, the tables that its statements write and the endpoints that it handles. */
export const featurePage = async (): Promise<string> => {
  const tables = new Set(
    [
      ...readFileSync(join(root, 'server/src/kernel/database/tables.ts'), 'utf8').matchAll(
        /^ {2}([a-z_]+): \w+Table;$/gm,
      ),
    ].map(([, name = '']) => name),
  );
  const folders = new Map<string, Folder>();
  for (const entry of readdirSync(features, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(?<!\.test)\.ts$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(features, dirname(path));
    const folder = folders.get(name) ?? { tables: new Set(), endpoints: [] };
    folders.set(name, folder);
    const text = readFileSync(path, 'utf8');
    for (const table of writtenBy(text, tables)) folder.tables.add(table);
    folder.endpoints.push(...(await handledBy(text)));
  }
  const known = new Set<string>(Object.values(domains).flat());
  const unlisted = [...folders.keys()]
    .map((name) => name.split('/')[0] ?? '')
    .filter((name, index, all) => !known.has(name) && all.indexOf(name) === index)
    .toSorted();
  const rowsOf = (feature: string): string[] =>
    [...folders]
      .filter(([name]) => name === feature || name.startsWith(`${feature}/`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, folder]) => {
        if (folder.tables.size === 0 && folder.endpoints.length === 0) return [];
        const list = [...folder.tables].toSorted().map((table) => `\`${table}\``);
        const calls = folder.endpoints
          .map(({ method, path }) => ({ method, path }))
          .toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
          .map(({ method, path }) => `\`${method} ${path}\``);
        return [
          `| [${name}](../server/src/features/${name}) | ${list.join(', ')} | ${calls.join('<br>')} |`,
        ];
      });
  return [
    '# Features, their tables and endpoints',
    '',
    'This page lists the folders of `server/src/features` with the tables that their statements write and the endpoints that they handle. `npm run lists` writes it. Triggers and database functions write further tables; the headers in `server/database/functions` name them.',
    ...[
      ...Object.entries(domains),
      ...(unlisted.length > 0 ? [['Other', unlisted] as const] : []),
    ].flatMap(([domain, names]) => [
      '',
      `## ${domain}`,
      '| folder | writes | handles |',
      '|---|---|---|',
      ...names.flatMap(rowsOf),
    ]),
    '',
  ].join('\n');
};
