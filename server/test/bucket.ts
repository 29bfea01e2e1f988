import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

// An S3 server that verifies signatures. It has no types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: Record<string, unknown>,
) => {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  allowMismatchedSignatures: boolean;
  middleware: ((ctx: { path: string }, next: () => Promise<void>) => Promise<void>)[];
};

/** An S3-compatible store with one bucket. */
export interface TestBucket {
  /** For `FILES_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a store that keeps its objects in a folder. */
export const startBucket = async (directory: string): Promise<TestBucket> => {
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'campus', configs: [] }],
  });
  // For listings, it verifies the signature against the address without the trailing slash that the client sent. The test of listing
  // signatures in files.test.ts covers this instead.
  s3.middleware.unshift(async (ctx, next) => {
    s3.allowMismatchedSignatures = ctx.path.endsWith('/');
    await next();
  });
  const { port } = await s3.run();
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/campus?region=us-east-1`,
    close: () => s3.close(),
  };
};
