import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import {
  fileName,
  secretName,
  folderFiles,
  incomingFolder,
  contentNamer,
  checkFolder,
  type Files,
} from './files.ts';
import type { SchoolId } from '../ids.ts';
import { bucketStaging } from './staging.ts';
import { problem } from '../http/problem.ts';

/** The parsed `FILES_URL`. */
interface Bucket {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Parses `s3://key:secret@host[:port]/bucket?region=eu-central-1`. `s3+http://` uses HTTP, for a store on this machine. The store must
 * support path-style addresses. `/` and `+` in key and secret are percent-encoded.
 */
export const readBucketUrl = (text: string): Bucket => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bucket = url?.pathname.slice(1) ?? '';
  if (
    url === null ||
    !['s3:', 's3+http:'].includes(url.protocol) ||
    url.host === '' ||
    !/^[\w.-]{3,63}$/.test(bucket)
  ) {
    // The error omits the text, because it contains a secret.
    throw new Error(
      'FILES_URL is not an address such as s3://key:secret@host/bucket?region=eu-central-1.',
    );
  }
  return {
    endpoint: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'auto',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
};

/** The store is unreachable or rejected the request. The caller can try again, and the log has the cause. */
const unreachable = (cause: unknown): never => {
  throw Object.assign(problem('unavailable'), { cause });
};

/** Maximum names per listing, which is also the protocol's maximum. */
const batch = 1_000;
const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
};

/**
 * Stores files in a bucket of an S3-compatible store, as `files/{school}/{name}`. Writes are atomic, so a file is complete or missing.
 * `folder` is local, for incoming files while a server works on them.
 */
export const bucketFiles = (
  bucket: Bucket,
  folder: string,
  secret: Buffer,
  send: typeof fetch = fetch,
): Files => {
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: 30_000, fetch: send });
  const key = (school: SchoolId, name: string) => `files/${school}/${name}`;
  const secretKey = (school: SchoolId, name: string): string => {
    if (!secretName.test(name)) throw new Error(`${name} is not the name of a secret`);
    return `secrets/${school}/${name}`;
  };
  const nameOf = contentNamer(secret);
  const putAs: Files['putAs'] = async (school, name, bytes) => {
    const type = contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    await s3.putObject(key(school, name), bytes, type).catch(unreachable);
  };
  return {
    nameOf,
    putAs,
    incoming: (school) => incomingFolder(folder, school),
    staging: bucketStaging(s3, unreachable),
    // Without the store, only uploads fail. The folder is on the database's disk.
    probe: () => checkFolder(folder),
    put: async (school, bytes, extension) => {
      const name = nameOf(school, bytes, extension);
      await putAs(school, name, bytes);
      return name;
    },
    get: async (school, name) => {
      if (!fileName.test(name)) return null;
      const response = await s3.getObjectResponse(key(school, name)).catch(unreachable);
      if (response === null || response.body === null) return null;
      // The types of browsers and Node describe the same stream.
      return {
        stream: Readable.fromWeb(response.body as ReadableStream),
        size: Number(response.headers.get('content-length')),
      };
    },
    remove: async (school, name, putBefore) => {
      if (putBefore !== undefined) {
        const found = await s3.listObjects('/', key(school, name), 1).catch(unreachable);
        const one = found?.find(({ Key }) => Key === key(school, name));
        if (one === undefined || new Date(one.LastModified) >= putBefore) return false;
      }
      return s3.deleteObject(key(school, name)).catch(unreachable);
    },
    putSecret: async (school, name, bytes) => {
      await s3.putObject(secretKey(school, name), bytes).catch(unreachable);
    },
    getSecret: async (school, name) => {
      const bytes = await s3.getObjectArrayBuffer(secretKey(school, name)).catch(unreachable);
      return bytes === null ? null : Buffer.from(bytes);
    },
    listSecrets: async (school) => {
      const prefix = `secrets/${school}/`;
      const names: string[] = [];
      for (let token: string | undefined; ;) {
        const page = await s3.listObjectsPaged('/', prefix, batch, token).catch(unreachable);
        names.push(...(page?.objects ?? []).map(({ Key }) => Key.slice(prefix.length)));
        token = page?.nextContinuationToken;
        if (token === undefined) return names;
      }
    },
    removeSecret: async (school, name) => {
      await s3.deleteObject(secretKey(school, name)).catch(unreachable);
    },
    list: async function* (school) {
      const prefix = key(school, '');
      for (let token: string | undefined; ;) {
        const page = await s3.listObjectsPaged('/', prefix, batch, token).catch(unreachable);
        yield (page?.objects ?? []).map(({ Key, Size, LastModified }) => ({
          name: Key.slice(prefix.length),
          size: Number(Size),
          putAt: new Date(LastModified),
        }));
        token = page?.nextContinuationToken;
        if (token === undefined) return;
      }
    },
  };
};

/** Opens the bucket of `FILES_URL`, or a local folder without it. */
export const openFiles = (url: string | undefined, folder: string, secret: Buffer): Files =>
  url === undefined || url === ''
    ? folderFiles(folder, secret)
    : bucketFiles(readBucketUrl(url), folder, secret);
