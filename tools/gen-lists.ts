import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isEndpoint } from '../contract/src/endpoint.ts';
import { placeholdersOf, readMessages } from '../web/message-files.ts';
import compile from 'icu-minify/compile';
import { featurePage } from './feature-page.ts';

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
    list: 'notification-kinds',
    file: /^notifications\.ts$/,
    name: 'notificationKinds',
    exported: 'notificationKinds',
    as: 'merged',
  },
  {
    of: contract,
    list: 'notification-filters',
    file: /^notification-filters\.ts$/,
    name: 'notificationFilters',
    exported: 'notificationFilters',
    as: 'by feature',
  },
  {
    of: contract,
    list: 'notification-keys',
    file: /^notifications\.ts$/,
    name: 'notificationKeys',
    exported: 'notificationKeys',
    as: 'by feature',
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
    list: 'notification-icons',
    file: /^notification-icons\.ts$/,
    name: 'notificationIcons',
    exported: 'notificationIcons',
    as: 'merged',
  },
  {
    of: web,
    list: 'notification-parts',
    file: /^notification-parts\.ts$/,
    name: 'notificationParts',
    exported: 'notificationParts',
    as: 'merged',
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

/**
 * The texts of notifications, compiled for the server, which sends them by email and push: `notifications.<kind>` and the names that
 * they combine. The web app shows the same messages.
 */
const notificationMessages = (): string => {
  const combined = ['somebody', 'both', 'others', 'aClub', 'message_in'];
  const keys = [...Object.keys(notificationKinds), ...combined];
  const of = (language: string): string => {
    const messages = readMessages(language);
    return JSON.stringify(
      Object.fromEntries(
        keys.map((key) => [key, compile(messages.get(`notifications.${key}`) ?? '')]),
      ),
    );
  };
  return [
    '/* Written by `npm run lists`: the texts of notifications in each language (decision 042). */',
    "import type { CompiledMessage } from 'icu-minify/format';",
    "import type { NotificationKind } from '#contract/notifications/keys.ts';",
    '',
    `type Key = NotificationKind | ${combined.map((key) => `'${key}'`).join(' | ')};`,
    'export const notificationMessages: Readonly<',
    "  Record<'en' | 'de' | 'ar', Readonly<Record<Key, CompiledMessage>>>",
    '> = {',
    ...['en', 'de', 'ar'].map((language) => `  ${language}: ${of(language)},`),
    '};',
    '',
  ].join('\n');
};

type Written = readonly (readonly [path: string, text: string])[];
const isChecking = process.argv.includes('--check');

/** Writes files that have changed. With `--check`, it reports them instead. */
const write = (files: Written): void => {
  for (const [path, text] of files) {
    const target = join(root, path);
    if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
    if (isChecking) {
      console.error(`${path} is not up to date; npm run lists`);
      process.exitCode = 1;
    } else {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  }
};

// Endpoints, which the calls are made from, import these lists.
write(kinds.map((kind) => [`${kind.of.lists}/${kind.list}.ts`, textOf(kind)]));

const { notificationKinds } = (await import('../contract/src/lists/notification-kinds.ts')) as {
  notificationKinds: Record<string, unknown>;
};
const calls = (
  await Promise.all(
    foldersIn(contract.features).map(
      async (feature) =>
        [`${contract.features}/${feature}/calls.ts`, await callsOf(feature)] as const,
    ),
  )
).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]));

write([
  ...calls,
  ['web/src/lists/messages.ts', messages()] as const,
  ['docs/features.md', await featurePage()] as const,
  ['server/src/lists/notification-messages.ts', notificationMessages()] as const,
]);
