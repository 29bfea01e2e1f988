import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SchoolId } from '../ids.ts';

/** A stored file, and when it was last put. */
export interface StoredFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly putAt: Date;
}

/**
 * Pictures and attachments, kept per school. A name cannot be guessed and its content never changes. One interface for a
 * local folder (below) and a bucket (bucket-files.ts).
 */
export interface Files {
  /** The name under which `put` keeps, or would keep, these bytes. */
  nameOf(school: SchoolId, bytes: Buffer, extension: string): string;
  /** Keeps the bytes and answers their name: `{mac}.{extension}`. The same bytes give the same name and count as put anew. */
  put(school: SchoolId, bytes: Buffer, extension: string): Promise<string>;
  /** Keeps the bytes under a name of `newStem` or `nameOf`. */
  putAs(school: SchoolId, name: string, bytes: Buffer): Promise<void>;
  /** The bytes and their size, or null when the school has no such file. */
  get(school: SchoolId, name: string): Promise<{ stream: Readable; size: number } | null>;
  /** Removes a file, if there is one; with `putBefore` only one that was last put before then. Answers whether it did. */
  remove(school: SchoolId, name: string, putBefore?: Date): Promise<boolean>;
  /** Everything the school has, whatever its name, in batches. */
  list(school: SchoolId): AsyncIterable<readonly StoredFile[]>;
  /** Folder of the school for files that come in, are read by this server and go again. */
  incoming(school: SchoolId): string;
  /** Rejects with the system's error when the folder on this machine takes no file now, as on a full disk. */
  probe(): Promise<void>;
}

/**
 * Shape of a stored file's name. With a letter it belongs to a set that one upload made: `s`, `m`, `l` are its sizes, each
 * as webp and avif, and a row names the set by its `-m.webp`; `o` is a whole picture, for its owner's eyes. Without one it
 * stands alone and is named by its content, so that several rows may share it. `bin` is anything that came as it is: its feature
 * opens it for those who may (kernel/http/attachments.ts), and nobody by its name.
 */
export const fileName = /^[0-9a-f]{40}(?:-[smlo])?\.(?:webp|avif|png|jpg|svg|bin)$/;

/** A beginning for the names of a set that nobody can guess and no other upload shares. */
export const newStem = (): string => randomBytes(20).toString('hex');

/** Every file that goes with the one a row names. */
export const filesOf = (name: string): string[] => {
  const [, stem] = /^([0-9a-f]{40})-m\.webp$/.exec(name) ?? [];
  return stem === undefined
    ? [name]
    : ['s', 'm', 'l'].flatMap((size) => [`${stem}-${size}.webp`, `${stem}-${size}.avif`]);
};

/** The name by which a row would name this file. */
export const namedBy = (file: string): string => file.replace(/-[sml]\.(?:webp|avif)$/, '-m.webp');

/** Whether a file is one upload's alone. */
export const isOfOneUpload = (name: string): boolean => /-[smlo]\.|\.bin$/.test(name);

/** How both stores name files by content. */
export const namesWith =
  (secret: Buffer): Files['nameOf'] =>
  (school, bytes, extension) => {
    const digest = createHash('sha256').update(bytes).digest();
    return `${createHmac('sha256', secret).update(`file:${school}:`).update(digest).digest('hex').slice(0, 40)}.${extension}`;
  };

const nullWhenGone = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Where files of a school come in. */
export const incomingIn = (folder: string, school: SchoolId): string =>
  join(folder, String(school), 'incoming');

/** As large as an upload's smallest part is worth: less may still fit where nothing else does. Not of zeros, which some disks fold away. */
const probeBytes = randomBytes(1_048_576);

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

/** Files in a local folder, two levels deep. Written aside, synced and renamed, so a kill leaves no half file under a name. */
export const folderFiles = (folder: string, secret: Buffer): Files => {
  const place = (school: SchoolId, name: string) =>
    join(folder, String(school), name.slice(0, 2), name);
  const nameOf = namesWith(secret);
  const putAs: Files['putAs'] = async (school, name, bytes) => {
    const target = place(school, name);
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
  return {
    nameOf,
    putAs,
    incoming: (school) => incomingIn(folder, school),
    probe: () => checkFolder(folder),
    put: async (school, bytes, extension) => {
      const name = nameOf(school, bytes, extension);
      const now = new Date();
      const isThere = await utimes(place(school, name), now, now).then(
        () => true,
        () => false,
      );
      if (!isThere) await putAs(school, name, bytes);
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
    list: async function* (school) {
      const root = join(folder, String(school));
      for (const part of (await readdir(root).catch(nullWhenGone)) ?? []) {
        if (part === 'incoming') continue;
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
