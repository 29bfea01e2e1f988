import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import type { SchoolId } from '../ids.ts';

/** The uploaded files of imports in a store that all servers reach. They are removed when the import ends. */
export interface Staging {
  /** Stores a local file, and returns its key, which no other file has. */
  put(school: SchoolId, run: number, path: string): Promise<string>;
  /** Writes a stored file to a new local file. */
  get(school: SchoolId, run: number, key: string, path: string): Promise<void>;
  remove(school: SchoolId, run: number, key: string): Promise<void>;
  /** Removes all files of the school except those of `runs`. Returns their number. */
  removeOthers(school: SchoolId, runs: readonly number[]): Promise<number>;
}

/** Bytes of a part. Stores require at least 5 MiB, and at most 10,000 parts. */
const partBytes = 8_388_608;

/** Divides a file into parts. */
async function* partsOf(path: string): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1_048_576,
  }) as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Stores the files of imports in a bucket, as `incoming/{school}/{run}/{key}`. `failed` converts errors of the store. */
export const bucketStaging = (s3: S3mini, failed: (cause: unknown) => never): Staging => {
  const place = (school: SchoolId, run: number, key: string) => `incoming/${school}/${run}/${key}`;
  const putParts = async (target: string, path: string): Promise<void> => {
    const upload = await s3.getMultipartUploadId(target);
    try {
      const parts: { partNumber: number; etag: string }[] = [];
      for await (const part of partsOf(path))
        parts.push(await s3.uploadPart(target, upload, part, parts.length + 1));
      await s3.completeMultipartUpload(target, upload, parts);
    } catch (error) {
      // Stores charge for the parts of an upload that isn't aborted.
      await s3.abortMultipartUpload(target, upload).catch(() => undefined);
      throw error;
    }
  };
  return {
    put: async (school, run, path) => {
      const key = randomBytes(20).toString('hex');
      const target = place(school, run, key);
      const { size } = await stat(path);
      await (
        size <= partBytes ? s3.putObject(target, await readFile(path)) : putParts(target, path)
      ).catch(failed);
      return key;
    },
    get: async (school, run, key, path) => {
      const response = await s3.getObjectResponse(place(school, run, key)).catch(failed);
      if (response === null || response.body === null)
        return failed(new Error(`the bucket has no ${place(school, run, key)}`));
      // The types of browsers and Node describe the same stream.
      await pipeline(
        Readable.fromWeb(response.body as ReadableStream),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      );
    },
    remove: async (school, run, key) => {
      await s3.deleteObject(place(school, run, key)).catch(failed);
    },
    removeOthers: async (school, runs) => {
      const prefix = `incoming/${school}/`;
      let removed = 0;
      for (let token: string | undefined; ;) {
        const page = await s3.listObjectsPaged('/', prefix, 1_000, token).catch(failed);
        const gone = (page?.objects ?? [])
          .map(({ Key }) => Key)
          .filter((key) => !runs.includes(Number(key.slice(prefix.length).split('/')[0])));
        for (const key of gone) await s3.deleteObject(key).catch(failed);
        removed += gone.length;
        token = page?.nextContinuationToken;
        if (token === undefined) return removed;
      }
    },
  };
};
