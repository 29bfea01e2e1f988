import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const webFolder = join(root, 'dist', 'web');

const sources = ['web', 'contract', 'embed'];

/** Returns a hash of the names and contents of all sources of the web app. */
export function sourceHash(): string {
  const hash = createHash('sha256');
  const add = (path: string) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  add('package-lock.json');
  add('package.json');
  add('tools/pack-web.ts');
  add('tools/build-embed.ts');
  add('tools/build-worker.ts');
  for (const folder of sources) {
    if (!existsSync(join(root, folder))) continue;
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    for (const file of files.toSorted()) add(file);
  }
  return hash.digest('hex');
}

/** Returns whether the built web app matches its sources. */
export function isWebFresh(hash = sourceHash()): boolean {
  const stamp = join(webFolder, '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}
