import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SchoolId } from './ids.ts';

/** Pictures and attachments, kept per school. A name cannot be guessed and its content never changes. */
export interface Files {
  /** The name under which `put` keeps, or would keep, these bytes. */
  nameOf(school: SchoolId, bytes: Buffer, extension: string): string;
  /** Keeps the bytes and answers their name: `{mac}.{extension}`. The same bytes give the same name. */
  put(school: SchoolId, bytes: Buffer, extension: string): Promise<string>;
  /** The bytes and their size, or null when the school has no such file. */
  get(school: SchoolId, name: string): Promise<{ stream: Readable; size: number } | null>;
  /** Folder of the school for files that come in, are read by this server and go again. */
  incoming(school: SchoolId): string;
}

/** Shape of a stored file's name. */
export const fileName = /^[0-9a-f]{40}\.(webp|avif|png|jpg|svg)$/;

/** Files in a local folder, two levels deep. Written aside, synced and renamed, so a kill leaves no half file. */
export const folderFiles = (folder: string, secret: Buffer): Files => {
  const place = (school: SchoolId, name: string) => join(folder, String(school), name.slice(0, 2), name);
  const nameOf: Files['nameOf'] = (school, bytes, extension) => {
    const digest = createHash('sha256').update(bytes).digest();
    return `${createHmac('sha256', secret).update(`file:${school}:`).update(digest).digest('hex').slice(0, 40)}.${extension}`;
  };
  return {
    nameOf,
    incoming: (school) => join(folder, String(school), 'incoming'),
    put: async (school, bytes, extension) => {
      const name = nameOf(school, bytes, extension);
      const target = place(school, name);
      if (
        await stat(target).then(
          () => true,
          () => false,
        )
      )
        return name;
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
      return name;
    },
    get: async (school, name) => {
      if (!fileName.test(name)) return null;
      const path = place(school, name);
      const found = await stat(path).catch(() => null);
      return found === null ? null : { stream: createReadStream(path), size: found.size };
    },
  };
};
