import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import type { Owner } from './private-folder.ts';
import { LaunchRefused } from './refused.ts';

function accounts(): Owner[] {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // Reported below as a missing account.
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}

/**
 * Returns the user that PostgreSQL runs as. It refuses to run as root, so root selects another user: the owner of the data, `postgres`, or
 * `nobody`. initdb looks up the name, so the user must have one.
 */
export function chooseOwner(existing: string[]): Owner | undefined {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const all = accounts();
  if (uid !== 0) return undefined;
  for (const path of existing) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.uid === 0) continue;
    const owner = all.find((account) => account.uid === found.uid);
    return owner ?? { uid: found.uid, gid: found.gid, name: String(found.uid) };
  }
  const owner =
    all.find(({ name }) => name === 'postgres') ?? all.find(({ name }) => name === 'nobody');
  if (owner && owner.uid !== 0) return owner;
  throw new LaunchRefused(
    'PostgreSQL does not run as root and there is no user named postgres or nobody to run it as; add one, start as another user, or set DATABASE_URL.',
  );
}

/** Returns the options for starting a process as the owner. */
export function asOwner(owner: Owner | undefined): { uid?: number; gid?: number } {
  return owner ? { uid: owner.uid, gid: owner.gid } : {};
}

/** Returns whether the owner can enter a folder. Asks the system, because modes don't include access lists and mounts. */
export function canEnter(owner: Owner | undefined, folder: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...asOwner(owner),
    cwd: '/',
    stdio: 'ignore',
  });
  if (result.error) {
    throw new LaunchRefused(
      `This root user isn’t allowed to start a process as ${owner?.name ?? 'itself'} (${result.error.message}); start as another user, or set DATABASE_URL.`,
    );
  }
  return result.status === 0;
}
