import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { asRefused, errorCode, LaunchRefused } from './refused.ts';

/** The user that PostgreSQL runs as. Undefined means the user of this process. */
export interface Owner {
  uid: number;
  gid: number;
  name: string;
}

const ownUid = process.getuid?.() ?? 0;

// The system's maximum is 103 on macOS and 107 on Linux. The lock temporarily adds a few letters to its name.
const longestSocketPath = 95;

export function fitsSocketPath(path: string): boolean {
  return Buffer.byteLength(path) <= longestSocketPath;
}

/** Removes other users' permissions from a folder. Requires its lock, because a running server may need them. */
export function closeFolder(path: string): void {
  if ((lstatSync(path).mode & 0o777) !== 0o700) chmodSync(path, 0o700);
}

/**
 * Creates a folder that only its owner can enter, or checks the owner of an existing one, whose mode it leaves unchanged (`closeFolder`).
 */
export function privateFolder(path: string, owner?: Owner): string {
  try {
    mkdirSync(dirname(path), { recursive: true });
    mkdirSync(path, { mode: 0o700 });
    if (owner) chownSync(path, owner.uid, owner.gid);
    return path;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw asRefused(error, path);
  }
  const found = lstatSync(path);
  if (!found.isDirectory()) throw asRefused({ code: 'ENOTDIR' }, path);
  const uid = owner?.uid ?? ownUid;
  if (found.uid !== uid) {
    // A run that was killed between creating the folder and changing its owner leaves an empty one.
    if (ownUid !== 0 || found.uid !== 0 || !owner || readdirSync(path).length > 0) {
      throw new LaunchRefused(
        `${path} belongs to user ${found.uid} and is used as user ${uid}; change its owner, or start as that user.`,
      );
    }
    chownSync(path, owner.uid, owner.gid);
  }
  return path;
}

const isOpenMode = (mode: number): boolean => (mode & 0o067) !== 0;

/**
 * Creates the data folder, or checks whether an existing one can be it. Leaves its mode unchanged (`closeDataFolder`). Rejects a folder
 * with unrelated files.
 */
export function dataFolder(path: string): string {
  const folder = resolve(path);
  try {
    const isNew = !existsSync(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(realpathSync(folder));
    if (!found.isDirectory()) throw asRefused({ code: 'ENOTDIR' }, folder);
    if (!isNew && isOpenMode(found.mode) && readdirSync(folder).length > 0) {
      throw new LaunchRefused(
        `${folder} contains files and is open to other users; make it private (chmod 700) or name an empty data folder with COMMONS_DATA.`,
      );
    }
    return realpathSync(folder);
  } catch (error) {
    throw asRefused(error, folder);
  }
}

/**
 * Removes other users' permissions from the data folder, except that a group can pass through it if PostgreSQL runs as another user below
 * it. Requires a lock of the folder.
 */
export function closeDataFolder(folder: string, passThroughGid?: number): void {
  try {
    const { uid, gid, mode } = lstatSync(folder);
    if (passThroughGid === undefined) {
      if (isOpenMode(mode)) chmodSync(folder, 0o700);
      return;
    }
    if (gid !== passThroughGid) chownSync(folder, uid, passThroughGid);
    if ((mode & 0o777) !== 0o710) chmodSync(folder, 0o710);
  } catch (error) {
    throw asRefused(error, folder);
  }
}

/** Returns twelve letters that identify a path, for related locations outside of its folder. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** Returns a folder in which socket paths are short enough: the given one, or a private one with a short name. */
export function socketFolder(wanted: string, socketName: string, owner?: Owner): string {
  if (fitsSocketPath(join(wanted, socketName))) return privateFolder(wanted, owner);
  const name = `commons-${owner?.uid ?? ownUid}-${pathHash(wanted)}`;
  if (ownUid === 0) {
    try {
      return privateFolder(join('/run', name), owner);
    } catch {
      // In a container, /run may be missing or read-only.
    }
  }
  return privateFolder(join(existsSync('/tmp') ? '/tmp' : tmpdir(), name), owner);
}
