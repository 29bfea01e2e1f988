import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canEnter, chooseOwner } from './owner.ts';
import {
  closeDataFolder,
  closeFolder,
  dataFolder,
  pathHash,
  privateFolder,
  socketFolder,
  type Owner,
} from './private-folder.ts';
import { asRefused, errorCode, LaunchRefused } from './refused.ts';

/** The location of a database. */
export interface Home {
  path: string;
  cluster: string;
  socket: string;
  logFile: string;
  owner: Owner | undefined;
  /** Sets the required modes of the folders. Requires the lock, because a running PostgreSQL stops if it can't reach its folders. */
  close(): void;
}

export const socketName = '.s.PGSQL.5432';

/** Returns whether something exists at a path. Throws if that can't be determined, because inaccessible doesn't mean missing. */
const pathExists = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Returns the location that an earlier start chose, unless the folder was copied, moved or lost since. */
function storedLocation(folder: string, pointer: string): string | undefined {
  const location = read(pointer);
  if (location === undefined) return undefined;
  const tag = join(location, 'belongs-to');
  const owner = read(tag);
  if (owner === undefined) {
    throw new LaunchRefused(
      `The database of ${folder} was kept in ${location}, which no longer exists; restore it, or remove ${folder} to start with an empty installation.`,
    );
  }
  if (owner === folder) return location;
  if (read(join(owner, 'postgres-place')) === location) {
    throw new LaunchRefused(
      `${folder} is a copy of ${owner} and both refer to the database in ${location}; remove ${folder} and use export and import to copy an installation.`,
    );
  }
  writeFileSync(tag, folder);
  return location;
}

/** Returns a location outside the folder, for an owner who can't enter a parent folder, such as root's home. */
function newLocation(
  folder: string,
  pointer: string,
  owner: Owner,
  log: (line: string) => void,
): string {
  for (const base of ['/var/lib', tmpdir()]) {
    const name = join(base, `commons-${pathHash(folder)}`);
    let location = name;
    for (let n = 2; pathExists(location); n += 1) {
      log(
        `An older database of this folder is still in ${location}; remove it when you no longer need it.`,
      );
      location = `${name}-${n}`;
    }
    try {
      privateFolder(location, owner);
    } catch {
      continue;
    }
    if (!canEnter(owner, location)) continue;
    writeFileSync(join(location, 'belongs-to'), folder);
    writeFileSync(pointer, `${location}\n`);
    return location;
  }
  throw new LaunchRefused(
    `PostgreSQL runs as the user ${owner.name}, who can enter neither ${folder} nor /var/lib; name a data folder it can reach with COMMONS_DATA.`,
  );
}

/** The database's location, and the group that needs access through the data folder to reach it. */
interface Location {
  path: string;
  passThroughGid?: number;
}

function findPath(folder: string, owner: Owner | undefined, log: (line: string) => void): Location {
  const inside = join(folder, 'postgres');
  if (!owner) return { path: privateFolder(inside) };

  const pointer = join(folder, 'postgres-place');
  const stored = storedLocation(folder, pointer);
  if (!stored) {
    if (canEnter(owner, dirname(folder))) {
      const isRoots = lstatSync(folder).uid === 0;
      return { path: privateFolder(inside, owner), ...(isRoots && { passThroughGid: owner.gid }) };
    }
    if (pathExists(join(inside, 'cluster'))) {
      throw new LaunchRefused(
        `The user ${owner.name}, who owns the database in ${inside}, cannot enter ${dirname(folder)}; let it pass, or start Commons as that user.`,
      );
    }
  }
  const location = stored ?? newLocation(folder, pointer, owner, log);
  log(
    `The user ${owner.name} cannot enter ${dirname(folder)}, so the database is kept in ${location}.`,
  );
  return { path: privateFolder(location, owner) };
}

/**
 * Determines the location and the user of a data folder's database, and creates the folders. Changes no modes, because a server may be
 * running there.
 */
export function findHome(given: string, log: (line: string) => void): Home {
  const folder = dataFolder(given);
  try {
    const stored = read(join(folder, 'postgres-place'));
    const owner = chooseOwner([join(stored ?? join(folder, 'postgres'), 'cluster'), folder]);
    const { path, passThroughGid } = findPath(folder, owner, log);
    const socket = socketFolder(join(path, 'socket'), socketName, owner);
    // Next to the database instead of inside it, because its user must not be able to redirect the log with a link.
    return {
      path,
      cluster: join(path, 'cluster'),
      socket,
      logFile: join(folder, 'postgres.log'),
      owner,
      close() {
        closeDataFolder(folder, passThroughGid);
        closeFolder(path);
        closeFolder(socket);
      },
    };
  } catch (error) {
    throw asRefused(error, folder);
  }
}
