import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import yazl from 'yazl';
import type { ImportRun } from '#contract/imports/endpoints.ts';
import { delta, roster11 } from '../../../test/roster-folder.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { importRunsMaintenance } from './import-runs.jobs.ts';

const world = inWorld();

const put = (run: string, name: string, bytes: string | Buffer, who: Person = world.admin) =>
  who.raw(`/api/v1/import-runs/${run}/files/${name}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${who.tokens.jwt}`,
      'content-type': 'application/octet-stream',
    },
    body: Buffer.from(bytes),
  });

const newest = async (): Promise<ImportRun | null> =>
  (await world.admin.call('GET /api/v1/import-runs/newest')).run;
const settled = async (): Promise<ImportRun | null> => {
  await world.app.jobs.settle();
  return newest();
};

/** Uploads files as the page does, and waits for the check. */
const checked = async (
  files: Record<string, string | Buffer>,
  source = Object.keys(files).join(', '),
): Promise<ImportRun> => {
  const { run } = await world.admin.call('POST /api/v1/import-runs', { source });
  for (const [name, bytes] of Object.entries(files))
    expect(await put(run.id, name, bytes)).toMatchObject({ status: 200 });
  await world.admin.call('POST /api/v1/import-runs/{id}/check', { id: run.id });
  const found = await settled();
  if (found === null) throw new Error('there is no run');
  return found;
};
const confirmed = async (id: string, disabled?: number) => {
  await world.admin.call('POST /api/v1/import-runs/{id}/confirm', {
    id,
    ...(disabled !== undefined && { disabled }),
  });
  return settled();
};
const refusedWith = async (key: Parameters<Person['try']>[0], input: Record<string, unknown>) => {
  const { status, body } = await world.admin.try(key, input);
  return [status, (body as { code?: string }).code];
};
const cancel = (id: string) => world.admin.call('POST /api/v1/import-runs/{id}/cancel', { id });
const storedFiles = () => readdir(world.files.incoming(world.school)).catch(() => []);
const names = async () =>
  (await world.sql<{ username: string }>('select username from users order by 1')).map(
    ({ username }) => username,
  );
const kinds = async () =>
  (
    await world.sql<{ kind: string; actor_id: number }>(
      'select kind, actor_id from activity_log order by number',
    )
  ).map(
    ({ kind, actor_id }) =>
      `${kind} ${Number(actor_id) === world.admin.id ? 'admin' : String(actor_id)}`,
  );

const people = 'username,firstName,major\nana,Ana,Geography\nzoe,Zoe,Art\n';
const zipOf = (files: Record<string, string>): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
};

describe('an import in the browser', () => {
  test('stores nothing until an admin confirms it, and can be undone afterwards', async () => {
    const run = await checked({ 'people.csv': people });
    expect(run).toMatchObject({
      state: 'ready',
      source: 'people.csv',
      by: { uid: world.admin.uid },
      report: {
        format: 'campus',
        changes: [
          { what: 'people', added: 1, changed: 1, ended: 0, unchanged: 0 },
          { what: 'connections', added: 0 },
        ],
        people: { disabled: 0, active: 4, needsConfirmation: false },
        problemTotal: 0,
      },
    });
    expect(await names()).toEqual(['admin', 'ana', 'ben', 'cy']);
    expect(await storedFiles()).toEqual([run.id]);

    const done = await confirmed(run.id);
    expect(done).toMatchObject({
      id: run.id,
      state: 'done',
      importId: expect.stringMatching(/^\d+$/),
      endedAt: expect.any(String),
    });
    expect(await names()).toEqual(['admin', 'ana', 'ben', 'cy', 'zoe']);
    expect(await storedFiles()).toEqual([]);
    const { items } = await world.admin.call('GET /api/v1/imports');
    expect(items).toMatchObject([
      {
        id: done?.importId,
        source: 'people.csv',
        format: 'campus',
        by: { uid: world.admin.uid },
        undoneAt: null,
        changes: [{ what: 'people', added: 1, changed: 1 }],
      },
    ]);

    await world.admin.call('POST /api/v1/imports/{id}/undo', { id: items[0]?.id ?? '' });
    expect(await settled()).toMatchObject({ kind: 'undo', state: 'done', importId: items[0]?.id });
    expect(await names()).toEqual(['admin', 'ana', 'ben', 'cy']);
    expect(await world.sql(`select major from users where username = 'ana'`)).toEqual([
      { major: 'History' },
    ]);
    expect((await world.admin.call('GET /api/v1/imports')).items[0]?.undoneAt).toEqual(
      expect.any(String),
    );
    expect(await refusedWith('POST /api/v1/imports/{id}/undo', { id: items[0]?.id })).toEqual([
      409,
      'import_moved_on',
    ]);
    expect(await kinds()).toEqual([
      'import_run_moved admin',
      'import_run_moved admin',
      'import_run_moved admin',
      'import_stored admin',
      'import_run_moved admin',
      'import_undone admin',
    ]);
  });

  test('names every bad row and deletes the files, and an impossible undo gives a reason', async () => {
    const run = await checked({
      'people.csv': 'username,firstName,yearOfGraduation\nzoe,Zoe,soon\nyan,,2027\n',
    });
    expect(run).toMatchObject({
      state: 'refused',
      report: {
        problemTotal: 2,
        problems: [
          {
            file: 'people.csv',
            line: 2,
            column: 'yearOfGraduation',
            reason: 'is not a year from 1900 to 2200',
          },
          { file: 'people.csv', line: 3, column: 'firstName' },
        ],
      },
    });
    expect(await storedFiles()).toEqual([]);
    expect(await refusedWith('POST /api/v1/import-runs/{id}/confirm', { id: run.id })).toEqual([
      409,
      'import_moved_on',
    ]);

    const { importId } = (await confirmed((await checked({ 'people.csv': people })).id)) ?? {};
    await world.sql(`update users set major = 'Own choice' where username = 'zoe'`);
    await world.sql(`update users set major = 'Own choice' where username = 'ana'`);
    await world.admin.call('POST /api/v1/imports/{id}/undo', { id: importId ?? '' });
    expect(await settled()).toMatchObject({
      kind: 'undo',
      state: 'refused',
      reason: expect.stringContaining(
        'users.major was changed since by somebody else (1 row: ana)',
      ),
    });
  });

  test('accepts a roster as a zip, and rejects invalid zips without revealing folders of the server', async () => {
    const run = await checked({ 'roster.zip': await zipOf(roster11()) }, 'roster.zip');
    expect(run).toMatchObject({
      state: 'ready',
      report: { format: 'OneRoster 1.1', noteTotal: 0 },
    });
    expect(run.report?.changes.slice(0, 2)).toMatchObject([
      { what: 'people', added: 2 },
      { what: 'orgs', added: 1 },
    ]);
    expect(await confirmed(run.id)).toMatchObject({ state: 'done' });

    const broken = await checked({ 'broken.zip': 'PK not really' }, 'broken.zip');
    expect(broken).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/^broken\.zip is neither a folder nor a zip/),
    });
    const bomb = await checked(
      { 'bomb.zip': await zipOf({ 'people.csv': 'a'.repeat(30_000_000) }) },
      'bomb.zip',
    );
    expect(bomb).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('as made to harm'),
    });
    expect(`${broken.reason}${bomb.reason}`).not.toContain('incoming');
  });

  test(
    'rejects harmful files with a reason, stores nothing, and lets the next one start',
    { tags: ['soak'] },
    async () => {
      const before = await names();
      const twoManifests = new yazl.ZipFile();
      for (const [name, text] of Object.entries(roster11()))
        twoManifests.addBuffer(Buffer.from(text), name);
      twoManifests.addBuffer(
        Buffer.from('propertyName,value\noneroster.version,1.2\n'),
        'manifest.csv',
      );
      twoManifests.end();
      const outside = (await zipOf({ 'people.csv': people, 'photos/xx/evil.png': 'x' })).toString(
        'latin1',
      );
      const header = 'username,firstName\n';
      const harmful: Record<string, Record<string, string | Buffer>> = {
        'two manifests': { 'roster.zip': await buffer(twoManifests.outputStream) },
        'two folders': {
          'roster.zip': await zipOf({ 'a/people.csv': people, 'b/people.csv': people }),
        },
        'a name that leads outside': {
          'people.zip': Buffer.from(
            outside.replaceAll('photos/xx/evil.png', '../../../../bad.png'.slice(0, 18)),
            'latin1',
          ),
        },
        'no bytes': { 'people.csv': '' },
        'a zip of no bytes': { 'people.zip': '' },
        'a zip cut off': { 'people.zip': (await zipOf({ 'people.csv': people })).subarray(0, 60) },
        'a zip in a zip': {
          'people.zip': await zipOf({
            'inner.zip': (await zipOf({ 'people.csv': people })).toString('latin1'),
          }),
        },
        'a quote that never ends': { 'people.csv': `${header}"new5,New\n${'x,y\n'.repeat(2_000)}` },
        'rows of the wrong length': { 'people.csv': `${header}new5\nnew6,New,More\n` },
        'one row of a million cells': { 'people.csv': `${header}${'x,'.repeat(1_000_000)}\n` },
        NUL: { 'people.csv': `${header}new5,N\u0000w\n` },
        'a program': { 'people.csv': Buffer.from('MZ\u0090\u0000\u0003\u0000', 'latin1') },
      };
      for (const [what, files] of Object.entries(harmful)) {
        const run = await checked(files, what);
        const said = {
          what,
          state: run.state,
          hasReason: run.reason !== null || (run.report?.problemTotal ?? 0) > 0,
        };
        expect(said).toEqual({ what, state: 'refused', hasReason: true });
        expect(JSON.stringify(run)).not.toMatch(/incoming|node_modules|\.ts:/);
        expect([what, await storedFiles(), await names()]).toEqual([what, [], before]);
      }
    },
  );

  test('stores a cell that looks like a formula as text', async () => {
    const run = await checked({
      'people.csv': `username,firstName,lastName\nformula,"=HYPERLINK(""https://evil.example"")","@SUM(1)"\n`,
    });
    expect(await confirmed(run.id)).toMatchObject({ state: 'done' });
    expect(
      await world.sql(`select first_name, last_name from users where username = 'formula'`),
    ).toEqual([{ first_name: '=HYPERLINK("https://evil.example")', last_name: '@SUM(1)' }]);
  });

  test('runs one at a time, and stores nothing if it is canceled after confirmation', async () => {
    const run = await checked({ 'people.csv': 'username,firstName\nnew1,New\n' });
    expect(await refusedWith('POST /api/v1/import-runs', { source: 'other.zip' })).toEqual([
      409,
      'import_running',
    ]);
    await world.admin.call('POST /api/v1/import-runs/{id}/confirm', { id: run.id });
    await cancel(run.id);
    expect(await settled()).toMatchObject({ id: run.id, state: 'cancelled' });
    expect(await names()).not.toContain('new1');
    expect(await storedFiles()).toEqual([]);
    expect(await refusedWith('POST /api/v1/import-runs/{id}/cancel', { id: run.id })).toEqual([
      409,
      'import_moved_on',
    ]);
  });

  test('stores nothing if it is canceled while storing', async () => {
    const run = await checked({ 'people.csv': 'username,firstName\nnew2,New\n' });
    await world.admin.call('POST /api/v1/import-runs/{id}/confirm', { id: run.id });
    // Holding the import lock makes the storing wait.
    const client = await world.pool.raw.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(7267667, $1)', [world.school]);
    const settling = settled();
    await expect.poll(async () => (await newest())?.state).toBe('storing');
    await cancel(run.id);
    await client.query('commit');
    client.release();
    expect(await settling).toMatchObject({ state: 'cancelled' });
    expect(await names()).not.toContain('new2');
  });

  test('fails if its server was killed, and a new one can start', async () => {
    const run = await checked({ 'people.csv': 'username,firstName\nnew3,New\n' });
    await world.sql(`update import_runs set state = 'storing' where id = $1`, [run.id]);
    world.clock.advance(59_000);
    expect(await newest()).toMatchObject({ state: 'storing' });
    world.clock.advance(2_000);
    expect(await newest()).toMatchObject({ state: 'failed', reason: 'interrupted' });
    expect(await storedFiles()).toEqual([run.id]);
    await runMaintenance(world.pool, [importRunsMaintenance(world.files)], world.clock.now());
    expect(await storedFiles()).toEqual([]);
    const { run: next } = await world.admin.call('POST /api/v1/import-runs', { source: 'next' });
    await cancel(next.id);
  });

  test('expires with its files after a day without confirmation, and is deleted after 30 days', async () => {
    const run = await checked({ 'people.csv': 'username,firstName\nnew4,New\n' });
    world.clock.advance(86_401_000);
    await runMaintenance(world.pool, [importRunsMaintenance(world.files)], world.clock.now());
    expect(await storedFiles()).toEqual([]);
    expect(
      await world.sql('select state, reason from import_runs where id = $1', [run.id]),
    ).toEqual([{ state: 'cancelled', reason: 'unconfirmed' }]);
    world.clock.advance(31 * 86_400_000);
    await runMaintenance(world.pool, [importRunsMaintenance(world.files)], world.clock.now());
    expect(await world.sql('select from import_runs')).toEqual([]);
    world.admin.tokens = (await world.signInAgain(world.admin)).tokens;
  });
});

describe('files for an import', () => {
  test('must be CSV or one zip, at most 20, and are rejected after the import was canceled', async () => {
    const { run } = await world.admin.call('POST /api/v1/import-runs', { source: 'many' });
    for (const name of [
      'people.exe',
      '..%2Fpeople.csv',
      '.csv',
      'a%00.csv',
      `${'a'.repeat(130)}.csv`,
    ])
      expect((await put(run.id, name, 'x')).status).toBe(400);
    expect(await refusedWith('POST /api/v1/import-runs/{id}/check', { id: run.id })).toEqual([
      400,
      'invalid_input',
    ]);
    expect((await put(run.id, 'people.csv', people)).body).toEqual({
      name: 'people.csv',
      bytes: people.length,
    });
    await put(run.id, 'more.zip', 'x');
    expect(await refusedWith('POST /api/v1/import-runs/{id}/check', { id: run.id })).toEqual([
      400,
      'invalid_input',
    ]);
    for (let n = 3; n <= 20; n += 1) expect((await put(run.id, `f${n}.csv`, 'x')).status).toBe(200);
    expect((await put(run.id, 'f21.csv', 'x')).body).toMatchObject({ code: 'import_too_large' });
    expect((await put('999999', 'people.csv', 'x')).status).toBe(404);
    await cancel(run.id);
    expect((await put(run.id, 'people.csv', 'x')).body).toMatchObject({ code: 'import_moved_on' });
    expect(await storedFiles()).toEqual([]);
  });

  test('can have names in any language, and are recognized by name or columns', async () => {
    for (const name of [
      'Students Fall (export).csv',
      'People (1).csv',
      'people.csv.txt',
      'Übersicht – „neu“ & mehr, 100 %.CSV',
      'Liste Übung.csv'.normalize('NFD'),
      'الطلاب.csv',
    ]) {
      const run = await checked({ [encodeURIComponent(name)]: 'username;firstName\nnamed;New\n' });
      expect(run).toMatchObject({
        state: 'ready',
        report: { changes: expect.arrayContaining([expect.objectContaining({ added: 1 })]) },
      });
      await cancel(run.id);
    }
    const refusedAtCheck = async (files: Record<string, string>) => {
      const { run } = await world.admin.call('POST /api/v1/import-runs', { source: 'names' });
      for (const [name, bytes] of Object.entries(files))
        expect((await put(run.id, encodeURIComponent(name), bytes)).status).toBe(200);
      const answer = await world.admin.try('POST /api/v1/import-runs/{id}/check', { id: run.id });
      await cancel(run.id);
      return answer.body;
    };
    expect(await refusedAtCheck({ 'Wer (2).csv': 'name;shoe\nx;1\n' })).toMatchObject({
      code: 'import_list_unknown',
      detail: expect.stringContaining('“Wer (2).csv”'),
    });
    expect(await refusedAtCheck({ 'people.csv': people, 'people (1).csv': people })).toMatchObject({
      code: 'import_list_twice',
    });
    const { run } = await world.admin.call('POST /api/v1/import-runs', { source: 'field' });
    const refused = await put(run.id, 'list.xlsx', 'x');
    expect(JSON.stringify(refused.body)).toContain('name');
    await cancel(run.id);
  });

  test('are accepted only from the school’s admins, and no other call accepts files', async () => {
    const { run } = await world.admin.call('POST /api/v1/import-runs', { source: 'mine' });
    expect(
      (await put(run.id, 'people.csv', people, await world.signInAgain(world.ana))).status,
    ).toBe(403);
    await world.sql(
      `update users set is_admin = true where username = 'eve'`,
      [],
      world.otherSchool,
    );
    const eve = await world.signInAgain(world.eve);
    expect((await put(run.id, 'people.csv', people, eve)).status).toBe(404);
    expect((await eve.try('POST /api/v1/import-runs/{id}/check', { id: run.id })).status).toBe(404);
    expect((await eve.call('GET /api/v1/import-runs/newest')).run).toBeNull();
    expect((await eve.call('GET /api/v1/imports')).items).toEqual([]);
    const other = await world.admin.raw('/api/v1/import-runs', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.admin.tokens.jwt}`,
        'content-type': 'application/octet-stream',
      },
      body: Buffer.from('{}'),
    });
    expect(other.status).toBe(415);
    await cancel(run.id);
  });
});

test('a file that would deactivate many people is imported only if the admin confirms their number', async () => {
  const users = roster11()['users.csv']?.split('\n')[0] ?? '';
  const rows = Array.from(
    { length: 30 },
    (_, n) => `m${n},active,2026-09-01T00:00:00Z,true,s1,student,many${n},,Many,N${n},,,,,,,,`,
  );
  expect(await confirmed((await checked(delta(rows) as Record<string, string>)).id)).toMatchObject({
    state: 'done',
  });

  const run = await checked({
    'users.csv': `${users}\nu1,,,true,s1,student,lin,,Lin,Hara,,100,,,,,12,\n`,
    'manifest.csv': 'propertyName,value\noneroster.version,1.1\nfile.users,bulk\n',
  });
  expect(run.report?.people).toMatchObject({ disabled: 31, needsConfirmation: true });
  expect(await refusedWith('POST /api/v1/import-runs/{id}/confirm', { id: run.id })).toEqual([
    409,
    'disabling_not_confirmed',
  ]);
  expect(
    await refusedWith('POST /api/v1/import-runs/{id}/confirm', { id: run.id, disabled: 30 }),
  ).toEqual([409, 'disabling_not_confirmed']);
  expect(await confirmed(run.id, 31)).toMatchObject({ state: 'done' });
  expect(await world.sql('select count(*)::int as n from users where is_disabled')).toEqual([
    { n: 31 },
  ]);
});

test('[CLUB-03] an import in the browser previews lists of clubs, stores them, and can be undone', async () => {
  const lists = {
    'clubs.csv': 'code,name\nchess,Chess\n',
    'club-members.csv': 'club,username\nchess,ben\n',
    'club-officers.csv': 'club,username,position\nchess,ana,President\n',
  };
  const run = await checked(lists);
  expect(run).toMatchObject({ state: 'ready', report: { format: 'campus', problemTotal: 0 } });
  expect(run.report?.changes.map(({ what, added }) => `${what} ${added}`)).toEqual([
    'people 0',
    'connections 0',
    'clubs 1',
    'clubMembers 1',
    'clubOfficers 1',
  ]);
  expect(await world.sql('select from clubs')).toEqual([]);
  const { importId } = (await confirmed(run.id)) ?? {};
  const ana = await world.signInAgain(world.ana);
  const [club] = (await ana.call('GET /api/v1/clubs', {})).items;
  expect(club).toMatchObject({ name: 'Chess', can: { edit: true } });
  await world.admin.call('POST /api/v1/imports/{id}/undo', { id: importId ?? '' });
  expect(await settled()).toMatchObject({ kind: 'undo', state: 'done' });
  expect((await ana.call('GET /api/v1/clubs', {})).items).toEqual([]);
});
