import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SchoolId } from '../ids.ts';
import type { Staging } from './staging.ts';

/** A stored file, and the time when it was last stored. */
export interface StoredFile {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly putAt: Date;
}

/**
 * Pictures and attachments of each school. A name can't be guessed, and its content never changes. A local folder (below) and a bucket
 * (bucket-files.ts) have the same interface.
 */
export interface Files {
  /** Returns the name that `put` gives these bytes. */
  nameOf(school: SchoolId, bytes: Buffer, extension: string): string;
  /** Stores the bytes and returns their name: `{mac}.{extension}`. The same bytes get the same name and count as stored again. */
  put(school: SchoolId, bytes: Buffer, extension: string): Promise<string>;
  /** Stores the bytes with a name of `newStem` or `nameOf`. */
  putAs(school: SchoolId, name: string, bytes: Buffer): Promise<void>;
  /** Returns the bytes and their size. Null if the school has no such file. */
  get(school: SchoolId, name: string): Promise<{ stream: Readable; size: number } | null>;
  /** Removes a file if it exists. With `putBefore`, only if it was last stored before that time. Returns whether it was removed. */
  remove(school: SchoolId, name: string, putBefore?: Date): Promise<boolean>;
  /** Lists all files of the school, whatever their names, in batches. */
  list(school: SchoolId): AsyncIterable<readonly StoredFile[]>;
  /**
   * Stores a secret that must not be in the database or in backups, such as the key of an election's ballots. `list` doesn't return it.
   * `name` can't be guessed, so secrets don't replace each other.
   */
  putSecret(school: SchoolId, name: string, bytes: Buffer): Promise<void>;
  /** Returns a secret, or null if it was removed. */
  getSecret(school: SchoolId, name: string): Promise<Buffer | null>;
  /** Returns the names of the school's secrets. */
  listSecrets(school: SchoolId): Promise<readonly string[]>;
  /** Destroys a secret. */
  removeSecret(school: SchoolId, name: string): Promise<void>;
  /** Returns the school's local folder for incoming files. A server reads and then deletes them. */
  incoming(school: SchoolId): string;
  /** The store for incoming files that all servers reach. Null: servers share the folder. */
  readonly staging: Staging | null;
  /** Rejects with the system's error if the folder on this machine can't store a file now, for example because the disk is full. */
  probe(): Promise<void>;
}

/**
 * The format of a stored file's name. With a letter, the file belongs to a set from one upload: `s`, `m` and `l` are its sizes, each as
 * webp and avif, and a row refers to the set by its `-m.webp`; `o` is the whole picture, which only its owner can see. Without a letter,
 * the name depends only on the content, so several rows can share the file. `bin` is any file that is stored unchanged. Its feature sends
 * it to people with access (kernel/http/attachments.ts), and its name alone doesn't give access.
 */
export const fileName = /^[0-9a-f]{40}(?:-[smlo])?\.(?:webp|avif|png|jpg|svg|bin)$/;

/** Returns a start for the names of a set. It can't be guessed, and no other upload shares it. */
export const newStem = (): string => randomBytes(20).toString('hex');

/** Returns all files of the set that a row refers to. */
export const filesOf = (name: string): string[] => {
  const [, stem] = /^([0-9a-f]{40})-m\.webp$/.exec(name) ?? [];
  return stem === undefined
    ? [name]
    : ['s', 'm', 'l'].flatMap((size) => [`${stem}-${size}.webp`, `${stem}-${size}.avif`]);
};

/** Returns the name by which a row refers to this file. */
export const referenceName = (file: string): string =>
  file.replace(/-[sml]\.(?:webp|avif)$/, '-m.webp');

/** Returns whether a file belongs to only one upload. */
export const isOfOneUpload = (name: string): boolean => /-[smlo]\.|\.bin$/.test(name);

/** Returns the function with which both stores name files by content. */
export const contentNamer =
  (secret: Buffer): Files['nameOf'] =>
  (school, bytes, extension) => {
    const digest = createHash('sha256').update(bytes).digest();
    return `${createHmac('sha256', secret).update(`file:${school}:`).update(digest).digest('hex').slice(0, 40)}.${extension}`;
  };

const nullWhenGone = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Returns the folder for a school's incoming files. */
export const incomingFolder = (folder: string, school: SchoolId): string =>
  join(folder, String(school), 'incoming');

/**
 * As large as the smallest useful part of an upload, because smaller files may still fit on a full disk. The bytes are random, because some
 * disks compress zeros.
 */
const probeBytes = randomBytes(1_048_576);

/** The format of a secret's name. */
export const secretName = /^[a-z]+-[0-9a-f]{32}$/;

/** The folder of a school's secrets, next to the folders of its files. */
const secretsFolder = 'secrets';

/** Writes bytes to a new file, syncs them and renames the file, so that no incomplete file has the final name. */
const writeSafely = async (target: string, bytes: Buffer): Promise<void> => {
  await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
  const aside = `${target}.${randomBytes(6).toString('hex')}.part`;
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await unlink(aside).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
  await rename(aside, target);
};

/** Writes a file into a folder and removes it again. */
export const checkFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(path, probeBytes, { flag: 'wx', mode: 0o600 });
  } finally {
    await unlink(path).catch(() => undefined);
  }
};

/**
 * Stores files in a local folder, two levels deep. Each file is written, synced and then renamed, so that no incomplete file has the final
 * name if the server is killed.
 */
export const folderFiles = (folder: string, secret: Buffer): Files => {
  const place = (school: SchoolId, name: string) =>
    join(folder, String(school), name.slice(0, 2), name);
  const nameOf = contentNamer(secret);
  const putAs: Files['putAs'] = (school, name, bytes) => writeSafely(place(school, name), bytes);
  const secretPath = (school: SchoolId, name: string): string => {
    if (!secretName.test(name)) throw new Error(`${name} is not the name of a secret`);
    return join(folder, String(school), secretsFolder, name);
  };
  return {
    nameOf,
    putAs,
    incoming: (school) => incomingFolder(folder, school),
    staging: null,
    probe: () => checkFolder(folder),
    put: async (school, bytes, extension) => {
      const name = nameOf(school, bytes, extension);
      const now = new Date();
      const isStored = await utimes(place(school, name), now, now).then(
        () => true,
        () => false,
      );
      if (!isStored) await putAs(school, name, bytes);
      return name;
    },
    get: async (school, name) => {
      if (!fileName.test(name)) return null;
      const path = place(school, name);
      const found = await stat(path).catch(() => null);
      return found === null ? null : { stream: createReadStream(path), size: found.size };
    },
    remove: async (school, name, putBefore) => {
      const path = place(school, name);
      if (putBefore !== undefined) {
        const found = await stat(path).catch(nullWhenGone);
        if (found === null || found.mtime >= putBefore) return false;
      }
      return (
        (await unlink(path)
          .then(() => true)
          .catch(nullWhenGone)) ?? false
      );
    },
    putSecret: (school, name, bytes) => writeSafely(secretPath(school, name), bytes),
    getSecret: (school, name) => readFile(secretPath(school, name)).catch(nullWhenGone),
    listSecrets: async (school) =>
      (
        (await readdir(join(folder, String(school), secretsFolder)).catch(nullWhenGone)) ?? []
      ).filter((name) => secretName.test(name)),
    removeSecret: async (school, name) => {
      await unlink(secretPath(school, name)).catch(nullWhenGone);
    },
    list: async function* (school) {
      const root = join(folder, String(school));
      for (const part of (await readdir(root).catch(nullWhenGone)) ?? []) {
        if (part === 'incoming' || part === secretsFolder) continue;
        const found: StoredFile[] = [];
        for (const name of (await readdir(join(root, part)).catch(nullWhenGone)) ?? []) {
          const known = await stat(join(root, part, name)).catch(nullWhenGone);
          if (known !== null) found.push({ name, size: known.size, putAt: known.mtime });
        }
        yield found;
      }
    },
  };
};
