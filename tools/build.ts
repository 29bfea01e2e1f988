import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildEmbed } from './build-embed.ts';
import { packWeb } from './pack-web.ts';
import { isWebFresh, root, sourceHash, webFolder } from './web-hash.ts';
import { isEntry } from './entry.ts';

export interface BuildOptions {
  log: (line: string) => void;
  force?: boolean;
}

/** Puts a finished folder in the old one's place; a kill in between leaves either of them, or none and no stamp. */
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

/** Clears what killed builds left, and leaves one that runs beside this one alone. */
function removeRests(): void {
  const parent = dirname(webFolder);
  mkdirSync(parent, { recursive: true });
  for (const entry of readdirSync(parent)) {
    const pid = /^web\.(?:half|old)-(\d+)$/.exec(entry)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}

/** Builds the web app when its sources have changed since the last time. */
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
    await packWeb(half);
    writeFileSync(join(half, '.stamp'), hash);
    swapIn(half);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  log(`The web app is built (${((performance.now() - started) / 1000).toFixed(1)} s).`);
}

if (isEntry(import.meta.filename)) {
  // Vite takes React's development build along when the caller's NODE_ENV says so.
  process.env.NODE_ENV = 'production';
  await buildWeb({ log: console.log, force: process.argv.includes('--force') });
}
