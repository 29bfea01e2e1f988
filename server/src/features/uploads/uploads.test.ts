import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoints.ts';
import { runMaintenance, sweepSchools } from '#server/kernel/jobs/maintenance.ts';
import { fileReferences, maintenance } from '#server/app.ts';
import {
  codeOf,
  connect,
  direct,
  readMessages,
  sendMessage,
  trySendMessage,
} from '../../../test/chat-world.ts';
import {
  bombPng,
  gifThatIsScript,
  heicStart,
  phoneJpeg,
  secretWords,
  zipBomb,
} from '../../../test/file-samples.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
let id: string;

beforeAll(async () => {
  await connect(world.ana, world.ben);
  id = (await direct(world.ana, world.ben)).id;
  await sendMessage(world.ana, id, 'Files follow.');
});

type Progress = ReplyOf<'POST /api/v1/uploads'>;
const mb = 1024 * 1024;

const announce = (who: Person, name: string, size: number, clientId = randomUUID()) =>
  who.call('POST /api/v1/uploads', { clientId, name, size });
const piece = (who: Person, file: string, offset: number, bytes: Buffer) =>
  who.try('PUT /api/v1/uploads/{id}', { id: file, offset, upload: bytes });

/** Sends a whole file like the web app does. Returns the last response. */
const upload = async (who: Person, name: string, bytes: Buffer) => {
  const { id: file } = await announce(who, name, bytes.length);
  let answer = await piece(who, file, 0, bytes.subarray(0, mb));
  for (let at = mb; at < bytes.length && answer.status === 200; at += mb)
    answer = await piece(who, file, at, bytes.subarray(at, at + mb));
  return { ...answer, progress: answer.body as Progress };
};
const attach = async (who: Person, name: string, bytes: Buffer) => {
  const { progress } = await upload(who, name, bytes);
  const [file] = (await sendMessage(who, id, '', { files: [progress.id] })).files;
  if (file === undefined) throw new Error('the message has no file');
  return file;
};
const fetchFile = async (url: string) => {
  const response = await world.app.http.inject({ url, headers: { host: 'localhost' } });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
};

describe('[CHAT-05] a file', () => {
  test('arrives in pieces, continues after an interruption, and is unchanged for the recipient', async () => {
    const { ana, ben } = world;
    const bytes = randomBytes(Math.floor(3.4 * mb));
    const clientId = randomUUID();
    const { id: file } = await announce(ana, 'notes.dat', bytes.length, clientId);
    expect((await piece(ana, file, 0, bytes.subarray(0, mb))).body).toMatchObject({
      received: mb,
      file: null,
    });
    // The response was lost. Repeated and out-of-order pieces aren't stored twice.
    for (const offset of [0, 2 * mb, 7])
      expect((await piece(ana, file, offset, bytes.subarray(0, mb))).body).toMatchObject({
        received: mb,
      });
    expect(await announce(ana, 'notes.dat', bytes.length, clientId)).toMatchObject({
      id: file,
      received: mb,
    });
    const twice = await Promise.all(
      [1, 2].map(() => piece(ana, file, mb, bytes.subarray(mb, 2 * mb))),
    );
    expect(twice.map(({ body }) => (body as Progress).received)).toEqual([2 * mb, 2 * mb]);
    expect(codeOf(await trySendMessage(ana, id, '', { files: [file] }))).toEqual([
      409,
      'chat_file_gone',
    ]);
    await piece(ana, file, 2 * mb, bytes.subarray(2 * mb, 3 * mb));
    const done = await piece(ana, file, 3 * mb, bytes.subarray(3 * mb));
    expect(done.body).toMatchObject({
      received: bytes.length,
      file: { name: 'notes.dat', type: 'application/octet-stream', picture: null },
    });
    // The server stopped before it completed the file, so the next request completes it.
    await world.sql('update uploads set type = null where id = $1', [file]);
    expect(await announce(ana, 'notes.dat', bytes.length, clientId)).toMatchObject({
      received: bytes.length,
      file: { name: 'notes.dat' },
    });
    const sent = await sendMessage(ana, id, 'Here', { files: [file] });
    const got = (await readMessages(ben, id)).at(-1)?.files[0];
    expect(got).toEqual(sent.files[0]);
    const answer = await fetchFile(got?.url ?? '');
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''notes.dat",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('that is a picture is re-encoded with a thumbnail, without location and author', async () => {
    const file = await attach(world.ana, 'IMG_1.JPG', await phoneJpeg());
    expect(file).toMatchObject({
      name: 'IMG_1.webp',
      type: 'image/webp',
      picture: { width: 400, height: 600 },
    });
    for (const url of [file.url, file.picture?.thumbnailUrl ?? '']) {
      const { bytes, headers } = await fetchFile(url);
      expect([
        (await sharp(bytes).metadata()).format,
        headers['content-type'],
        headers['content-disposition'],
      ]).toEqual(['webp', 'image/webp', undefined]);
      for (const word of secretWords) expect(bytes.includes(word)).toBe(false);
    }
    await world.app.jobs.settle();
    expect(
      await world.sql(
        'select count(*)::int as n from upload_pieces p join uploads f on f.id = p.upload_id where f.id = $1',
        [file.id],
      ),
    ).toEqual([{ n: 1 }]);
  });

  test('has the type of its content, and pages never show active content', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    );
    for (const [name, bytes, type] of [
      [
        'photo.png',
        Buffer.from('<!doctype html><script>alert(1)</script>'),
        'application/octet-stream',
      ],
      ['drawing.svg', svg, /xml|octet-stream/],
      [
        'paper.jpg',
        Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>'),
        'application/pdf',
      ],
      ['bomb.zip', zipBomb(), 'application/zip'],
    ] as const) {
      const file = await attach(world.ana, name, bytes);
      expect(file).toMatchObject({
        name,
        picture: null,
        type: typeof type === 'string' ? type : expect.stringMatching(type),
      });
      const answer = await fetchFile(file.url);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment/),
        'x-content-type-options': 'nosniff',
      });
      expect(answer.bytes.equals(bytes)).toBe(true);
    }
    const polyglot = await attach(world.ana, 'cat.gif', await gifThatIsScript());
    expect((await fetchFile(polyglot.url)).bytes.includes('POLYGLOT')).toBe(false);
  });

  test('that is damaged, a decompression bomb, or has metadata that can’t be removed is rejected and deleted', async () => {
    const { ana } = world;
    const broken = (await phoneJpeg()).subarray(0, 900);
    for (const [bytes, code] of [
      [bombPng(30_000), 'picture_pixels'],
      [broken, 'picture_damaged'],
      [heicStart, 'picture_heic'],
      [Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'upload_unsafe'],
    ] as const) {
      const answer = await upload(ana, 'x.png', bytes);
      expect(codeOf(answer)).toEqual([422, code]);
    }
    expect(await world.sql(`select from uploads where name = 'x.png'`)).toEqual([]);
    expect(
      codeOf(
        await ana.try('POST /api/v1/uploads', {
          clientId: randomUUID(),
          name: 'big',
          size: 26 * mb,
        }),
      )[0],
    ).toBe(400);
    const { id: small } = await announce(ana, 'small.txt', 4);
    expect(codeOf(await piece(ana, small, 0, Buffer.from('more than said')))).toEqual([
      413,
      'upload_too_large',
    ]);
    expect(codeOf(await piece(ana, small, 0, Buffer.alloc(mb + 1)))).toEqual([
      413,
      'upload_too_large',
    ]);
  });

  test('has a name without folders and disguised endings', async () => {
    for (const [given, stored] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\temp\\a.txt', 'a.txt'],
      ['cod\u202Etxt.exe', 'codtxt.exe'],
      ['re\u00ad\u2060port\u200b.pdf', 'report.pdf'],
      ['\u2800\u3164', 'file'],
      ['...', 'file'],
      ['a"b\r\n.txt', 'ab.txt'],
      [`${'x'.repeat(190)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ] as const)
      expect((await upload(world.ana, given, Buffer.from('a'))).progress.file?.name).toBe(stored);
  });

  test('belongs to its owner until it is sent, and others need its address', async () => {
    const { ana, ben, cy, eve } = world;
    const { progress } = await upload(ana, 'mine.txt', Buffer.from('mine'));
    for (const who of [ben, cy, eve]) {
      expect((await piece(who, progress.id, 0, Buffer.from('x'))).status).toBe(404);
      expect(codeOf(await trySendMessage(who, id, 'Look', { files: [progress.id] }))[0]).toBe(
        who === ben ? 409 : 404,
      );
    }
    const file = await attach(ana, 'theirs.txt', Buffer.from('theirs'));
    const url = new URL(file.url, 'http://localhost');
    const changed = (change: (to: URL) => void) => {
      const to = new URL(url);
      change(to);
      return to.pathname + to.search;
    };
    expect((await fetchFile(file.url)).status).toBe(200);
    for (const address of [
      url.pathname,
      changed((to) => to.searchParams.set('mark', 'x')),
      changed((to) =>
        to.searchParams.set('until', String(Number(to.searchParams.get('until')) + 1)),
      ),
      changed((to) => (to.pathname = to.pathname.replace(id, '0'))),
      changed((to) => (to.pathname = to.pathname.replace('/whole', '/small'))),
    ])
      expect([address, (await fetchFile(address)).status]).toEqual([address, 404]);
    expect(
      (await world.app.http.inject({ url: file.url, headers: { host: 'north.localhost' } }))
        .statusCode,
    ).toBe(404);
    const [{ name } = { name: '' }] = await world.sql<{ name: string }>(
      'select name from upload_pieces where upload_id = $1',
      [file.id],
    );
    expect((await world.visit(`/files/${name}`)).status).toBe(404);
    // After a day or two, the address has changed.
    world.clock.advance(2 * 86_400_000);
    expect((await fetchFile(file.url)).status).toBe(404);
    world.clock.advance(-2 * 86_400_000);
    const seq = (await readMessages(ana, id)).at(-1)?.seq ?? 0;
    await ana.call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      conversation: id,
      seq,
    });
    expect((await fetchFile(file.url)).status).toBe(404);
  });

  test('is deleted with its stored pieces after a day if no message uses it', async () => {
    const kept = await attach(world.ana, 'kept.txt', Buffer.from('kept'));
    await upload(world.ana, 'loose.txt', Buffer.from('loose'));
    const later = new Date(world.clock.now().getTime() + 25 * 3_600_000);
    await runMaintenance(world.pool, maintenance, later);
    expect(
      await world.sql(`select name from uploads where name in ('kept.txt', 'loose.txt')`),
    ).toEqual([{ name: 'kept.txt' }]);
    await sweepSchools(
      { pool: world.pool, files: world.files, log: { error: () => undefined } },
      fileReferences,
      new Date(Date.now() + 25 * 3_600_000),
    );
    expect((await fetchFile(kept.url)).bytes.toString()).toBe('kept');
    const stored: string[] = [];
    for await (const some of world.files.list(world.school))
      stored.push(...some.map(({ name }) => name));
    const named = await world.sql<{ name: string }>(
      'select name from upload_pieces union select thumbnail from uploads where thumbnail is not null',
    );
    expect(stored.toSorted()).toEqual(named.map(({ name }) => name).toSorted());
  });
});

test('[CHAT-05] a file of a reported message stays for moderators only, even if the message is deleted', async () => {
  const { ana, ben, cy, admin } = world;
  const picture = await attach(ana, 'awful.jpg', await phoneJpeg());
  const [before] = (await readMessages(ben, id)).slice(-1);
  const seq = before?.seq ?? 0;
  const report = {
    target: { kind: 'message' as const, id: `${id}:${seq}` },
    reason: 'harassment' as const,
  };
  expect((await cy.try('POST /api/v1/reports', report)).status).toBe(404);
  await ben.call('POST /api/v1/reports', report);
  await ana.call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', {
    conversation: id,
    seq,
  });
  await world.app.jobs.settle();
  world.clock.advance(3 * 86_400_000);
  const at = { now: world.clock.now() };
  await runMaintenance(world.pool, maintenance, at.now);
  const moderator = await world.signInAgain(admin);
  const { items } = await moderator.call('GET /api/v1/reports', { state: 'open' });
  const found = items.find(({ evidence }) => evidence?.conversation === id && evidence.seq === seq);
  const fileId = found?.evidence?.messages.at(-1)?.fileIds?.[0] ?? '';
  const { url, small } = found?.files[fileId] ?? { url: '', small: null };
  const [whole, little] = [await fetchFile(url), await fetchFile(small ?? '')];
  expect([whole.status, whole.headers['content-type'], little.status]).toEqual([
    200,
    'image/webp',
    200,
  ]);
  expect((await fetchFile(picture.url)).status).toBe(404);
  expect(
    (await (await world.signInAgain(ben)).try('GET /api/v1/reports', { state: 'open' })).status,
  ).toBe(403);
});
