import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3mini } from 's3mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileReferences } from '#server/app.ts';
import { halves } from '../../../test/file-samples.ts';
import { startBucket, type TestBucket } from '../../../test/bucket.ts';
import { inWorld } from '../../../test/world.ts';
import { bucketFiles, openFiles, readBucketUrl } from './bucket-files.ts';
import { sweepFiles } from './file-references.ts';
import {
  filesOf,
  folderFiles,
  referenceName,
  newStem,
  type Files,
  type StoredFile,
} from './files.ts';
import { schoolId } from '../ids.ts';

const world = inWorld();
const [one, other] = [schoolId(1), schoolId(2)];
const secret = Buffer.alloc(32, 7);
const day = 86_400_000;
let folder = '';
let s3: TestBucket;
const bucketUrl = { text: '' };
const stores: Record<string, Files> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-files-'));
  s3 = await startBucket(join(folder, 's3'));
  bucketUrl.text = s3.url;
  stores['a folder'] = folderFiles(join(folder, 'local'), secret);
  stores['a bucket'] = openFiles(bucketUrl.text, '', secret);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const named = (name: string): Files => {
  const files = stores[name];
  if (files === undefined) throw new Error(`no store ${name}`);
  return files;
};
const read = async (files: Files, school: typeof one, name: string) => {
  const found = await files.get(school, name);
  return found === null
    ? null
    : { text: (await buffer(found.stream)).toString(), size: found.size };
};
const listed = async (files: Files, school: typeof one): Promise<StoredFile[]> => {
  const all: StoredFile[] = [];
  for await (const some of files.list(school)) all.push(...some);
  return all.toSorted((a, b) => a.name.localeCompare(b.name));
};

describe.each(['a folder', 'a bucket'])('%s', (store) => {
  test("a school gets the same name for the same content, and other schools can't read the file", async () => {
    const files = named(store);
    const name = await files.put(one, Buffer.from('bytes'), 'webp');
    expect(name).toMatch(/^[0-9a-f]{40}\.webp$/);
    expect([
      files.nameOf(one, Buffer.from('bytes'), 'webp'),
      await files.put(one, Buffer.from('bytes'), 'webp'),
    ]).toEqual([name, name]);
    expect(files.nameOf(other, Buffer.from('bytes'), 'webp')).not.toBe(name);
    expect(await read(files, one, name)).toEqual({ text: 'bytes', size: 5 });
    expect(await read(files, other, name)).toBeNull();
    for (const wrong of ['../1/x', name.replace('.webp', '.exe'), `${name}/..`, ''])
      expect(await read(files, one, wrong)).toBeNull();
  });

  test('list() returns all files of one school, and remove() keeps files newer than the given time', async () => {
    const files = named(store);
    const school = schoolId(7);
    const names = Array.from(
      { length: 30 },
      (_, at) => `${newStem()}-${'sml'[at % 3]}.webp`,
    ).toSorted();
    for (const name of names) await files.putAs(school, name, Buffer.from(name));
    await files.putAs(other, `${newStem()}-o.webp`, Buffer.from('of another school'));
    const all = await listed(files, school);
    expect(all.map(({ name }) => name)).toEqual(names);
    for (const { putAt } of all)
      expect(Math.abs(putAt.getTime() - Date.now())).toBeLessThan(60_000);
    const [first = '', second = ''] = names;
    expect(await files.remove(school, first, new Date(Date.now() - day))).toBe(false);
    expect(await read(files, school, first)).not.toBeNull();
    expect(await files.remove(school, first, new Date(Date.now() + day))).toBe(true);
    expect(await files.remove(school, second)).toBe(true);
    expect([await read(files, school, first), await read(files, school, second)]).toEqual([
      null,
      null,
    ]);
    // Remove it again, and list a school without files.
    await files.remove(school, second);
    expect(await files.remove(school, first, new Date())).toBe(false);
    expect(await listed(files, schoolId(8))).toEqual([]);
  });
});

test('the server serves a picture from a bucket with its type and size', async () => {
  const files = named('a bucket');
  const name = await files.put(world.school, Buffer.from('in a bucket'), 'webp');
  const app = await world.startAnother({ files });
  const { statusCode, headers, body } = await app.http.inject({
    url: `/files/${name}`,
    headers: { host: 'localhost' },
  });
  expect([statusCode, headers['content-type'], headers['content-length'], body]).toEqual([
    200,
    'image/webp',
    '11',
    'in a bucket',
  ]);
  await app.close();
});

test('reads and writes fail as unavailable if the bucket is unreachable or rejects the key', async () => {
  const files = [
    bucketUrl.text.replace(':S3RVER@', ':wrong@'),
    's3+http://a:b@127.0.0.1:1/campus',
  ].map((url) => openFiles(url, '', secret));
  for (const one_ of files) {
    await expect(one_.put(one, Buffer.from('x'), 'webp')).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(one_.get(one, `${newStem()}.webp`)).rejects.toMatchObject({ code: 'unavailable' });
  }
});

test("FILES_URL accepts percent-encoded secrets, and the error for an invalid URL doesn't contain them", () => {
  expect(readBucketUrl('s3://KEY:a%2Fb%2Bc@s3.eu.example/campus?region=eu-1')).toEqual({
    endpoint: 'https://s3.eu.example/campus',
    region: 'eu-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'a/b+c',
  });
  for (const text of [
    's3://KEY:SECRET@host',
    'https://KEY:SECRET@host/campus',
    'SECRET',
    's3://KEY:SECRET@host/a/b',
  ]) {
    expect(() => readBucketUrl(text)).toThrow(/^FILES_URL is not an address/);
    expect(() => readBucketUrl(text)).not.toThrow(/SECRET/);
  }
});

test("list() follows a bucket's continuation tokens to the last page", async () => {
  // The paging of this server needs a cipher that OpenSSL 3 no longer has.
  const asked: string[] = [];
  const page = (name: string, token: string) =>
    `<ListBucketResult><Contents><Key>files/1/${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>"x"</ETag><Size>1</Size></Contents>${token}</ListBucketResult>`;
  const files = bucketFiles(
    readBucketUrl('s3://a:b@host/campus'),
    tmpdir(),
    secret,
    async (url) => {
      asked.push(new URL(String(url)).searchParams.get('continuation-token') ?? 'first');
      const body =
        asked.length === 1
          ? page(
              'a',
              '<IsTruncated>true</IsTruncated><NextContinuationToken>t+/=</NextContinuationToken>',
            )
          : page('b', '<IsTruncated>false</IsTruncated>');
      return new Response(body, { headers: { 'content-type': 'application/xml' } });
    },
  );
  const putAt = new Date('2026-01-02T03:04:05.000Z');
  expect(await listed(files, one)).toEqual([
    { name: 'a', size: 1, putAt },
    { name: 'b', size: 1, putAt },
  ]);
  expect(asked).toEqual(['first', 't+/=']);
});

test('s3mini signs a list request with AWS Signature Version 4', async () => {
  const sent: { url: URL; headers: Headers }[] = [];
  const [accessKeyId, secretAccessKey, region] = [
    'AKIAIOSFODNN7EXAMPLE',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'us-east-1',
  ];
  const record: typeof fetch = async (url, init) => {
    sent.push({ url: new URL(String(url)), headers: new Headers(init?.headers) });
    return new Response('<ListBucketResult></ListBucketResult>');
  };
  const s3mini = new S3mini({
    accessKeyId,
    secretAccessKey,
    endpoint: 'https://s3.example/campus',
    region,
    fetch: record,
  });
  await s3mini.listObjectsPaged('/', 'files/1/', 1_000);
  const [{ url, headers } = { url: new URL('x:'), headers: new Headers() }] = sent;
  const date = headers.get('x-amz-date') ?? '';
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  // Follows https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html step by step.
  const canonical = `GET\n/campus/\nlist-type=2&max-keys=1000&prefix=files%2F1%2F\nhost:s3.example\nx-amz-content-sha256:UNSIGNED-PAYLOAD\nx-amz-date:${date}\n\nhost;x-amz-content-sha256;x-amz-date\nUNSIGNED-PAYLOAD`;
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = [date.slice(0, 8), region, 's3', 'aws4_request'].reduce(
    hmac,
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  expect([url.pathname, url.search]).toEqual([
    '/campus/',
    '?list-type=2&max-keys=1000&prefix=files%2F1%2F',
  ]);
  expect(headers.get('authorization')).toBe(
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${hmac(key, toSign).toString('hex')}`,
  );
});

test('filesOf() returns all six files of a picture, and each maps back to the name in the database', () => {
  const stem = newStem();
  const all = filesOf(`${stem}-m.webp`);
  expect(all).toHaveLength(6);
  expect(new Set(all.map(referenceName))).toEqual(new Set([`${stem}-m.webp`]));
  expect([filesOf(`${stem}.webp`), referenceName(`${stem}-o.webp`)]).toEqual([
    [`${stem}.webp`],
    `${stem}-o.webp`,
  ]);
});

describe('sweepFiles()', () => {
  test('the cleanup removes a file only if it is older than a day and no row refers to it', async () => {
    const { school, ana, ben, files } = world;
    const picture = await halves(300, 200).jpeg().toBuffer();
    await ana.call('POST /api/v1/profile/pictures/{kind}', {
      kind: 'photo',
      upload: picture,
    } as never);
    await ben.call('POST /api/v1/profile/pictures/{kind}', {
      kind: 'cover',
      upload: picture,
    } as never);
    await ben.call('DELETE /api/v1/profile/pictures/{kind}', { kind: 'cover' });
    const put = (text: string) => files.put(school, Buffer.from(text), 'webp');
    const [shared, logo, favicon, undone, erased] = [
      await put('shared'),
      await put('logo'),
      await put('icon'),
      await put('undone'),
      await put('erased'),
    ];
    await world.sql('update users set cover = $1 where id = any($2)', [
      shared,
      [ana.id, world.cy.id],
    ]);
    await world.sql('update schools set logo = $1, favicon = $2', [logo, favicon]);
    await world.sql(
      `insert into imports (school_id, id, at, source, format) overriding system value values (${school}, 1, now(), 'x', 'x')`,
    );
    await world.sql(
      `insert into users (school_id, id, username, first_name) values (${school}, 99, 'erased-99', 'Deleted user')`,
    );
    await world.sql(
      `insert into import_journal (school_id, import_id, table_name, key, before, after) values
        (${school}, 1, 'users', $1, jsonb_build_object('photo', $2::text), '{"photo": null}'),
        (${school}, 1, 'users', '99', jsonb_build_object('photo', $3::text), '{"photo": null}')`,
      [String(world.cy.id), undone, erased],
    );
    const stored = (await listed(files, school))
      .map(({ name }) => name)
      .filter((name) => name !== erased);
    const orphans = [await put('orphan'), ...filesOf(`${newStem()}-m.webp`), `${newStem()}-o.webp`];
    for (const name of orphans.slice(1)) await files.putAs(school, name, Buffer.from('orphan'));

    const parts = { pool: world.pool, files };
    const now = Date.now();
    expect((await sweepFiles(parts, school, fileReferences, new Date(now))).removed).toBe(0);
    expect(
      (await sweepFiles(parts, world.otherSchool, fileReferences, new Date(now + 2 * day))).removed,
    ).toBe(0);
    expect((await sweepFiles(parts, school, fileReferences, new Date(now + 2 * day))).removed).toBe(
      orphans.length + 1,
    );
    expect((await listed(files, school)).map(({ name }) => name)).toEqual(stored);
  });

  test('the cleanup removes incomplete files and keeps an old file that was just stored again', async () => {
    const files = named('a folder');
    const name = await files.put(one, Buffer.from('put again'), 'webp');
    const place = join(folder, 'local', '1', name.slice(0, 2), name);
    await writeFile(`${place}.abc.part`, 'half');
    const old = new Date(Date.now() - 2 * day);
    for (const path of [place, `${place}.abc.part`]) await utimes(path, old, old);
    await files.put(one, Buffer.from('put again'), 'webp');
    const before = (await listed(files, one)).length;
    expect((await sweepFiles({ pool: world.pool, files }, one, [], new Date())).removed).toBe(1);
    expect((await listed(files, one)).length).toBe(before - 1);
    expect(await read(files, one, name)).not.toBeNull();
  });
});

test('the columns whose names suggest a stored file match the known list', async () => {
  const columns = await world.sql<{
    name: string;
  }>(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and not (column_name = 'original' and table_name like 'event\\_%') and not (column_name = 'icon' and table_name = 'record_badges') and column_name ~ 'photo|picture|cover|logo|favicon|image|icon|file$|original|attachment' order by 1`);
  // `original` of events is a start time, and `icon` of badges a name. A new column needs a `fileReferences` query in app.ts first, because
  // a sweep would remove its files after a day.
  expect(columns.map(({ name }) => name)).toEqual([
    'clubs.cover',
    'clubs.logo',
    'conversations.picture',
    'election_candidates.photo',
    'events.cover',
    'link_previews.picture',
    'pictures.original',
    'schools.favicon',
    'schools.logo',
    'users.cover',
    'users.photo',
  ]);
});
