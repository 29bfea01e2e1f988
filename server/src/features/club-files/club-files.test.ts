import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { FileReaders } from '#contract/club-files/limits.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import { maintenance } from '#server/app.ts';
import { codeOf } from '../../../test/chat-world.ts';
import { inWorld, worldPassword, type Person } from '../../../test/world.ts';

const world = inWorld();

const newClub = async (more: object = {}): Promise<string> =>
  (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: `Club ${randomUUID().slice(0, 8)}`,
      membership: 'open',
      president: world.ben.uid,
      ...more,
    })
  ).id;
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const upload = async (who: Person, name: string, size = 10): Promise<string> => {
  const { id } = await who.call('POST /api/v1/uploads', { clientId: newClientId(), name, size });
  const sent = await who.try('PUT /api/v1/uploads/{id}', {
    id,
    offset: 0,
    upload: Buffer.alloc(size, 'a'),
  });
  expect(sent.body).toMatchObject({ file: { name } });
  return id;
};
const addFile = async (
  who: Person,
  club: string,
  name: string,
  { size = 10, ...more }: { size?: number; folder?: string; readers?: FileReaders } = {},
) =>
  who.call('POST /api/v1/clubs/{id}/files', {
    id: club,
    clientId: newClientId(),
    uploadId: await upload(who, name, size),
    ...more,
  });
const tryToAdd = async (who: Person, club: string, more: object = {}) =>
  codeOf(
    await who.try('POST /api/v1/clubs/{id}/files', {
      id: club,
      clientId: newClientId(),
      uploadId: await upload(who, 'more.txt'),
      ...more,
    }),
  );
const addFolder = (who: Person, club: string, name: string, more: object = {}) =>
  who.call('POST /api/v1/clubs/{id}/folders', { id: club, clientId: newClientId(), name, ...more });
const list = (who: Person, club: string, more: object = {}) =>
  who.call('GET /api/v1/clubs/{id}/files', { id: club, ...more });
const names = async (who: Person, club: string, more: object = {}) => {
  const { items, folders } = await list(who, club, more);
  return [...folders, ...items].map(({ name }) => name);
};
const totalSize = async (who: Person, club: string) =>
  (
    await who.call('GET /api/v1/clubs', {
      filters: JSON.stringify({ Id: club }),
      optionalProperties: '["TotalFileSize"]',
    })
  ).items[0]?.TotalFileSize;
const tab = async (who: Person, club: string) =>
  (await who.call('GET /api/v1/clubs/{id}/layout', { id: club })).tabs.find(
    ({ name }) => name === 'files',
  )?.count;

describe('[CLUB-04] club files', () => {
  test('have names, counts and sizes of what each person can see as a reader, member or officer', async () => {
    const club = await newClub();
    await join(world.ana, club);
    expect(await tab(world.cy, club)).toBeUndefined();
    expect(await tab(world.ben, club)).toBe(0);
    const shut = await addFolder(world.ben, club, 'Board', { readers: 'officers' });
    const open = await addFolder(world.ben, club, 'Minutes');
    await addFile(world.ben, club, 'all.txt', { size: 1 });
    await addFile(world.ben, club, 'members.txt', {
      size: 20,
      readers: 'members',
      folder: open.id,
    });
    // The content of a folder is hidden from people who can't see the folder.
    const board = await addFile(world.ben, club, 'board.txt', {
      size: 300,
      readers: 'everyone',
      folder: shut.id,
    });
    const seen = async (who: Person) => ({
      names: await names(who, club, { search: 'txt' }),
      folders: (await list(who, club)).folders.map(({ name, files, size }) => [name, files, size]),
      total: await totalSize(who, club),
      tab: await tab(who, club),
    });
    expect(await seen(world.cy)).toEqual({
      names: ['all.txt'],
      folders: [['Minutes', 0, 0]],
      total: 1,
      tab: 1,
    });
    expect(await seen(world.ana)).toEqual({
      names: ['all.txt', 'members.txt'],
      folders: [['Minutes', 1, 20]],
      total: 21,
      tab: 2,
    });
    const everything = {
      names: ['all.txt', 'board.txt', 'members.txt'],
      folders: [
        ['Board', 1, 300],
        ['Minutes', 1, 20],
      ],
      total: 321,
      tab: 3,
    };
    expect(await seen(world.ben)).toEqual(everything);
    expect(await seen(world.admin)).toEqual(everything);
    expect((await list(world.ana, club)).space).toBeNull();
    expect((await list(world.ben, club)).space).toMatchObject({ used: 321 });
    expect((await world.ana.call('GET /api/v1/clubs/{id}/folders', { id: club })).items).toEqual([
      { id: open.id, name: 'Minutes', parent: null, depth: 1 },
    ]);
    for (const who of [world.ana, world.eve]) {
      for (const [key, input] of [
        ['GET /api/v1/club-files/{id}/versions', {}],
        ['PATCH /api/v1/club-files/{id}', { name: 'x' }],
        ['DELETE /api/v1/club-files/{id}', {}],
        ['PUT /api/v1/club-files/{id}/version', { number: 1 }],
      ] as const)
        expect([key, ...codeOf(await who.try(key, { id: board.id, ...input }))]).toEqual([
          key,
          404,
          'not_found',
        ]);
      const report = { target: { kind: 'club_file', id: board.id }, reason: 'spam' };
      expect((await who.try('POST /api/v1/reports', report)).status).toBe(404);
    }
    // The content of a folder becomes visible with it. A file that moves to another folder gets that one's visibility.
    await world.ben.call('PATCH /api/v1/club-folders/{id}', { id: shut.id, readers: 'members' });
    expect(await totalSize(world.ana, club)).toBe(321);
    expect(await totalSize(world.cy, club)).toBe(1);
    await world.ben.call('PATCH /api/v1/club-files/{id}', { id: board.id, folder: null });
    expect(await names(world.cy, club)).toEqual(['Minutes', 'all.txt', 'board.txt']);
    // A club with posts for members only doesn't show others its files.
    await world.admin.call('PATCH /api/v1/clubs/{id}', {
      id: club,
      version: 1,
      postsFor: 'members',
    });
    expect(codeOf(await world.cy.try('GET /api/v1/clubs/{id}/files', { id: club }))).toEqual([
      404,
      'not_found',
    ]);
    expect([await totalSize(world.cy, club), await tab(world.cy, club)]).toEqual([0, undefined]);
  });

  test('return 404 to people from other schools', async () => {
    const club = await newClub();
    const { id: folder } = await addFolder(world.ben, club, 'Minutes', { takesFiles: true });
    const { id: file, file: sent } = await addFile(world.ben, club, 'a.txt');
    for (const [key, input] of [
      ['GET /api/v1/clubs/{id}/files', { id: club }],
      ['GET /api/v1/clubs/{id}/folders', { id: club }],
      ['POST /api/v1/clubs/{id}/folders', { id: club, clientId: newClientId(), name: 'x' }],
      ['PATCH /api/v1/club-folders/{id}', { id: folder, name: 'x' }],
      ['DELETE /api/v1/club-folders/{id}', { id: folder }],
      ['GET /api/v1/club-files/{id}/versions', { id: file }],
      ['PATCH /api/v1/club-files/{id}', { id: file, name: 'x' }],
      ['DELETE /api/v1/club-files/{id}', { id: file }],
    ] as const)
      expect([key, ...codeOf(await world.eve.try(key, input))]).toEqual([key, 404, 'not_found']);
    expect(await tryToAdd(world.eve, club)).toEqual([404, 'not_found']);
    expect((await world.ben.raw(sent.url)).status).toBe(200);
    expect((await world.eve.raw(sent.url)).status).toBe(404);
  });

  test('can be managed by officers, and members can upload to folders that allow it', async () => {
    const club = await newClub();
    await join(world.ana, club);
    const inbox = await addFolder(world.ben, club, 'Photos', { takesFiles: true });
    const shut = await addFolder(world.ben, club, 'Minutes');
    expect(await tryToAdd(world.ana, club)).toEqual([403, 'club_files_closed']);
    expect(await tryToAdd(world.ana, club, { folder: shut.id })).toEqual([
      403,
      'club_files_closed',
    ]);
    expect(await tryToAdd(world.cy, club, { folder: inbox.id })).toEqual([
      403,
      'club_files_closed',
    ]);
    const mine = await addFile(world.ana, club, 'mine.txt', { folder: inbox.id });
    expect(mine).toMatchObject({
      by: { uid: world.ana.uid },
      can: { change: true, manage: false },
    });
    const others = await addFile(world.ben, club, 'others.txt', { folder: inbox.id });
    const patch = (id: string, more: object) =>
      world.ana.try('PATCH /api/v1/club-files/{id}', { id, ...more }).then(({ status }) => status);
    expect(await patch(mine.id, { name: 'ours.txt' })).toBe(200);
    expect(await patch(mine.id, { folder: null })).toBe(403);
    expect(await patch(mine.id, { readers: 'officers' })).toBe(403);
    expect(await patch(others.id, { name: 'x' })).toBe(403);
    for (const [key, input] of [
      ['POST /api/v1/clubs/{id}/folders', { id: club, clientId: newClientId(), name: 'x' }],
      ['PATCH /api/v1/club-folders/{id}', { id: inbox.id, name: 'x' }],
      ['DELETE /api/v1/club-folders/{id}', { id: inbox.id }],
      ['DELETE /api/v1/club-files/{id}', { id: others.id }],
    ] as const)
      expect([key, ...codeOf(await world.ana.try(key, input))]).toEqual([key, 403, 'forbidden']);
    // Another person's upload can't be added.
    const foreign = await upload(world.cy, 'cy.txt');
    expect(
      (
        await world.ana.try('POST /api/v1/clubs/{id}/files', {
          id: club,
          clientId: newClientId(),
          uploadId: foreign,
          folder: inbox.id,
        })
      ).status,
    ).toBe(404);
    // When the folder accepts no more files, only officers can change its content.
    await world.ben.call('PATCH /api/v1/club-folders/{id}', { id: inbox.id, takesFiles: false });
    expect(await patch(mine.id, { name: 'again.txt' })).toBe(403);
    await world.ben.call('DELETE /api/v1/club-folders/{id}', { id: inbox.id });
    expect(await names(world.ben, club, { search: 'txt' })).toEqual([]);
    expect((await world.ana.raw(mine.file.url)).status).toBe(404);
    const [entry] = await world.sql(
      `select detail from activity_log where kind = 'club_file_changed' and detail ->> 'act' = 'folder_deleted'`,
    );
    expect(entry).toMatchObject({ detail: { club, name: 'Photos' } });
  });

  test('have folders at most five levels deep and never inside themselves', async () => {
    const club = await newClub();
    let parent: string | undefined;
    const made: string[] = [];
    for (const name of ['1', '2', '3', '4', '5']) {
      ({ id: parent } = await addFolder(
        world.ben,
        club,
        name,
        parent === undefined ? {} : { parent },
      ));
      made.push(parent);
    }
    const [first = '', second = '', , , last = ''] = made;
    const tryFolder = async (more: object) =>
      codeOf(
        await world.ben.try('POST /api/v1/clubs/{id}/folders', {
          id: club,
          clientId: newClientId(),
          name: 'x',
          ...more,
        }),
      );
    const move = async (id: string, to: string | null) =>
      codeOf(await world.ben.try('PATCH /api/v1/club-folders/{id}', { id, parent: to }));
    expect(await tryFolder({ parent: last })).toEqual([409, 'club_folder_depth']);
    expect(await move(first, last)).toEqual([409, 'club_folder_ring']);
    expect(await move(first, first)).toEqual([409, 'club_folder_ring']);
    const { id: other } = await addFolder(world.ben, club, 'other');
    expect(await move(first, other)).toEqual([409, 'club_folder_depth']);
    expect((await move(second, other))[0]).toBe(200);
    const { path } = await list(world.ben, club, { folder: last });
    expect(path.map(({ name }) => name)).toEqual(['other', '2', '3', '4']);
    // A folder of another club isn't allowed.
    const { id: elsewhere } = await addFolder(world.ben, await newClub(), 'elsewhere');
    expect(await move(second, elsewhere)).toEqual([404, 'not_found']);
    // The database also rejects what the rules reject.
    const refused = (text: string, values: unknown[]) =>
      world.sql(text, values).then(
        () => 'stored',
        (error: { constraint?: string }) => error.constraint,
      );
    const under = 'update club_folders set parent_id = $1 where id = $2';
    expect(await refused(under, [last, other])).toBe('club_folders_no_ring');
    expect(await refused(under, [last, first])).toBe('club_folders_depth');
  });

  test('keep up to 20 versions, each of which can be restored', async () => {
    const club = await newClub();
    const { id, file: first } = await addFile(world.ben, club, 'plan.txt', { size: 3 });
    const add = async (size: number) =>
      world.ben.call('POST /api/v1/club-files/{id}/versions', {
        id,
        uploadId: await upload(world.ben, 'plan.txt', size),
      });
    const second = await add(5);
    expect(second).toMatchObject({ version: 2, versions: 2, size: 8, file: { size: 5 } });
    // The same upload again adds no version.
    const again = { id, uploadId: second.file.id };
    expect(await world.ben.call('POST /api/v1/club-files/{id}/versions', again)).toMatchObject({
      versions: 2,
    });
    expect((await world.ben.raw(first.url)).text).toBe('aaa');
    const restore = (number: number) =>
      world.ben.try('PUT /api/v1/club-files/{id}/version', { id, number });
    expect((await restore(1)).body).toMatchObject({ version: 1, file: { size: 3 }, size: 8 });
    expect((await restore(9)).status).toBe(404);
    for (let at = 0; at < 18; at += 1) await add(1);
    expect(await add(1)).toMatchObject({ version: 21, versions: 20, size: 24 });
    const { items } = await world.ben.call('GET /api/v1/club-files/{id}/versions', { id });
    expect(items.map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, at) => 21 - at),
    );
    expect(items.filter(({ isCurrent }) => isCurrent).map(({ number }) => number)).toEqual([21]);
    expect((await world.ben.raw(first.url)).status).toBe(404);
    // Maintenance keeps uploads of versions, and deletes others.
    const later = new Date(world.clock.now().getTime() + 25 * 3_600_000);
    await runMaintenance(world.pool, maintenance, later);
    expect(
      await world.sql('select id from uploads where id = any($1)', [
        [Number(first.id), Number(items[0]?.file.id)],
      ]),
    ).toEqual([{ id: Number(items[0]?.file.id) }]);
  });

  test('have a total limit per club that two simultaneous uploads can’t exceed', async () => {
    const club = await newClub();
    expect(codeOf(await world.ben.try('PUT /api/v1/school/club-files', { megabytes: 1 }))).toEqual([
      403,
      'forbidden',
    ]);
    const { megabytes } = await world.admin.call('GET /api/v1/school/club-files', {});
    expect(megabytes).toBe(2_048);
    await world.admin.call('PUT /api/v1/school/club-files', { megabytes: 1 });
    const uploads: string[] = [];
    for (let at = 0; at < 3; at += 1) uploads.push(await upload(world.ben, 'a.txt', 600_000));
    const send = (one: string) =>
      world.ben.try('POST /api/v1/clubs/{id}/files', {
        id: club,
        clientId: newClientId(),
        uploadId: one,
      });
    const answers = await Promise.all(uploads.map(send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(codeOf(answers.find(({ status }) => status === 409) ?? answers[0]!)).toEqual([
      409,
      'club_files_full',
    ]);
    const { space, items } = await list(world.ben, club);
    expect(space).toEqual({ used: 600_000, limit: 1_048_576 });
    expect(items).toHaveLength(1);
    // A version counts like a file.
    const version = await world.ben.try('POST /api/v1/club-files/{id}/versions', {
      id: items[0]?.id ?? '',
      uploadId: uploads.find((one) => one !== items[0]?.file.id) ?? '',
    });
    expect(codeOf(version)).toEqual([409, 'club_files_full']);
    await world.admin.call('PUT /api/v1/school/club-files', { megabytes });
  });

  test('can be read but not changed in a frozen club', async () => {
    const club = await newClub();
    const { id: folder } = await addFolder(world.ben, club, 'Minutes');
    const { id: file, file: sent } = await addFile(world.ben, club, 'a.txt');
    const other = await upload(world.ben, 'b.txt');
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id: club, version: 1, status: 'frozen' });
    for (const who of [world.ben, world.admin])
      for (const [key, input] of [
        ['POST /api/v1/clubs/{id}/folders', { id: club, clientId: newClientId(), name: 'x' }],
        ['PATCH /api/v1/club-folders/{id}', { id: folder, name: 'x' }],
        ['DELETE /api/v1/club-folders/{id}', { id: folder }],
        ['POST /api/v1/clubs/{id}/files', { id: club, clientId: newClientId(), uploadId: other }],
        ['POST /api/v1/club-files/{id}/versions', { id: file, uploadId: other }],
        ['PATCH /api/v1/club-files/{id}', { id: file, name: 'x' }],
        ['PUT /api/v1/club-files/{id}/version', { id: file, number: 1 }],
        ['DELETE /api/v1/club-files/{id}', { id: file }],
      ] as const)
        expect([key, ...codeOf(await who.try(key, input))]).toEqual([key, 409, 'club_inactive']);
    const { items, can } = await list(world.ben, club);
    expect(items).toMatchObject([{ name: 'a.txt', can: { change: false, manage: false } }]);
    expect(can).toEqual({ add: false, manage: false });
    expect((await world.ben.raw(sent.url)).status).toBe(200);
  });

  test('are sorted by name, time or size with pagination, and search finds parts of names in the whole club', async () => {
    const club = await newClub();
    const { id: folder } = await addFolder(world.ben, club, 'Plans');
    for (const [name, size] of [
      ['b.txt', 3],
      ['A.txt', 1],
      ['c plan.txt', 2],
    ] as const) {
      await addFile(world.ben, club, name, { size });
      world.clock.advance(1_000);
    }
    await addFile(world.ben, club, 'Äpfel plan.txt', { folder });
    const paged = async (order: 'name' | 'newest' | 'largest') => {
      const found: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list(world.ben, club, { order, size: 1, ...(cursor && { cursor }) });
        found.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    };
    expect(await paged('name')).toEqual(['A.txt', 'b.txt', 'c plan.txt']);
    expect(await paged('newest')).toEqual(['c plan.txt', 'A.txt', 'b.txt']);
    expect(await paged('largest')).toEqual(['b.txt', 'c plan.txt', 'A.txt']);
    expect(await names(world.ben, club, { search: 'PLAN' })).toEqual([
      'Plans',
      'Äpfel plan.txt',
      'c plan.txt',
    ]);
    expect(await names(world.ben, club, { search: 'apfel' })).toEqual(['Äpfel plan.txt']);
  });

  test('stay with the club without a deleted uploader’s name, and reports keep the file', async () => {
    const club = await newClub();
    const dee = await world.join({ username: 'dee1', first_name: 'Dee' });
    await join(dee, club);
    const { id: folder } = await addFolder(world.ben, club, 'Photos', { takesFiles: true });
    const file = await addFile(dee, club, 'dee.txt', { folder });
    const reported = await world.ana.try('POST /api/v1/reports', {
      target: { kind: 'club_file', id: file.id },
      reason: 'spam',
    });
    expect(reported.status).toBe(200);
    const kept = () =>
      world.sql('select from report_files where upload_id = $1', [Number(file.file.id)]);
    expect(await kept()).toHaveLength(1);
    const data = await dee.call('GET /api/v1/account/data', {});
    expect(JSON.stringify(data)).toContain('dee.txt');
    const erased = await dee.try('POST /api/v1/account/erase', {
      password: worldPassword,
    });
    expect(erased.status).toBe(200);
    await world.app.jobs.settle();
    const { items } = await list(world.ana, club, { folder });
    expect(items).toMatchObject([{ name: 'dee.txt', by: null }]);
    expect((await world.ana.raw(items[0]?.file.url ?? '')).status).toBe(200);
  });
});
