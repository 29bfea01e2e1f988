import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeholdersOf, readMessages } from '../web/message-files.ts';

/*
 * `npm run lists`: what the features of the contract declare, gathered in contract/src/lists, and the keys of the web app's messages
 * with what they are given, so that a new feature adds files and edits none. `--check` says which list is not up to date.
 */
const root = join(import.meta.dirname, '..');
const contract = join(root, 'contract/src');

/** What is gathered: the file a feature declares it in, and the name it is exported under; all that is exported where there is none. */
const kinds = [
  { list: 'endpoints', file: /(?:^|\.)endpoints\.ts$/, name: null },
  { list: 'errors', file: /^errors\.ts$/, name: 'errors' },
  { list: 'audit-kinds', file: /^audit-kinds\.ts$/, name: 'auditKinds' },
  { list: 'permissions', file: /^permissions\.ts$/, name: 'permissions' },
] as const;

const exported: Readonly<Record<(typeof kinds)[number]['list'], string>> = {
  endpoints: 'declared',
  errors: 'featureErrors',
  'audit-kinds': 'auditKinds',
  permissions: 'permissions',
};

/** `chat/settings.endpoints.ts` → `chatSettings`. */
const camel = (path: string): string =>
  path
    .replace(/(?:[/.]endpoints\.ts|\/[^/.]+\.ts)$/, '')
    .replace(/[-/.](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The text of every list, by its path in the contract. */
const lists = (): Map<string, string> => {
  const features = readdirSync(contract, { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'lists' && one.name !== 'testing')
    .map(({ name }) => name)
    .toSorted();
  return new Map(
    kinds.map(({ list, file, name }) => {
      const found = features.flatMap((feature) =>
        readdirSync(join(contract, feature))
          .filter((one) => file.test(one))
          .toSorted()
          .map((one) => ({ path: `${feature}/${one}`, as: camel(`${feature}/${one}`) })),
      );
      const text = [
        '/* Written by `npm run lists`: what each feature declares. */',
        ...found.map(({ path, as }) =>
          name === null
            ? `import * as ${as} from '../${path}';`
            : `import { ${name} as ${as} } from '../${path}';`,
        ),
        '',
        `export const ${exported[list]} = {`,
        ...found.map(({ as }) => `  ...${as},`),
        '} as const;',
        '',
      ].join('\n');
      return [`contract/src/lists/${list}.ts`, text] as const;
    }),
  );
};

/** The keys of all messages, as English has them. */
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

const old = [...lists(), ['web/src/lists/messages.ts', messages()] as const].filter(
  ([path, text]) => {
    const target = join(root, path);
    return !existsSync(target) || readFileSync(target, 'utf8') !== text;
  },
);
if (process.argv.includes('--check')) {
  for (const [path] of old) console.error(`${path} is not up to date; npm run lists`);
  process.exitCode = old.length > 0 ? 1 : 0;
} else for (const [path, text] of old) writeFileSync(join(root, path), text);
