import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, redisProgram, startRedis } from '../../test/redis.ts';
import { schoolId } from './ids.ts';
import { openBus, schoolChannel } from './live/live-bus.ts';
import { openLog } from './log.ts';
import { openRedis, readRedisUrl, type Redis } from './redis.ts';

test('REDIS_URL can name a server, Sentinels or a cluster', () => {
  expect(readRedisUrl('rediss://user:pw@cache.example:6380/2')).toEqual({
    kind: 'server',
    url: 'rediss://user:pw@cache.example:6380/2',
  });
  expect(readRedisUrl('redis+sentinel://app:p%40ss@10.0.0.1,[2001:db8::1]:26380/campus')).toEqual({
    kind: 'sentinel',
    nodes: [
      { host: '10.0.0.1', port: 26_379 },
      { host: '2001:db8::1', port: 26_380 },
    ],
    name: 'campus',
    username: 'app',
    password: 'p@ss',
    isTls: false,
  });
  expect(readRedisUrl('rediss+cluster://:secret@a.example:7000,b.example')).toMatchObject({
    kind: 'cluster',
    nodes: [
      { host: 'a.example', port: 7_000 },
      { host: 'b.example', port: 6_379 },
    ],
    password: 'secret',
    isTls: true,
  });
  for (const wrong of [
    'http://cache.example',
    'redis+sentinel://10.0.0.1:26379',
    'redis+cluster://10.0.0.1:6379/campus',
    'redis+other://10.0.0.1',
  ])
    expect(() => readRedisUrl(wrong)).toThrow('REDIS_URL');
});

/** Sends a message from one server to another, in the channel of a school. */
const expectDelivery = async (url: string): Promise<[Redis, Redis]> => {
  const log = openLog('silent');
  const [one, two] = [await openRedis(url, log), await openRedis(url, log)];
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
  });
  await expect.poll(() => one.isReady() && two.isReady(), { timeout: 30_000 }).toBe(true);
  const [from, to] = [await openBus(one, 'one'), await openBus(two, 'two')];
  const received: string[] = [];
  to.onSend((school, text) => void received.push(`${school} ${text}`));
  await to.enter(schoolId(7));
  await expect
    .poll(
      () => {
        from.send(schoolId(8), 'other');
        from.send(schoolId(7), 'hello');
        return received[0];
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe('7 hello');
  expect(received.filter((text) => text.startsWith('8'))).toEqual([]);
  return [one, two];
};

test.skipIf(redisProgram === undefined)('servers reach each other through a cluster', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-redis-'));
  const node = await startRedis(['--cluster-enabled', 'yes', '--dir', folder]);
  onTestFinished(async () => {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const admin = createClient({ url: `redis://127.0.0.1:${node.port}` });
  await admin.connect();
  await admin.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383']);
  await expect
    .poll(async () => String(await admin.sendCommand(['CLUSTER', 'INFO'])), { timeout: 30_000 })
    .toContain('cluster_state:ok');
  await expectDelivery(`redis+cluster://127.0.0.1:${node.port}`);
  expect(await admin.sendCommand(['PUBSUB', 'SHARDCHANNELS'])).toContain(
    schoolChannel(schoolId(7)),
  );
  admin.destroy();
});

test.skipIf(redisProgram === undefined)('servers reach each other through Sentinel', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-redis-'));
  const primary = await startRedis();
  const config = join(folder, 'sentinel.conf');
  await writeFile(config, `sentinel monitor campus 127.0.0.1 ${primary.port} 1\n`);
  const sentinel = await freePort();
  const child = spawn(redisProgram ?? '', [config, '--sentinel', '--port', String(sentinel)], {
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await primary.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await expectDelivery(`redis+sentinel://127.0.0.1:${sentinel}/campus`);
});
