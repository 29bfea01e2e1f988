import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileReferences } from '#server/app.ts';
import { halves } from '../../../../test/file-samples.ts';
import { inWorld, worldPassword } from '../../../../test/world.ts';
import { sweepFiles } from '../../../kernel/files/file-references.ts';
import { folderFiles, type Files } from '../../../kernel/files/files.ts';

const world = inWorld();
const someJpeg = await halves(400, 300).jpeg().toBuffer();

const namesIn = async (files: Files): Promise<string[]> => {
  const names: string[] = [];
  for await (const some of files.list(world.school)) names.push(...some.map(({ name }) => name));
  return names;
};

test(
  'if a server stops between storing and committing, no name lacks its file, and cleanup deletes unused files',
  { tags: ['soak'] },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'commons-killed-'));
    try {
      // Each world has its own database address.
      const url = String(
        (world.pool.raw.options as { connectionString?: string }).connectionString,
      );
      const script = join(import.meta.dirname, '../../../../test/killed-upload.ts');
      const child = spawn(process.execPath, [script, url, folder, world.ana.email, worldPassword], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      expect(signal).toBe('SIGKILL');

      const files = folderFiles(folder, Buffer.alloc(32, 3));
      expect(await namesIn(files)).toHaveLength(7);
      expect(await world.sql('select photo from users where id = $1', [world.ana.id])).toEqual([
        { photo: null },
      ]);
      expect(await world.sql('select from pictures')).toEqual([]);
      const parts = { pool: world.pool, files };
      expect((await sweepFiles(parts, world.school, fileReferences, new Date())).removed).toBe(0);
      expect(
        (
          await sweepFiles(
            parts,
            world.school,
            fileReferences,
            new Date(Date.now() + 25 * 3_600_000),
          )
        ).removed,
      ).toBe(7);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('an interrupted upload stores nothing and releases its slot', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { server } = world.app.http;
  const { port } = server.address() as AddressInfo;
  const breakOff = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      server.once('request', (_: unknown, response: ServerResponse) =>
        response.once('close', resolve),
      );
    });
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/profile/pictures/photo',
      headers: {
        host: 'localhost',
        authorization: `Bearer ${world.ben.tokens.jwt}`,
        'content-length': someJpeg.length,
      },
    });
    sending.on('error', () => undefined);
    sending.write(someJpeg.subarray(0, 1_000), () => sending.destroy());
    await ended;
  };
  // Each person has two slots. If they weren't released, the third upload would be refused.
  for (let time = 0; time < 3; time += 1) await breakOff();
  expect(await namesIn(world.files)).toEqual([]);
  expect(
    await world.ben.try('POST /api/v1/profile/pictures/{kind}', {
      kind: 'photo',
      upload: someJpeg,
    }),
  ).toMatchObject({ status: 200 });
});

test('a person’s third simultaneous upload is rejected with the seconds to wait', async () => {
  const { putAs } = world.files;
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let waiting = 0;
  world.files.putAs = async (...given) => {
    if ((waiting += 1) === 14) arrived.resolve();
    await gate.promise;
    await putAs(...given);
  };
  const send = () =>
    world.cy.try('POST /api/v1/profile/pictures/{kind}', { kind: 'cover', upload: someJpeg });
  try {
    const two = [send(), send()];
    await arrived.promise;
    expect(await send()).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
    gate.resolve();
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    world.files.putAs = putAs;
  }
  await world.app.jobs.settle();
  const [row] = await world.sql<{ cover: string }>('select cover from users where id = $1', [
    world.cy.id,
  ]);
  expect((await world.visit(`/files/${row?.cover}`)).status).toBe(200);
});
