import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildEmbed } from './build-embed.ts';
import { buildWorker } from './build-worker.ts';
import { packWeb } from './pack-web.ts';
import { isWebFresh, root, sourceHash, webFolder } from './web-hash.ts';
import { isEntry } from './entry.ts';

export interface BuildOptions {
  log: (line: string) => void;
  force?: boolean;
}

/** Replaces the old folder with a finished one. If the process is killed in between, one of them remains, or neither and no stamp. */
function swapIn(half: string): void {
  const old = `${webFolder}.old-${process.pid}`;
  if (existsSync(webFolder)) renameSync(webFolder, old);
  renameSync(half, webFolder);
  rmSync(old, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Removes remains of killed builds, but not of a build that is running at the same time. */
function removeRests(): void {
  const parent = dirname(webFolder);
  mkdirSync(parent, { recursive: true });
  for (const entry of readdirSync(parent)) {
    const pid = /^web\.(?:half|old)-(\d+)$/.exec(entry)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}

/** Builds the web app if its sources have changed since the last build. */
export async function buildWeb({ log, force = false }: BuildOptions): Promise<void> {
  const hash = sourceHash();
  if (!force && isWebFresh(hash)) return;
  const started = performance.now();
  log('Building the web app …');
  removeRests();
  const half = `${webFolder}.half-${process.pid}`;
  const { build } = await import('vite');
  try {
    await build({
      configFile: join(root, 'web', 'vite.config.ts'),
      root: join(root, 'web'),
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: half, emptyOutDir: true },
    });
    await buildEmbed(half, 'iife');
    await buildWorker(half);
    await packWeb(half);
    writeFileSync(join(half, '.stamp'), hash);
    swapIn(half);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  log(`The web app is built (${((performance.now() - started) / 1000).toFixed(1)} s).`);
}

if (isEntry(import.meta.filename)) {
  // With the caller's NODE_ENV, Vite could include React's development build.
  process.env.NODE_ENV = 'production';
  await buildWeb({ log: console.log, force: process.argv.includes('--force') });
}
