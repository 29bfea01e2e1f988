import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportRun } from '#contract/imports/endpoints.ts';
import type { App } from '../../app.ts';
import { openFiles } from '../../kernel/files/bucket-files.ts';
import type { Files } from '../../kernel/files/files.ts';
import { startBucket, type TestBucket } from '../../../test/bucket.ts';
import { inWorld, send, type Answer, type Person, type Request } from '../../../test/world.ts';

/* Two servers with a bucket and separate folders: each can continue what the other began. */
const world = inWorld();
let folder = '';
let bucket: TestBucket;
const servers: { app: App; files: Files }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-servers-'));
  bucket = await startBucket(join(folder, 's3'));
  for (const name of ['one', 'two']) {
    const files = openFiles(bucket.url, join(folder, name), Buffer.alloc(32, 7));
    servers.push({ files, app: await world.startAnother({ files }) });
  }
});
afterAll(async () => {
  for (const { app } of servers) await app.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (
  server: number,
  path: string,
  request: Request = {},
  who: Person = world.admin,
): Promise<Answer> => {
  const app = servers[server]?.app;
  if (app === undefined) throw new Error('there is no such server');
  return send(app, `/api/v1/import-runs${path}`, {
    host: who === world.eve ? 'north.localhost' : 'localhost',
    ...request,
    headers: { authorization: `Bearer ${who.tokens.jwt}`, ...request.headers },
  });
};
const put = (server: number, run: string, name: string, bytes: string | Buffer, who?: Person) =>
  ask(
    server,
    `/${run}/files/${name}`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(bytes),
    },
    who,
  );
const begin = async (server: number): Promise<string> => {
  const { status, body } = await ask(server, '', { method: 'POST', body: { source: 'files' } });
  expect(status).toBe(200);
  return (body as { run: ImportRun }).run.id;
};
const newest = async (server: number): Promise<ImportRun | null> =>
  ((await ask(server, '/newest')).body as { run: ImportRun | null }).run;
const act = (server: number, run: string, what: 'check' | 'confirm' | 'cancel') =>
  ask(server, `/${run}/${what}`, { method: 'POST', body: {} });
const storedFiles = async (): Promise<string[]> =>
  (await readdir(join(folder, 's3', 'campus'), { recursive: true }).catch(() => [])).filter(
    (name) => name.includes('incoming/') && /[0-9a-f]{40}[^/]*$/.test(name),
  );
const leftovers = async (): Promise<string[]> =>
  (
    await Promise.all(
      servers.map(({ files }) =>
        readdir(files.incoming(world.school), { recursive: true }).catch(() => []),
      ),
    )
  )
    .flat()
    .filter((name) => name.includes('.csv'));

test('one server checks and stores an import that another server received', async () => {
  const run = await begin(0);
  // The second upload replaces the first, although another server receives it.
  expect((await put(0, run, 'people.csv', 'username\nwrong\n')).status).toBe(200);
  expect((await put(1, run, 'people.csv', 'username,firstName\nzoe,Zoe\n')).status).toBe(200);
  expect((await put(0, run, 'people.csv', 'x', world.eve)).status).not.toBe(200);
  expect(await leftovers()).toEqual([]);
  expect((await act(1, run, 'check')).status).toBe(200);
  await servers[0]?.app.jobs.settle();
  expect(await newest(1)).toMatchObject({
    state: 'ready',
    report: { changes: [{ what: 'people', added: 1, changed: 0 }, expect.anything()] },
  });
  expect((await act(0, run, 'confirm')).status).toBe(200);
  await servers[1]?.app.jobs.settle();
  expect(await newest(0)).toMatchObject({ state: 'done' });
  expect(await world.sql(`select from users where username = 'zoe'`)).toHaveLength(1);
  expect([await storedFiles(), await leftovers()]).toEqual([[], []]);
});

test('a file of several parts arrives complete, and canceling its import deletes it', async () => {
  const run = await begin(0);
  const rows = Array.from({ length: 200_000 }, (_, n) => `p${n},Person ${n} of a long list,${n}`);
  const text = `username,firstName,lastName\n${rows.join('\n')}\n`;
  expect(text.length).toBeGreaterThan(8_388_608 / 2);
  expect((await put(0, run, 'people.csv', text.repeat(2))).status).toBe(200);
  const [row] = await world.sql<{ files: Record<string, { key: string; size: number }> }>(
    'select files from import_runs where id = $1',
    [run],
  );
  const stored = row?.files['people.csv'];
  expect(stored?.size).toBe(text.length * 2);
  const path = join(folder, 'copy.csv');
  await servers[1]?.files.staging?.get(world.school, Number(run), stored?.key ?? '', path);
  expect((await readFile(path, 'utf8')) === text.repeat(2)).toBe(true);
  expect(await storedFiles()).not.toEqual([]);
  expect((await act(1, run, 'cancel')).status).toBe(200);
  expect(await storedFiles()).toEqual([]);
});
