import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workerFilesName, type WorkerFiles } from '../web/worker-files.ts';
import { root } from './web-hash.ts';

/*
 * Builds the service worker (web/worker) into a built web app. It contains the names of the files that it stores in advance:
 * those that every page starts with, and the code of the main pages. It stores all others when a page loads them, and after a
 * release those that replace what it stored before.
 */

/** Files without a hash in their name. */
const plain = ['theme.js', 'favicon.svg'] as const;

const hashOf = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Adds `worker.js` to a built web app. */
export const buildWorker = async (folder: string): Promise<void> => {
  const list = join(folder, workerFilesName);
  const { entry, files } = JSON.parse(await readFile(list, 'utf8')) as WorkerFiles;
  await rm(list);
  const entries = [
    ...files.map((file) => ({ url: `/${file}`, revision: null })),
    ...(await Promise.all(
      plain.map(async (file) => ({
        url: `/${file}`,
        revision: hashOf(await readFile(join(folder, file))),
      })),
    )),
  ];
  const stored = new Set(files);
  const others = (await readdir(join(folder, 'assets')))
    .filter((name) => !stored.has(`assets/${name}`))
    .toSorted();
  // The page contains the hashed names of its files, whose contents contain the names of all others.
  const release = hashOf(await readFile(join(folder, 'index.html')));
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: join(root, 'web', 'worker'),
    mode: 'production',
    logLevel: 'warn',
    define: {
      RELEASE: JSON.stringify(release),
      RELEASE_ENTRY: JSON.stringify(entry),
      RELEASE_OTHERS: JSON.stringify(others),
      RELEASE_FILES: JSON.stringify(entries),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: {
        entry: join(root, 'web', 'worker', 'worker.ts'),
        name: 'worker',
        formats: ['iife'],
        fileName: () => 'worker.js',
      },
      minify: true,
    },
  });
};
