import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { isSoak, sampleOf } from '../../server/test/effort.ts';
import { inCampus } from './in-campus.ts';

const { campus, refused, database } = inCampus();

const levels: Record<string, readonly string[]> = {
  '': ['import', 'export', 'school', 'person', 'audit', 'scim', 'ics', 'election', 'demo'],
  import: ['--school <code>', '--dry-run', 'Examples:'],
  export: ['--school <code>', 'Example:'],
  school: ['add', 'set', 'list', 'Examples:'],
  'school add': ['--name', '--color', '--no-connect', '--host', '--default', 'Example:'],
  'school set': ['--name', '--color', '--no-connect', '--host', '--default', 'Example:'],
  'school list': ['list the schools'],
  person: ['add', 'password'],
  'person add': ['--school <code>', '--email <address>', '--admin', 'Example:'],
  'person password': ['--school <code>', '--email <address>', '< password.txt'],
  audit: ['verify'],
  'audit verify': ['--school <code>', 'Example:'],
  scim: ['key'],
  'scim key': ['add', 'list', 'end'],
  'scim key add': ['--school <code>', 'Example:'],
  'scim key list': ['--school <code>', 'Example:'],
  'scim key end': ['--school <code>', 'Example:'],
  ics: ['occurrences'],
  'ics occurrences': ['--from <date>', '--to <date>', 'Example:'],
  election: ['verify', 'count'],
  'election verify': ['--key <key>', 'Example:'],
  'election count': ['--method <method>', 'Example:'],
  demo: ['Example:'],
};

describe('commands', () => {
  test('--help explains a command and its options, without a database', async () => {
    await Promise.all(
      sampleOf(Object.entries(levels), 6).map(async ([level, words]) => {
        const { code, out, err } = await campus([...level.split(' ').filter(Boolean), '--help'], {
          env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
        });
        expect([level, code, err]).toEqual([level, 0, '']);
        expect(out).toMatch(new RegExp(`^Usage: campus ${level}`));
        for (const word of words) expect(out).toContain(word);
      }),
    );
  }, 180_000);

  test('commands reject unknown words, options and arguments, and mention --help', async () => {
    const wrong: [string[], RegExp][] = [
      [['shool', 'list'], /^error: unknown command 'shool'\n\(Did you mean school\?\)/],
      [['school', 'list', 'west'], /^error: too many arguments for 'list'/],
      [['school', 'add'], /^error: missing required argument 'code'/],
      [['import', 'x'], /^error: required option '--school <code>' not specified/],
      [['import', 'x', '--school', 'west', '--dryrun'], /^error: unknown option '--dryrun'/],
      [
        ['person', 'add', '--school', 'west'],
        /^error: required option '--email <address>' not specified/,
      ],
    ];
    await Promise.all(
      wrong.map(async ([args, sentence]) => {
        const { code, out, err } = await campus(args);
        expect([args, code, out]).toEqual([args, 1, '']);
        expect(err).toMatch(sentence);
        expect(err).toMatch(/\(use --help for details\)\n$/);
      }),
    );
  });
});

test('a command explains in one sentence how to fix the database address, the secret or the data folder', async () => {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
  const gone = new URL(database);
  gone.pathname = '/nowhere';
  const silent =
    /^The database at DATABASE_URL does not respond; start it, or correct the address\.$/m;
  const list = (env: Record<string, string>, sentence: RegExp) =>
    refused(['school', 'list'], sentence, { env });
  await Promise.all([
    list({ DATABASE_URL: `postgres://ada:hunter22@127.0.0.1:${port}/commons` }, silent),
    list({ DATABASE_URL: 'postgres://ada@/commons?host=/nowhere' }, silent),
    list(
      { DATABASE_URL: 'postgres://ada@localhost:99999/commons' },
      /^DATABASE_URL is not an address; write it as postgres:/,
    ),
    list(
      { DATABASE_URL: gone.href },
      /^The database in DATABASE_URL does not exist; create it first\.$/m,
    ),
    list({ COMMONS_SECRET: 'secret' }, /COMMONS_SECRET must be 64 hexadecimal digits\.$/m),
    list(
      { COMMONS_DATA: import.meta.filename },
      /is not a folder; name another data folder with COMMONS_DATA\.$/m,
    ),
  ]);
});

// Creating the demo data takes as long as all other commands together, and demo.test.ts already tests it.
test.runIf(isSoak)(
  '"demo" creates the demo schools, prints the sign-ins, and rejects a database with schools',
  async () => {
    const made = await campus(['demo']);
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^Sign in with the password \S+ as\n {2}ana@demo\.campus\.example\n/);
    expect((await campus(['school', 'list'])).out).toMatch(
      /^demo +Demo University \(#005fbf, connect on, default\)\nnorth +Northern College \(.*connect off\)\n$/,
    );
    await refused(
      ['demo'],
      /^This database already has schools\. The demo campus needs an empty one\.$/m,
    );
  },
);
