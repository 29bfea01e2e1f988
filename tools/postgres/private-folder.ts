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

/** The user that PostgreSQL runs as; undefined stands for the user that runs this process. */
export interface Owner {
  uid: number;
  gid: number;
  name: string;
}

const ownUid = process.getuid?.() ?? 0;

// 103 on macOS, 107 on Linux; the lock adds a few letters to its name while it is taken.
const longestSocketPath = 95;

export function fitsSocketPath(path: string): boolean {
  return Buffer.byteLength(path) <= longestSocketPath;
}

/** Takes other users' permissions off a folder. Only for whoever holds its lock: a running campus may need them as they are. */
export function closeFolder(path: string): void {
  if ((lstatSync(path).mode & 0o777) !== 0o700) chmodSync(path, 0o700);
}

/**
 * Makes a folder that nobody but its owner enters, or checks whose an existing one is. The mode of one that exists is left as it
 * is (`closeFolder`).
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
    // A run that was killed between making the folder and handing it over leaves an empty one.
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
 * Makes the data folder itself, or checks that an existing one can be it; the mode of one that exists is left as it is
 * (`closeDataFolder`). A folder full of somebody's other files is refused.
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
        `${folder} holds files and is open to other users; make it private (chmod 700) or name an empty data folder with COMMONS_DATA.`,
      );
    }
    return realpathSync(folder);
  } catch (error) {
    throw asRefused(error, folder);
  }
}

/**
 * Closes the data folder to other users, but for a group that may pass through it (and nothing more) where PostgreSQL runs as
 * another user below it. Only for whoever holds a lock of the folder.
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

/** Twelve letters that stand for a path, for places outside the folder they belong to. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** A folder whose sockets have short paths: the wanted one, else a private one with a short name. */
export function socketFolder(wanted: string, socketName: string, owner?: Owner): string {
  if (fitsSocketPath(join(wanted, socketName))) return privateFolder(wanted, owner);
  const name = `commons-${owner?.uid ?? ownUid}-${pathHash(wanted)}`;
  if (ownUid === 0) {
    try {
      return privateFolder(join('/run', name), owner);
    } catch {
      // A container may have no /run that can be written.
    }
  }
  return privateFolder(join(existsSync('/tmp') ? '/tmp' : tmpdir(), name), owner);
}
