import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from './build-embed.ts';
import { runStep } from './step.ts';
import { root } from './web-hash.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-embed-'));
  await buildPackage(join(folder, 'node_modules/commons-campus-embed'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const made = (name: string) => join(folder, 'node_modules/commons-campus-embed', name);

test('the SDK has less than 6 KB, imports nothing, and does not post messages to all origins', async () => {
  for (const name of ['embed.js', 'campus-embed.js']) {
    const text = await readFile(made(name), 'utf8');
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(6_144);
    expect(text).not.toMatch(/\bimport\s*[({"']|require\(|postMessage\([^)]*["'`]\*["'`]/);
  }
});

test('the package contains the expected files, and TypeScript finds its types', async () => {
  const description = JSON.parse(await readFile(made('package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect([description['private'], description['dependencies']]).toEqual([undefined, undefined]);
  expect((await readdir(made('.'))).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'campus-app.d.ts',
    'campus-embed.js',
    'embed.js',
    'host-messages.d.ts',
    'main.d.ts',
    'mount-campus.d.ts',
    'package.json',
  ]);
  await writeFile(
    join(folder, 'host.ts'),
    `import { mountCampus, type Campus } from 'commons-campus-embed';
     export const campus: Campus = mountCampus(document.body, { school: 'https://x.example', session: { code: 'x' }, onRoute: (url) => url.length });
     // @ts-expect-error -- half a session is none
     mountCampus(document.body, { session: { jwt: 'x' } });`,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
    '--types',
    '',
  ];
  const checked = await runStep('types', join(root, 'node_modules/.bin/tsc'), [
    ...options,
    join(folder, 'host.ts'),
  ]);
  expect(checked.output).toBe('');
});

test('a server that renders pages can import the module', async () => {
  const { mountCampus } = (await import(made('campus-embed.js'))) as { mountCampus: unknown };
  expect(typeof mountCampus).toBe('function');
});
