import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkHouse, exemptions, type Exemption } from './check-house.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Returns the problems of a tree with these files. */
const problemsOf = (
  files: Record<string, string>,
  exempted: readonly Exemption[] = [],
): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'commons-house-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkHouse(root, exempted);
};

const clubs = 'server/src/features/clubs';
const value = (name: string) => `export const ${name} = 1;\n`;

/** A small valid tree with one file of every kind. */
const orderly: Record<string, string> = {
  'contract/src/clubs.ts': "import { z } from 'zod';\nexport const club = z.string();\n",
  'contract/src/layout.ts': value('width'),
  'server/src/main.ts':
    "import { app } from './app.ts';\nexport const port = process.env['PORT'] ?? app;\n",
  'server/src/app.ts':
    "import { fastify } from 'fastify';\nimport { routes } from './features/clubs/clubs.handlers.ts';\nexport const app = [fastify, routes];\n",
  'server/src/kernel/security/rate-limits.ts':
    "import { sql } from 'kysely';\nexport const count = sql`insert into rate_limits (n) values (1)`;\n",
  [`${clubs}/clubs.handlers.ts`]:
    "import * as clubs from '#contract/clubs.ts';\nimport { joinClub } from './joining.ts';\nexport const routes = [handle(clubs.joinClub, (call) => joinClub(call)), handleBatch(leaveClub, leaveClub)];\n",
  [`${clubs}/joining.ts`]:
    "import { insertMember } from './clubs.queries.ts';\nimport { userById } from '../people/people.queries.ts';\nimport { crest } from './crest.ts';\nexport const joinClub = [insertMember, userById, crest];\n",
  [`${clubs}/clubs.queries.ts`]:
    "import { sql } from 'kysely';\nexport const insertMember = sql`insert into members (n) values (1) on conflict do update set n = 2`;\n",
  [`${clubs}/crest.ts`]: value('crest'),
  [`${clubs}/crest.test.ts`]: "import { crest } from './crest.ts';\n",
  [`${clubs}/clubs-races.test.ts`]: "import pg from 'pg';\n",
  [`${clubs}/lineage/lineage.queries.ts`]: value('lineage'),
  'server/src/features/people/people.queries.ts':
    "export const userById = (db) => db.updateTable('users');\n",
  'server/test/world.ts':
    "import { launch } from '#postgres/launch.ts';\nexport const world = launch;\n",
  'tools/postgres/launch.ts': value('launch'),
  'web/src/main.tsx':
    "import type { club } from '#contract/clubs.ts';\nimport { width } from '#contract/layout.ts';\nexport type Club = typeof club;\nexport const shown = width;\n",
  'web/vite.config.ts': 'export default {};\n',
  'web/src/ui/skeleton.tsx': value('skeleton'),
  'web/src/kit/loaded.tsx':
    "import { width } from '#contract/layout.ts';\nimport { skeleton } from '../ui/skeleton.tsx';\nexport const loaded = [width, skeleton];\n",
  'web/src/kit/loaded.test.tsx': "import { stage } from '../testing/stage.tsx';\n",
  'web/src/features/clubs/listing/clubs-page.tsx':
    "import { loaded } from '../../kit/loaded.tsx';\nexport const page = loaded;\n",
};

test('a valid tree has no problems', () => {
  expect(problemsOf(orderly)).toEqual([]);
});

test('this repository has no problems', () => {
  expect(checkHouse(join(import.meta.dirname, '..'))).toEqual([]);
});

test('every exemption has a reason', () => {
  expect(exemptions.filter(({ why }) => why.length < 20)).toEqual([]);
});

// rule, file that breaks it, its content, expected problem
const wrong: [rule: string, path: string, text: string, answer: RegExp][] = [
  [
    "the contract can't import other folders",
    'contract/src/events.ts',
    "import { crest } from '#server/features/clubs/crest.ts';",
    /imports no other folder/,
  ],
  [
    'embed can import only the host messages',
    'embed/src/frame.ts',
    "import { width } from '#contract/layout.ts';",
    /host-messages/,
  ],
  [
    "web can't import the server",
    'web/src/page.tsx',
    "import { crest } from '../../server/src/features/clubs/crest.ts';",
    /import only the contract/,
  ],
  [
    "web can't import server types",
    'web/src/page.tsx',
    "import type { crest } from '#server/features/clubs/crest.ts';",
    /import only the contract/,
  ],
  [
    "web can't import tools",
    'web/src/page.tsx',
    "import '../../tools/postgres/launch.ts';",
    /import only the contract/,
  ],
  [
    "web can't load zod through a contract module",
    'web/src/page.tsx',
    "import { club } from '#contract/clubs.ts';",
    /load zod/,
  ],
  [
    "web can't import inline types from a contract module with zod",
    'web/src/page.tsx',
    "import { type club } from '#contract/clubs.ts';",
    /load zod/,
  ],
  [
    "web can't load zod through a dynamic import",
    'web/src/page.tsx',
    "export const late = () => import('#contract/clubs.ts');",
    /load zod/,
  ],
  [
    "ui can't import pages",
    'web/src/ui/button.tsx',
    "import { shown } from '../shell/page.tsx';",
    /can’t import pages/,
  ],
  [
    "ui can't import the kit",
    'web/src/ui/button.tsx',
    "import { Loaded } from '../kit/loaded.tsx';",
    /can’t import the kit/,
  ],
  [
    "the kit can't import features",
    'web/src/kit/loaded.tsx',
    "import type { nameOf } from '../features/people/person.ts';",
    /can import only lib and ui/,
  ],
  [
    "the kit can't import the shell",
    'web/src/kit/loaded.tsx',
    "import { shown } from '../shell/page.tsx';",
    /can import only lib and ui/,
  ],
  [
    "the kit can't import paths",
    'web/src/kit/loaded.tsx',
    "import { paths } from '../paths.ts';",
    /can import only lib and ui/,
  ],
  [
    "the server can't import web",
    'server/src/kernel/html.ts',
    "import { shown } from '../../../web/src/main.tsx';",
    /server can’t import pages/,
  ],
  [
    "the server can't import tools",
    'server/src/kernel/start.ts',
    "import { launch } from '#postgres/launch.ts';",
    /can’t import tools/,
  ],
  [
    'server tests can import only the launcher from tools',
    'server/test/build.ts',
    "import { build } from '../../tools/build.ts';",
    /can’t import tools/,
  ],
  [
    'only tests can import the test world',
    `${clubs}/crest.ts`,
    "import { world } from '../../../test/world.ts';",
    /test world/,
  ],
  [
    "the kernel can't import features",
    'server/src/kernel/crests.ts',
    "import { crest } from '../features/clubs/crest.ts';",
    /kernel can’t import features/,
  ],
  [
    "the kernel can't import the app",
    'server/src/kernel/crests.ts',
    "import { app } from '../app.ts';",
    /kernel can’t import features/,
  ],
  [
    "features can't import the app",
    `${clubs}/crest.ts`,
    "import { port } from '../../main.ts';",
    /can’t import the app/,
  ],
  [
    "a feature can't import another feature's routes",
    'server/src/features/people/greeting.ts',
    "import { routes } from '../clubs/clubs.handlers.ts';",
    /handle an event of clubs/,
  ],
  [
    "a feature can't import another feature's jobs",
    'server/src/features/people/greeting.ts',
    "import { jobs } from '../clubs/clubs.jobs.ts';",
    /handle an event of clubs/,
  ],
  [
    'only query files can import the sql tag',
    `${clubs}/clubs.rules.ts`,
    "import { sql } from 'kysely';",
    /imports kysely; SQL belongs/,
  ],
  [
    'only query files can import pg',
    `${clubs}/crest.ts`,
    "import pg from 'pg';",
    /imports pg; SQL belongs/,
  ],
  [
    'only query files can use the query builder',
    `${clubs}/clubs.views.ts`,
    "export const all = (db) => db.selectFrom('clubs');",
    /builds a query/,
  ],
  [
    "features can't import the web framework",
    `${clubs}/clubs.views.ts`,
    "import type { FastifyReply } from 'fastify';",
    /web framework/,
  ],
  [
    "features can't import web framework plugins",
    `${clubs}/clubs.views.ts`,
    "import cookie from '@fastify/cookie';",
    /web framework/,
  ],
  [
    "features can't import zod",
    `${clubs}/clubs.rules.ts`,
    "import { z } from 'zod';",
    /shapes belong in contract/,
  ],
  [
    "web can't import zod",
    'web/src/page.tsx',
    "import { z } from 'zod';",
    /shapes belong in contract/,
  ],
  [
    "server files other than main.ts can't read the environment",
    `${clubs}/crest.ts`,
    "export const name = process.env['NAME'];",
    /handed down/,
  ],
  [
    "web can't read the environment",
    'web/src/page.tsx',
    'export const name = process.env.NAME;',
    /handed down/,
  ],
  [
    "web can't name calls with strings",
    'web/src/page.tsx',
    "export const listCall = 'GET /api/v1/clubs';",
    /calls\.ts of its feature/,
  ],
  [
    "a feature file can't have an unknown role",
    `${clubs}/clubs.store.ts`,
    value('a'),
    /feature vocabulary/,
  ],
  [
    "a feature file can't have another feature's name",
    `${clubs}/people.queries.ts`,
    value('a'),
    /feature vocabulary/,
  ],
  [
    "a feature file can't have two roles",
    `${clubs}/clubs.queries.old.ts`,
    value('a'),
    /feature vocabulary/,
  ],
  [
    'a test file must be named after a file',
    `${clubs}/weather.test.ts`,
    value('a'),
    /feature vocabulary/,
  ],
  [
    "the features folder can't contain files",
    'server/src/features/weather.ts',
    value('a'),
    /beside the features/,
  ],
  [
    "a feature can't have nested folders two levels deep",
    `${clubs}/lineage/old/old.rules.ts`,
    value('a'),
    /two folders deep/,
  ],
  ['a feature can contain only TypeScript', `${clubs}/crest.css`, '', /not TypeScript/],
  ["a file can't be named index", 'web/src/ui/index.ts', value('a'), /says nothing/],
  ["a file can't be named utils", `${clubs}/utils.ts`, value('a'), /says nothing/],
  ["a file name can't end with helper", 'tools/date-helper.ts', value('a'), /says nothing/],
  [
    "a file can't have the role service",
    'server/src/kernel/mail.service.ts',
    value('a'),
    /says nothing/,
  ],
  ["a folder can't be named common", 'web/src/common/date.ts', value('a'), /says nothing/],
  ["a file name can't be in camel case", 'web/src/ui/dateField.tsx', value('a'), /not kebab-case/],
  [
    "a folder name can't be in snake case",
    'web/src/date_field/day.ts',
    value('a'),
    /not kebab-case/,
  ],
  ["a file can't have more than 500 lines", 'tools/long.ts', '// line\n'.repeat(501), /501 lines/],
  [
    "a module can't have a default export",
    'web/src/page.tsx',
    'export default function Page() {}',
    /default export/,
  ],
  [
    "a module can't export a name as default",
    'web/src/page.tsx',
    'const page = 1;\nexport { page as default };',
    /default export/,
  ],
  [
    "a second feature can't write a table with the query builder",
    'server/src/features/people/import/import.queries.ts',
    "export const x = (db) => db.insertInto('members');",
    /writes members, and so does clubs/,
  ],
  [
    "a second feature can't write a table with insert",
    'server/src/features/people/import/import.queries.ts',
    'export const x = sql`\n  INSERT INTO members (n) values (1)`;',
    /writes members, and so does clubs/,
  ],
  [
    "a second feature can't write a table with update",
    'server/src/features/people/import/import.queries.ts',
    'export const x = sql`update members as m set n = 1`;',
    /writes members, and so does clubs/,
  ],
  [
    "a second feature can't write a table with delete",
    'server/src/features/people/import/import.queries.ts',
    'export const x = sql`delete from members`;',
    /writes members, and so does clubs/,
  ],
  [
    "a feature can't write a kernel table",
    'server/src/features/people/import/import.queries.ts',
    'export const x = sql`delete from rate_limits`;',
    /writes rate_limits, and so does the kernel/,
  ],
  [
    "files can't import each other in a cycle",
    `${clubs}/crest.ts`,
    "import { joinClub } from './joining.ts';",
    /crest\.ts: .*crest\.ts → .*joining\.ts → .*crest\.ts/,
  ],
  [
    "files can't import each other's types in a cycle",
    `${clubs}/crest.ts`,
    "import type { joinClub } from './joining.ts';",
    /crest\.ts → .*joining\.ts → .*crest\.ts/,
  ],
  [
    "features can't import each other in a cycle",
    'server/src/features/people/greeting.ts',
    "import type { crest } from '../clubs/crest.ts';",
    /features\/clubs: .*features\/clubs → .*features\/people → .*by .*joining\.ts, .*greeting\.ts/,
  ],
  [
    "web folders can't import each other in a cycle",
    'web/src/ui/spinner.tsx',
    "import { loaded } from '../kit/loaded.tsx';",
    /web\/src\/kit: .*ring of folders/,
  ],
  [
    'a handler function must have the name of its endpoint',
    `${clubs}/lineage/lineage.handlers.ts`,
    'export const lineage = [handleWithoutTransaction(clubs.readLineage, findLineage)];',
    /answers readLineage by a function named findLineage/,
  ],
  [
    "a feature file can't have the role actions",
    `${clubs}/clubs.actions.ts`,
    value('a'),
    /feature vocabulary/,
  ],
];

test.each(wrong)('%s', (_rule, path, text, answer) => {
  const problems = problemsOf({ ...orderly, [path]: text });
  expect(problems.join('\n')).toMatch(answer);
  for (const problem of problems) expect(problem).toMatch(/^[\w./-]+: .+; .+$/);
});

describe('allowed cases', () => {
  test.each([
    [
      'a generated list can be long',
      {
        'web/src/lists/messages.ts': '// line\n'.repeat(600),
        'server/src/kernel/database/tables.ts': '// line\n'.repeat(600),
      },
    ],
    [
      "a feature's folder can contain a file with its own subject",
      { [`${clubs}/lineage/ancestors.queries.ts`]: value('ancestors') },
    ],
    [
      'a test can import from another feature',
      { 'server/src/features/people/people.test.ts': "import '../clubs/crest.ts';" },
    ],
    [
      'a feature can import a query builder type',
      {
        [`${clubs}/crest.ts`]:
          "import type { Selectable } from 'kysely';\nexport type Crest = Selectable<1>;\n",
      },
    ],
    [
      'a web test can import runtime values from the contract',
      { 'web/src/page.test.tsx': "import { club } from '#contract/clubs.ts';" },
    ],
  ])('%s', (_what, files) => {
    expect(problemsOf({ ...orderly, ...files })).toEqual([]);
  });
});

describe('exemptions', () => {
  const path = 'web/src/page.tsx';
  const exemption: Exemption = {
    path,
    rule: 'export',
    why: 'A tool loads it by its default export.',
  };

  test('an exemption applies only to its file and rule', () => {
    expect(problemsOf({ [path]: 'export default 1;' }, [exemption])).toEqual([]);
    expect(
      problemsOf({ [path]: "import { z } from 'zod';\nexport default 1;" }, [exemption]),
    ).toHaveLength(1);
  });

  test('an unused exemption is a problem', () => {
    expect(problemsOf({ [path]: 'export const page = 1;' }, [exemption]).join()).toMatch(
      /needs no exemption/,
    );
  });

  test('an exemption with a count allows that many findings', () => {
    const queries = `${clubs}/clubs.queries.ts`;
    const read =
      "import { sql } from 'kysely';\nexport const all = sql`select from role_grants g`;\n";
    const other = 'export const some = sql`select from clubs c join role_grants g using (id)`;\n';
    const once = {
      path: queries,
      rule: 'grants',
      times: 1,
      why: 'It exports what is stored.',
    } as const;
    expect(problemsOf({ [queries]: read })).toEqual([expect.stringMatching(/current_grants/)]);
    expect(problemsOf({ [queries]: read }, [once])).toEqual([]);
    expect(problemsOf({ [queries]: read + other }, [once])).toEqual([
      expect.stringMatching(/breaks "grants" 2 times; its exemption is for 1/),
    ]);
    const write = read.replace('select from', 'delete from').replace(' g`', '`');
    expect(problemsOf({ [queries]: write })).toEqual([]);
  });

  test('classes that slow down style changes are a problem', () => {
    const list = 'web/src/ui/list.tsx';
    const line = (variant: string) => `export const line = '${variant}:hidden';\n`;
    for (const variant of ['group-last', 'group-has-[a]/bar', 'group-first/row'])
      expect(problemsOf({ [list]: line(variant) })).toEqual([expect.stringMatching(/slow/)]);
    for (const variant of ['group-open', 'last:[&_.line]', 'has-[a]'])
      expect(problemsOf({ [list]: line(variant) })).toEqual([]);
  });

  test('classes that the theme doesn’t have are a problem', () => {
    const list = 'web/src/ui/list.tsx';
    const line = (name: string) => `export const line = 'grid ${name} gap-2';\n`;
    for (const name of ['text-5xl', 'sm:text-6xl!', 'font-semibold', 'rounded-ss-3xl', 'shadow-lg'])
      expect(problemsOf({ [list]: line(name) })).toEqual([expect.stringMatching(/theme/)]);
    for (const name of ['text-2xl', 'font-bold', 'rounded-sm', 'rounded-card', 'shadow-float'])
      expect(problemsOf({ [list]: line(name) })).toEqual([]);
  });

  test('an SQL function needs a caller, and its header must name its callers', () => {
    const file = 'server/database/functions/free_spots.sql';
    const body =
      "create or replace function free_spots() returns int language sql as 'select 1';\n";
    const trigger =
      'create or replace trigger t after insert on a execute function free_spots();\n';
    expect(problemsOf({ [file]: body })).toEqual([
      expect.stringMatching(/nothing calls free_spots/),
    ]);
    expect(problemsOf({ [file]: body + trigger })).toEqual([]);
    const query = 'export const spots = sql`select free_spots()`;\n';
    const called = { ...orderly, [`${clubs}/clubs.queries.ts`]: query };
    expect(problemsOf({ ...called, [file]: body })).toEqual([
      expect.stringMatching(/called by features\/clubs\/clubs.queries.ts, which its "Callers"/),
    ]);
    const header = '-- Callers: features/clubs/clubs.queries.ts\n';
    expect(problemsOf({ ...called, [file]: header + body })).toEqual([]);
    expect(problemsOf({ [file]: header + body + trigger })).toEqual([
      expect.stringMatching(/which does not call it/),
    ]);
  });

  test("an exempt writer does not make the table's owner a second writer", () => {
    const files = {
      ...orderly,
      'server/src/kernel/touch.ts': 'export const touch = sql`update members set n = 1`;',
    };
    expect(problemsOf(files)).toHaveLength(2);
    expect(
      problemsOf(files, [{ path: 'server/src/kernel/touch.ts', rule: 'writer', why: 'A reason.' }]),
    ).toEqual([]);
  });
});

describe('retired words', () => {
  const page = 'web/src/page.tsx';

  // The test assembles these declarations, because the check also reads this file.
  test.each([
    ['const', 'closenessOf', ' = 1;', 'closeness'],
    ['function', 'runUpkeep', '() {}', 'upkeep'],
    ['interface', 'SendRefusal', ' {}', 'refusal'],
    ['type', 'PassageKind', ' = 1;', 'passage'],
  ])('%s %s is a problem, which suggests the word to use', (kind, name, rest, word) => {
    expect(problemsOf({ [page]: `export ${kind} ${name}${rest}` })).toEqual([
      expect.stringMatching(new RegExp(`the word for "${word}" is \\w+`)),
    ]);
  });

  test.each([
    ['a part of another word', 'export const upkeeper = 1;'],
    ['a column', 'export interface Row { readonly sealed_at: Date }'],
    ['a comment', '/** The type refusal. */\nexport const error = 1;'],
    ['a name declared elsewhere', "export const reason = row.sendRefusal ?? 'refusal';"],
  ])('%s is allowed', (_what, text) => {
    expect(problemsOf({ [page]: text })).toEqual([]);
  });
});
