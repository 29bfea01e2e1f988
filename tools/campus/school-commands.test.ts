import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus, refused, stored } = inCampus();

const list = async (): Promise<string[]> =>
  (await campus(['school', 'list'])).out.trimEnd().split('\n');
const done = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await campus(['school', ...args]);
  expect([code, err]).toEqual([0, '']);
  return out;
};

test('commands explain how to create the first school', async () => {
  expect(await campus(['school', 'list'])).toEqual({
    code: 0,
    out: '',
    err: 'There is no school yet; create one with: npm run campus -- school add CODE --name "Name"\n',
  });
  await refused(
    ['import', '.', '--school', 'west'],
    /^There is no school yet; create one with: npm run campus -- school add/,
  );
});

test('an operator adds and changes schools, and the first one is the default until they choose another', async () => {
  expect(
    await done('add', 'west', '--name', ' West \n College', '--color', '#9A3324', '--no-connect'),
  ).toBe('Created the school west.\n');
  const standalone = () =>
    stored('west', `select message_standalone from schools where code = 'west'`);
  expect(await standalone()).toEqual([{ message_standalone: true }]);
  await done('set', 'west', '--no-standalone-messages');
  expect(await standalone()).toEqual([{ message_standalone: false }]);
  await done('add', 'east', '--host', 'Campus.East.example.', '--host', 'campus.east.example');
  expect(await list()).toEqual([
    'west             West College (#9a3324, connect off, default)',
    'east             east (#005fbf, connect on, campus.east.example)',
  ]);
  expect(await done('set', 'east', '--default', '--name', 'East')).toBe(
    'Changed the school east.\n',
  );
  await done('set', 'west', '--connect', '--locale', 'de-AT', '--host', 'campus.west.example');
  await done('set', 'west', '--host', 'campus.west.example');
  expect(await list()).toEqual([
    'west             West College (#9a3324, connect on, campus.west.example)',
    'east             East (#005fbf, connect on, default, campus.east.example)',
  ]);
});

test('the command rejects invalid input in one sentence and stores nothing', async () => {
  const before = await list();
  const failures: [string[], RegExp][] = [
    [
      ['add', 'west', '--name', 'Again'],
      /^The school west already exists; change it with: npm run campus -- school set west …$/m,
    ],
    [
      ['add', 'south', '--host', 'new.example', '--host', 'campus.east.example'],
      /^campus\.east\.example is the address of another school\.$/m,
    ],
    [
      ['set', 'west', '--host', 'new.example', '--host', 'campus.east.example', '--name', 'W'],
      /^campus\.east\.example is the address of another/,
    ],
    [['add', 'Not A Code'], /^A school code has up to 42 lowercase letters, digits and hyphens/],
    [['add', 'south', '--name', ' '], /^A school needs a name of up to 120 characters\.$/m],
    [
      ['set', 'west', '--name', 'W'.repeat(121)],
      /^A school needs a name of up to 120 characters\.$/m,
    ],
    [
      ['set', 'west', '--color', 'blue'],
      /^blue is not a color with six hexadecimal digits, such as 9a3324\.$/m,
    ],
    [
      ['set', 'west', '--host', 'https://x.example'],
      /^https:\/\/x\.example is not a domain such as campus\.example\.edu\.$/m,
    ],
    [['set', 'west', '--locale', 'german!'], /^german! is not a language such as en or de-AT\.$/m],
    [
      ['set', 'west'],
      /^Add the options to change; npm run campus -- school set --help lists them\.$/m,
    ],
    [['set', 'south', '--connect'], /^There is no school south; the schools are west, east\.$/m],
  ];
  await Promise.all(failures.map(([args, sentence]) => refused(['school', ...args], sentence)));
  expect(await list()).toEqual(before);
});

test('[SCH-01] an operator sets a logo and sets and removes a favicon, which the activity log records; other files fail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-logo-'));
  try {
    const [logo, text] = [join(folder, 'logo.png'), join(folder, 'notes.txt')];
    await writeFile(
      logo,
      await sharp({ create: { width: 40, height: 20, channels: 3, background: '#9a3324' } })
        .png()
        .toBuffer(),
    );
    await writeFile(text, 'no picture');
    const pictures = async () =>
      (await stored('west', `select logo, favicon from schools where code = 'west'`))[0];
    await done('set', 'west', '--logo', logo, '--favicon', logo);
    expect(await pictures()).toEqual({
      logo: expect.stringMatching(/^[0-9a-f]{40}\.png$/),
      favicon: expect.stringMatching(/^[0-9a-f]{40}\.png$/),
    });
    await refused(
      ['school', 'set', 'west', '--logo', text],
      /notes\.txt is not a JPEG, PNG, WebP, AVIF or GIF\.$/m,
    );
    await refused(
      ['school', 'set', 'west', '--logo', join(folder, 'none.png')],
      /none\.png cannot be read \(ENOENT\)\.$/m,
    );
    await done('set', 'west', '--no-favicon');
    expect(await pictures()).toMatchObject({ favicon: null, logo: expect.any(String) });
    expect(
      await stored(
        'west',
        `select actor_id as actor, detail->>'picture' as picture from activity_log where kind = 'school_picture_changed' order by number`,
      ),
    ).toEqual([
      { actor: null, picture: 'logo' },
      { actor: null, picture: 'favicon' },
      { actor: null, picture: 'favicon' },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test(
  'a command prints no stack trace if its reader closes the pipe',
  { tags: ['soak'] },
  async () => {
    // The reader exits before the command prints anything.
    const command = `'${process.execPath}' '${join(import.meta.dirname, 'main.ts')}' --help | true; exit "\${PIPESTATUS[0]}"`;
    const { stderr } = await promisify(execFile)('bash', ['-c', command]);
    expect(stderr).toBe('');
  },
);
