import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import yazl from 'yazl';
import type { SchoolId } from '../../kernel/ids.ts';
import { type Content, somePng } from '../../../test/import-folder.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld } from '../../../test/world.ts';
import type { ImportReport } from './import-campus.ts';
import { splitList } from './imports.rules.ts';
import { problemLine } from './problems.ts';

const world = inWorld();
const { fresh, folder, newSchool, bring } = inImports(world);
const reported = (report: ImportReport): string[] => report.problems.map(problemLine);
const people = (school: SchoolId) => world.as(school)('select * from users order by username');
const counts = async (school: SchoolId) =>
  (
    await world.as(school)(
      'select (select count(*)::int from users) as people, (select count(*)::int from connections) as pairs',
    )
  )[0];

const good: Content = {
  'people.csv':
    'username,email,firstName,lastName,languages,bio,visitableProfile,isAdmin,photo,cover,createdAt,yearOfGraduation,major\r\n' +
    'li,li@x.example,"Li, ""Lee""",王,English|C\\|C++,"<p onclick=""x()"">Hi</p><script>1</script>",no,yes,li.png,li.png,2026-09-01T08:30:00.123456Z,2028,=1+1\r\n' +
    'mo,mo@x.example,Mo,"O\'Brien",,,,,,,,,\r\n\r\n' +
    'no,,No  \n,Mail,English,,yes,no,copy.jpg,,,,\r\n'.replace('\n', ''),
  'connections.csv': 'a,b,status\nli,mo,connected\nmo,li,pending\nmo,no,pending\nmo,no,pending\n',
  'photos/li.png': Buffer.alloc(0),
  'photos/copy.jpg': Buffer.alloc(0),
};
const goodFolder = () => folder({ ...good, 'photos/li.png': somePng, 'photos/copy.jpg': somePng });

describe('importing a good folder', () => {
  test('keeps plain text, cleans rich text, splits lists, and re-encodes pictures', async () => {
    const school = await newSchool();
    const report = await bring(school, await goodFolder());
    expect(reported(report)).toEqual([]);
    expect(report).toMatchObject({
      isStored: true,
      people: { added: 3, changed: 0, unchanged: 0 },
      connections: { added: 2, changed: 0, unchanged: 0 },
      pictures: 3,
    });
    const [li, mo, no] = await people(school);
    expect(li).toMatchObject({
      first_name: 'Li, "Lee"',
      last_name: '王',
      languages: ['English', 'C|C++'],
      bio: '<p>Hi</p>',
      is_listed: false,
      is_admin: true,
      major: '=1+1',
      year_of_graduation: 2028,
    });
    expect(mo).toMatchObject({
      last_name: "O'Brien",
      languages: [],
      bio: null,
      is_listed: true,
      is_admin: false,
      account_type: 'Student',
      photo: null,
    });
    expect(no).toMatchObject({ first_name: 'No', email: null, photo: li?.['photo'] });
    const stored = await world.files.get(school, String(li?.['cover']));
    expect(stored).not.toBeNull();
    const chunks: Buffer[] = [];
    for await (const chunk of stored?.stream ?? []) chunks.push(chunk as Buffer);
    expect(await sharp(Buffer.concat(chunks)).metadata()).toMatchObject({
      format: 'webp',
      width: 1200,
      height: 450,
    });
    const pairs = await world.as(school)(
      "select is_accepted, requested_by, (select id from users where username = 'mo') as mo from connections order by is_accepted",
    );
    expect(pairs.map((pair) => [pair['is_accepted'], pair['requested_by'] === pair['mo']])).toEqual(
      [
        [false, true],
        [true, false],
      ],
    );
  });

  test('changes nothing when repeated, and changes one person if one cell changed', async () => {
    const school = await newSchool();
    const path = await goodFolder();
    await bring(school, path);
    const before = await people(school);
    expect(await bring(school, path)).toMatchObject({
      people: { added: 0, changed: 0, unchanged: 3 },
      connections: { added: 0, changed: 0, unchanged: 2 },
    });
    expect(await people(school)).toEqual(before);
    const next = await bring(
      school,
      await folder({ 'people.csv': 'major,username\nMusic,mo\nArt,new\n' }),
    );
    expect(reported(next)).toEqual([
      'people.csv, line 3, column firstName: a person needs a first or a last name',
    ]);
    expect(
      await bring(school, await folder({ 'people.csv': 'major,username\nMusic,mo\n=1+1,li\n' })),
    ).toMatchObject({
      people: { added: 0, changed: 1, unchanged: 1 },
    });
    // Columns that the file lacks, and people who aren't in it, stay unchanged.
    expect((await people(school)).map((person) => [person['major'], person['email']])).toEqual([
      ['=1+1', 'li@x.example'],
      ['Music', 'mo@x.example'],
      [null, null],
    ]);
  });

  test('reports the same as a dry run, and stores nothing', async () => {
    const school = await newSchool();
    const report = await bring(school, await goodFolder(), { isDryRun: true });
    expect(report).toMatchObject({
      isStored: false,
      people: { added: 3 },
      connections: { added: 2 },
      problemTotal: 0,
    });
    expect(await counts(school)).toEqual({ people: 0, pairs: 0 });
  });

  test('accepts a byte order mark and a missing line break at the end', async () => {
    const school = await newSchool();
    expect(
      await bring(school, await folder({ 'people.csv': '\ufeffusername,firstName\nx,X' })),
    ).toMatchObject({
      people: { added: 1 },
      problemTotal: 0,
    });
  });

  test('lets two people swap email addresses', async () => {
    const school = await newSchool();
    await bring(
      school,
      await folder({
        'people.csv': 'username,firstName,email\nx,X,x@x.example\ny,Y,y@x.example\n',
      }),
    );
    const report = await bring(
      school,
      await folder({ 'people.csv': 'username,email\nx,Y@x.example\ny,x@x.example\n' }),
    );
    expect(report).toMatchObject({ isStored: true, people: { changed: 2 } });
    expect((await people(school)).map((person) => person['email'])).toEqual([
      'Y@x.example',
      'x@x.example',
    ]);
  });

  test('never ends a connection, and connects two people who requested each other', async () => {
    const school = await newSchool();
    const list = 'username,firstName\nx,X\ny,Y\nz,Z\n';
    await bring(
      school,
      await folder({
        'people.csv': list,
        'connections.csv': 'a,b,status\nx,y,connected\ny,z,pending\n',
      }),
    );
    const report = await bring(
      school,
      await folder({ 'connections.csv': 'a,b,status\nx,y,pending\nz,y,pending\n' }),
    );
    expect(report.connections).toEqual({ added: 0, changed: 1, ended: 0, unchanged: 1 });
    expect(
      await world.as(school)('select count(*)::int as n from connections where is_accepted'),
    ).toEqual([{ n: 2 }]);
  });

  test('indexes names for search, including the romanized spelling', async () => {
    await bring(
      world.school,
      await folder({
        'people.csv': 'username,firstName,lastName,romanizedName\nzzz,雨桐,林,Yutong Lin\n',
      }),
    );
    expect(
      await world.as(world.school)(
        `select count(*)::int as n from user_words where word = 'yutong'`,
      ),
    ).toEqual([{ n: 1 }]);
  });
});

describe('lists from spreadsheet programs', () => {
  const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  const table = (sign: string, end = '\r\n') =>
    [
      ['username', 'email', 'firstName', 'lastName'],
      ['fc', 'fc@x.example', `Ana${sign === '\t' ? '' : sign}`, 'Müller'],
    ]
      .map((row) => row.map((cell) => (cell.includes(sign) ? `"${cell}"` : cell)).join(sign) + end)
      .join('');
  const commas = table(',');
  const forms: [string, string | Buffer][] = [
    ['semicolons', table(';')],
    ['tabs', table('\t')],
    ['vertical bars', table('|')],
    ['CR line endings', table(';', '\r')],
    ['Mac OS Roman', Buffer.from(table(';', '\r').replace('ü', '\x9f'), 'latin1')],
    ['Windows-1252', Buffer.from(commas, 'latin1')],
    ['UTF-16, little-endian', Buffer.from(`\ufeff${table('\t')}`, 'utf16le')],
    ['UTF-16, big-endian', utf16be(table('\t'))],
    ['UTF-16 without a byte order mark', Buffer.from(table('\t'), 'utf16le')],
    ['a UTF-8 byte order mark', `\ufeff${commas}`],
    ['sep=;', `sep=;\r\n${table(';')}`],
    ['a byte order mark and "sep=\\t"', `\ufeff"sep=\t"\r\n${table('\t')}`],
    ['sep= with a less frequent separator', `sep=;\n${table(';')}`],
    ['quoted headings', table(';').replace('username;email', '"username";"E-Mail"')],
    [
      'alternative headings',
      commas.replace(/^.*\r/, '\ufeff USER_NAME\u00a0,E-mail address,First name,Last-Name\r'),
    ],
    ['empty columns', commas.replaceAll('\r\n', ',,\r\n')],
    ['one more cell than the header', commas.replace(/\r\n$/, ',\r\n')],
    ['blank rows', `\r\n;;;\r\n${table(';')};;;\r\n ; ;\u00a0;\r\n\r\n`],
    ['missing cells at the end', commas.replace('lastName\r', 'lastName,major,city\r')],
  ];
  test.each(forms)('are read with %s', async (_, people) => {
    const school = await newSchool();
    const report = await bring(school, await folder({ 'people.csv': people }));
    expect(reported(report)).toEqual([]);
    const [person, ...others] = await world.as(school)(
      'select username, email, first_name, last_name from users',
    );
    expect(others).toEqual([]);
    expect(person).toMatchObject({ username: 'fc', email: 'fc@x.example', last_name: 'Müller' });
  });

  test('can have different formats in one import, with line numbers as in an editor', async () => {
    const school = await newSchool();
    const report = await bring(
      school,
      await folder({
        'people.csv': table(';') + 'b;;Bo;\r\n',
        'connections.csv': Buffer.from('\ufeffA\tB\tStatus\rfc\tb\tconnected\r', 'utf16le'),
        'terms.csv': 'sep=;\r\nCode;Name;Starts_on\r\n"f\r\n25";x;y\r\n',
      }),
    );
    expect(reported(report).filter((line) => !line.startsWith('terms.csv'))).toEqual([]);
    expect(reported(report).at(-1)).toMatch(/^terms.csv, line 2: /);
  });
});

describe('importing a bad folder', () => {
  const failures: [string, Content, string[]][] = [
    [
      'invalid cells',
      {
        'people.csv':
          'username,firstName,yearOfGraduation,visitableProfile,createdAt,email,interests,locale\n' +
          `,No key,,,,,,\nok,Ok,19x9,,,,,\n"multi","A\nB",,perhaps,,,,\nd,D,,,2026-02-30,at,${'x'.repeat(81)},Deutsch!\nlong,row,,,,,,,more\n`,
      },
      [
        'people.csv, line 2, column username: is empty; every person needs one',
        'people.csv, line 3, column yearOfGraduation: is not a year from 1900 to 2200',
        'people.csv, line 4, column visitableProfile: is neither yes nor no',
        'people.csv, line 6, column createdAt: is not a moment such as 2026-09-01 or 2026-09-01T08:30:00Z',
        'people.csv, line 6, column email: is not an e-mail address',
        'people.csv, line 6, column interests: has an item longer than 80 characters',
        'people.csv, line 6, column locale: is not a language such as en or de-AT',
        'people.csv, line 7: has 9 cells, but the header has 8',
      ],
    ],
    [
      'broken UTF-8',
      {
        'people.csv': Buffer.concat([
          Buffer.from('username,firstName\nx,Zoë\ny,'),
          Buffer.from([0xc3, 0x28]),
          Buffer.from('\n'),
        ]),
      },
      ['people.csv, line 3, column firstName: is not valid UTF-8'],
    ],
    [
      'UTF-8 after Windows-1252',
      {
        'people.csv': Buffer.concat([
          Buffer.from('username,firstName\nx,Zo\xeb\n', 'latin1'),
          Buffer.from('y,Zoë\n'),
        ]),
      },
      [
        'people.csv, line 3, column firstName: is UTF-8, but earlier cells aren’t; save the file as CSV UTF-8',
      ],
    ],
    [
      'a value without a heading',
      { 'people.csv': 'username,firstName,,\nx,X,,\ny,Y,,z\n' },
      ['people.csv, line 3: has a value in cell 4, where the header names no column'],
    ],
    [
      'a NUL character',
      { 'people.csv': 'username,firstName\nx,a\0b\n' },
      ['people.csv, line 2, column firstName: contains a NUL character'],
    ],
    [
      'duplicate keys',
      { 'people.csv': 'username,firstName,email\nx,X,a@x.example\ny,Y,A@X.example\nx,Z,\n' },
      [
        'people.csv, line 3, column email: the address A@X.example is already in line 2',
        "people.csv, line 4, column username: the username 'x' is already in line 2",
      ],
    ],
    [
      'unknown people',
      {
        'people.csv': 'username,firstName\nx,X\n',
        'connections.csv': 'a,b,status\nx,who,connected\nx,x,pending\nx,who,maybe\n',
      },
      [
        "connections.csv, line 2, column b: no one has the username 'who'",
        'connections.csv, line 3, column b: is the same person as a',
        'connections.csv, line 4, column status: is neither connected nor pending',
      ],
    ],
    [
      'an unclosed quote',
      { 'people.csv': 'username,firstName\nx,X\ny,"Y\nz,Z\n' },
      [
        'people.csv, line 3: a quote opens in this row and never closes; the rest of the file can’t be read',
      ],
    ],
    [
      'invalid pictures',
      {
        'people.csv':
          'username,firstName,photo\nx,X,none.png\ny,Y,../../etc/passwd\nz,Z,text.png\nw,W,run.png\n',
        'photos/text.png': 'no picture',
        'photos/run.png':
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
      },
      [
        'people.csv, line 2, column photo: names photos/none.png, which is not there',
        'people.csv, line 3, column photo: is not the name of a file in photos/',
        'people.csv, line 4, column photo: names a file that is not a JPEG, PNG, WebP, AVIF, GIF or TIFF picture',
        'people.csv, line 5, column photo: names a file that is not a JPEG, PNG, WebP, AVIF, GIF or TIFF picture',
      ],
    ],
  ];
  test.each(failures)('reports rows with %s and stores nothing', async (_, content, expected) => {
    const school = await newSchool();
    const report = await bring(school, await folder(content));
    expect(reported(report)).toEqual(expected);
    expect(report).toMatchObject({ isStored: false, problemTotal: expected.length });
    expect(await counts(school)).toEqual({ people: 0, pairs: 0 });
  });

  test('reports unknown columns with the known ones, and duplicate and missing columns', async () => {
    const report = await bring(
      await newSchool(),
      await folder({ 'people.csv': 'name;nick,firstName,firstName\nx,y,z\n' }),
    );
    const [unknown = '', ...rest] = reported(report);
    expect(unknown).toContain(
      'there is no column "name;nick"; columns: username, email, firstName',
    );
    expect(rest).toEqual([
      'people.csv, line 1: the column firstName appears twice',
      'people.csv, line 1: the column username is missing',
    ]);
  });

  test('rejects an email address of a person who isn’t in the file', async () => {
    const report = await bring(
      world.school,
      await folder({
        'people.csv': `username,firstName,email\nthief,T,${world.ana.email.toUpperCase()}\n`,
      }),
    );
    expect(reported(report)).toEqual([
      `people.csv, line 2, column email: the address ${world.ana.email.toUpperCase()} belongs to 'ana', who is not in this file`,
    ]);
  });

  test('reports the first 1,000 problems and counts all', async () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => `x${n},X,never\n`).join('');
    const report = await bring(
      await newSchool(),
      await folder({ 'people.csv': `username,firstName,createdAt\n${rows}` }),
    );
    expect([report.problems.length, report.problemTotal]).toEqual([1_000, 1_500]);
  });

  test('rejects missing paths, folders without lists and invalid zips', async () => {
    await expect(bring(world.school, `${fresh()}/nowhere`)).rejects.toThrow(/^There is no /);
    await expect(bring(world.school, await folder({ 'readme.txt': '' }))).rejects.toThrow(
      /holds neither people.csv nor connections.csv/,
    );
    const text = await folder({ 'x.zip': 'no zip' });
    await expect(bring(world.school, join(text, 'x.zip'))).rejects.toThrow(
      /neither a folder nor a zip/,
    );
  });

  test('stores nothing if it is aborted', async () => {
    const school = await newSchool();
    const rows = Array.from({ length: 8_000 }, (_, n) => `u${n},Name ${n}\n`).join('');
    const stop = new AbortController();
    const path = await folder({ 'people.csv': `username,firstName\n${rows}` });
    await expect(
      bring(school, path, {
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done > 30_000) stop.abort();
        },
      }),
    ).rejects.toThrow(/abort/i);
    expect(await counts(school)).toEqual({ people: 0, pairs: 0 });
    expect(await bring(school, path)).toMatchObject({ people: { added: 8_000 } });
  });

  test('stores nothing if its database connection is killed', async () => {
    const school = await newSchool();
    const rows = Array.from({ length: 60_000 }, (_, n) => `u${n},Name ${n}\n`).join('');
    const path = await folder({ 'people.csv': `username,firstName\n${rows}` });
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
    let killing: Promise<unknown> | undefined;
    await expect(
      bring(school, path, {
        onProgress: () => {
          killing ??= world.sql(kill);
        },
      }),
    ).rejects.toThrow();
    await killing;
    expect(await counts(school)).toEqual({ people: 0, pairs: 0 });
  });
});

const zipOf = async (content: Content, prefix = ''): Promise<string> => {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(content))
    zip.addBuffer(Buffer.from(bytes), prefix + name);
  zip.end();
  const path = `${fresh()}.zip`;
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
};

describe('importing a zip', () => {
  test('reads it like a folder, even if it contains the folder itself', async () => {
    const two = await zipOf({
      'autumn/people.csv': good['people.csv'] ?? '',
      'spring/people.csv': good['people.csv'] ?? '',
    });
    await expect(bring(await newSchool(), two)).rejects.toThrow(
      'The zip holds autumn/people.csv and spring/people.csv; zip one folder and import it by itself.',
    );
    for (const prefix of ['', 'campus/']) {
      const report = await bring(
        await newSchool(),
        await zipOf({ ...good, 'photos/li.png': somePng, 'photos/copy.jpg': somePng }, prefix),
      );
      expect(report).toMatchObject({
        isStored: true,
        people: { added: 3 },
        connections: { added: 2 },
        pictures: 3,
      });
    }
  });

  test('finds pictures by composed or decomposed names, even without the UTF-8 flag', async () => {
    const people = (photo: string) => `username,firstName,photo\nzoe,Zoë,${photo}\n`;
    const [one, apart] = ['zoë.png'.normalize('NFC'), 'zoë.png'.normalize('NFD')];
    for (const [listed, packed] of [
      [one, apart],
      [apart, one],
    ] as const) {
      const content = { 'people.csv': people(listed), [`photos/${packed}`]: somePng };
      const flagged = await zipOf(content);
      // macOS writes UTF-8 names without the flag (bit 11) in local headers and the central directory.
      const plain = await zipOf(content);
      const bytes = await readFile(plain);
      for (const [mark, flags] of [
        ['PK\u0003\u0004', 6],
        ['PK\u0001\u0002', 8],
      ] as const)
        for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 4))
          bytes.writeUInt16LE(bytes.readUInt16LE(at + flags) & ~0x800, at + flags);
      await writeFile(plain, bytes);
      for (const path of [flagged, plain, await folder(content)])
        expect(await bring(await newSchool(), path)).toMatchObject({ isStored: true, pictures: 1 });
    }
  });

  test('rejects files with paths outside the zip', async () => {
    const path = await zipOf({
      'people.csv': 'username,firstName\nx,X\n',
      'photos/xx/evil.png': somePng,
    });
    const bytes = await readFile(path, 'latin1');
    await writeFile(
      path,
      bytes.replaceAll('photos/xx/evil.png', '../../../../bad.png'.slice(0, 18)),
      'latin1',
    );
    await expect(bring(world.school, path)).rejects.toThrow(/relative path|outside/);
  });

  test('finds pictures by composed or decomposed names in folders and in zips from macOS without the UTF-8 flag', async () => {
    const people = (name: string) => `username,firstName,photo\nu,Ü,${name}\n`;
    for (const [listed, stored] of [
      ['NFC', 'NFD'],
      ['NFD', 'NFC'],
    ] as const) {
      const content = { 'people.csv': people('Jürgen.png'.normalize(listed)) };
      const zip = new yazl.ZipFile();
      zip.addBuffer(Buffer.from(content['people.csv']), 'people.csv');
      zip.addBuffer(somePng, `photos/${'Jürgen.png'.normalize(stored)}`);
      zip.end();
      const path = `${fresh()}.zip`;
      const bytes = await buffer(zip.outputStream);
      // Bit 11 of both headers means UTF-8; macOS doesn't set it.
      for (let at = 0; at + 10 < bytes.length; at += 1) {
        const sign = bytes.readUInt32LE(at);
        if (sign === 0x04034b50) bytes.writeUInt16LE(bytes.readUInt16LE(at + 6) & ~0x800, at + 6);
        if (sign === 0x02014b50) bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) & ~0x800, at + 8);
      }
      await writeFile(path, bytes);
      expect(reported(await bring(await newSchool(), path))).toEqual([]);
      const inFolder = { ...content, [`photos/${'Jürgen.png'.normalize(stored)}`]: somePng };
      expect(reported(await bring(await newSchool(), await folder(inFolder)))).toEqual([]);
    }
  });

  test('rejects a zip that unpacks to more than 200 times its size', async () => {
    const path = await zipOf({
      'people.csv': Buffer.concat([
        Buffer.from('username,firstName\n'),
        Buffer.alloc(30_000_000, 'a'),
      ]),
    });
    await expect(bring(world.school, path)).rejects.toThrow(/more than 200 times its size/);
  });
});

test('an import changes only people of its own school', async () => {
  const before = await people(world.otherSchool);
  const school = await newSchool();
  await bring(
    school,
    await folder({
      'people.csv':
        'username,firstName,email\neve,Another,eve@north.test\nana,Another,ana@demo.test\n',
    }),
  );
  expect(await people(world.otherSchool)).toEqual(before);
  expect(
    await world.as(world.school)(`select first_name from users where username = 'ana'`),
  ).toEqual([{ first_name: 'Ana' }]);
});

test('lists are split only at unescaped | characters', () => {
  expect(splitList('a|b\\|c| d |\\\\|e\\|||a')).toEqual(['a', 'b|c', 'd', '\\', 'e|']);
  expect(splitList('C:\\temp')).toEqual(['C:\\temp']);
  expect(splitList(' | ')).toEqual([]);
});

test('an import doesn’t restore a connection that a block ended, and counts it as unchanged', async () => {
  const pairs = 'a,b,status\nana,ben,connected\nana,cy,pending\nben,cy,connected\n';
  const connected = async () =>
    (await world.ben.call('GET /api/v1/connections', { list: 'connected' })).items.map(
      ({ firstName }) => firstName,
    );
  await bring(world.school, await folder({ 'connections.csv': pairs }));
  expect(await connected()).toEqual(['Ana', 'Cy']);
  await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: world.ben.uid });
  await world.cy.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
  await world.app.jobs.settle();
  const report = await bring(world.school, await folder({ 'connections.csv': pairs }));
  expect(report.connections).toEqual({ added: 0, changed: 0, ended: 0, unchanged: 3 });
  await world.ana.call('DELETE /api/v1/blocks/{uid}', { uid: world.ben.uid });
  await world.cy.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });
  expect(await connected()).toEqual(['Cy']);
  expect((await world.cy.call('GET /api/v1/connections', { list: 'incoming' })).items).toEqual([]);
});

test('a large import vacuums the tables that it wrote', async () => {
  const [{ at } = { at: '' }] = await world.sql<{ at: string }>('select now()::text as at');
  const vacuumed = async () =>
    (
      await world.sql<{ relname: string }>(
        'select relname from pg_stat_user_tables where last_vacuum > $1 order by relname',
        [at],
      )
    ).map(({ relname }) => relname);
  const list = (n: number) => ({
    'people.csv': `username,firstName,lastName\n${Array.from({ length: n }, (_, at) => `m${at},Many,People\n`).join('')}`,
  });
  await bring(await newSchool(), await folder(list(20)));
  expect(await vacuumed()).toEqual([]);
  expect(await bring(await newSchool(), await folder(list(1_200)))).toMatchObject({
    isStored: true,
    people: { added: 1_200 },
  });
  await expect
    .poll(vacuumed)
    .toEqual([
      'connections',
      'facet_counts',
      'name_checkpoints',
      'user_facets',
      'user_words',
      'users',
      'word_deletions',
    ]);
});
