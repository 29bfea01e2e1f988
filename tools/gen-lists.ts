import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Endpoint } from '../contract/src/endpoint.ts';
import { placeholdersOf, readMessages } from '../web/message-files.ts';

/*
 * `npm run lists` collects the declarations of features in the contract and the web app into the `lists` folder next to them, the calls of
 * each feature (`contract/src/<feature>/calls.ts`), and the web app's message keys with their parameters. So a new feature adds files and
 * edits none. `--check` reports lists that are out of date.
 */
const root = join(import.meta.dirname, '..');

/** The folders of features and of their lists. */
const contract = { features: 'contract/src', lists: 'contract/src/lists' } as const;
const web = { features: 'web/src/features', lists: 'web/src/lists' } as const;

interface Kind {
  readonly of: typeof contract | typeof web;
  readonly list: string;
  /** The files with the declarations. */
  readonly file: RegExp;
  /** The name of the export; null for all exports. */
  readonly name: string | null;
  /** The name of the list. */
  readonly exported: string;
  /** `merged` objects, `joined` lists, or each by the name of its feature. */
  readonly as: 'merged' | 'joined' | 'by feature';
}

const kinds: readonly Kind[] = [
  {
    of: contract,
    list: 'endpoints',
    file: /(?:^|\.)endpoints\.ts$/,
    name: null,
    exported: 'declared',
    as: 'merged',
  },
  {
    of: contract,
    list: 'errors',
    file: /^errors\.ts$/,
    name: 'errors',
    exported: 'featureErrors',
    as: 'merged',
  },
  {
    of: contract,
    list: 'audit-kinds',
    file: /^audit-kinds\.ts$/,
    name: 'auditKinds',
    exported: 'auditKinds',
    as: 'merged',
  },
  {
    of: contract,
    list: 'permissions',
    file: /^permissions\.ts$/,
    name: 'permissions',
    exported: 'permissions',
    as: 'merged',
  },
  {
    of: contract,
    list: 'destinations',
    file: /^destinations\.ts$/,
    name: 'destinations',
    exported: 'destinations',
    as: 'joined',
  },
  {
    of: contract,
    list: 'first-calls',
    file: /^first-calls\.ts$/,
    name: 'firstCalls',
    exported: 'firstCalls',
    as: 'by feature',
  },
  {
    of: contract,
    list: 'live',
    file: /^live\.ts$/,
    name: 'liveEvents',
    exported: 'liveEvents',
    as: 'merged',
  },
  {
    of: contract,
    list: 'report-kinds',
    file: /^report-kinds\.ts$/,
    name: 'reportKinds',
    exported: 'reportKinds',
    as: 'joined',
  },
  {
    of: contract,
    list: 'approval-kinds',
    file: /^approval-kinds\.ts$/,
    name: 'approvalKinds',
    exported: 'approvalKinds',
    as: 'joined',
  },
  {
    of: web,
    list: 'paths',
    file: /^paths\.ts$/,
    name: 'paths',
    exported: 'paths',
    as: 'merged',
  },
  {
    of: web,
    list: 'routes',
    file: /^routes\.ts$/,
    name: 'routes',
    exported: 'routes',
    as: 'joined',
  },
  {
    of: web,
    list: 'sections',
    file: /^sections\.ts$/,
    name: 'sections',
    exported: 'sections',
    as: 'joined',
  },
  {
    of: web,
    list: 'destinations',
    file: /^destinations\.ts$/,
    name: 'destinations',
    exported: 'destinations',
    as: 'merged',
  },
  {
    of: web,
    list: 'banner-parts',
    file: /^banner-part\.ts$/,
    name: 'bannerPart',
    exported: 'bannerParts',
    as: 'by feature',
  },
  {
    of: web,
    list: 'live',
    file: /^[\w-]+\.live\.ts$/,
    name: 'subscribe',
    exported: 'subscriptions',
    as: 'by feature',
  },
];

/** `chat/settings.endpoints.ts` → `chatSettings`. */
const camel = (path: string): string =>
  path
    .replace(/(?:[/.]endpoints\.ts|\/[^/.]+(?:\.live)?\.ts)$/, '')
    .replace(/[-/.](\w)/g, (_, letter: string) => letter.toUpperCase());

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'lists' && one.name !== 'testing')
    .map(({ name }) => name)
    .toSorted();

const textOf = ({ of, file, name, exported, as }: Kind): string => {
  const found = foldersIn(of.features).flatMap((feature) =>
    readdirSync(join(root, of.features, feature))
      .filter((one) => file.test(one))
      .toSorted()
      .map((one) => ({ path: `${feature}/${one}`, as: camel(`${feature}/${one}`) })),
  );
  const above = of.features === dirname(of.lists) ? '..' : '../features';
  const [open, close] = as === 'joined' ? ['[', ']'] : ['{', '}'];
  const spread = as === 'by feature' ? '' : '...';
  return [
    '/* Written by `npm run lists`: what each feature declares. */',
    ...found.map((one) =>
      name === null
        ? `import * as ${one.as} from '${above}/${one.path}';`
        : `import { ${name} as ${one.as} } from '${above}/${one.path}';`,
    ),
    '',
    `export const ${exported} = ${open}`,
    ...found.map((one) => `  ${spread}${one.as},`),
    `${close} as const;`,
    '',
  ].join('\n');
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** The calls of a feature, or null if it has no endpoints. Each is a plain string, so that the bundler can inline it. */
const callsOf = async (feature: string): Promise<string | null> => {
  const folder = join(root, contract.features, feature);
  const files = readdirSync(folder).filter((one) => /(?:^|\.)endpoints\.ts$/.test(one));
  if (files.length === 0) return null;
  const modules = await Promise.all(
    files.toSorted().map(async (file) => ({
      file,
      // Uses the same names as lists/endpoints.ts.
      as: camel(`${feature}/${file}`),
      exported: Object.entries((await import(join(folder, file))) as Record<string, unknown>),
    })),
  );
  return [
    '/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */',
    "import type { Call } from '../call.ts';",
    ...modules.map(({ file, as }) => `import type * as ${as} from './${file}';`),
    '',
    ...modules.flatMap(({ as, exported }) =>
      exported.flatMap(([name, value]) =>
        isEndpoint(value)
          ? `export const ${name} = '${value.method} ${value.path}' as Call<typeof ${as}.${name}>;`
          : [],
      ),
    ),
    '',
  ].join('\n');
};

const calls = (
  await Promise.all(
    foldersIn(contract.features).map(
      async (feature) =>
        [`${contract.features}/${feature}/calls.ts`, await callsOf(feature)] as const,
    ),
  )
).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]));

/** Returns the keys of all messages, from English. */
const messages = (): string =>
  [
    '/* Written by `npm run lists`: each message with what its placeholders are given. */',
    'export interface MessageValues {',
    ...[...readMessages('en')]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, message]) => {
        const given = [...placeholdersOf(key, message)]
          .map(([name, type]) => `${name}: ${type}`)
          .toSorted();
        return `  '${key}': ${given.length === 0 ? 'null' : `{ ${given.join('; ')} }`};`;
      }),
    '}',
    '',
  ].join('\n');

const written = [
  ...kinds.map((kind) => [`${kind.of.lists}/${kind.list}.ts`, textOf(kind)] as const),
  ...calls,
  ['web/src/lists/messages.ts', messages()] as const,
];
const old = written.filter(([path, text]) => {
  const target = join(root, path);
  return !existsSync(target) || readFileSync(target, 'utf8') !== text;
});
if (process.argv.includes('--check')) {
  for (const [path] of old) console.error(`${path} is not up to date; npm run lists`);
  process.exitCode = old.length > 0 ? 1 : 0;
} else
  for (const [path, text] of old) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
