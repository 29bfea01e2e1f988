import { Readable } from 'node:stream';
import { problem } from '../http/problem.ts';

/** Maximum milliseconds for receiving one file. 10 MB at 1 Mbit/s take 80 seconds. */
const timeoutMs = 180_000;
/** Maximum files in memory, per process and per person. This limits how much slow senders can occupy. */
const slotsMax = 24;
const slotsPerPerson = 2;

const inUse = new Map<string, number>();
const inHand = (): number => [...inUse.values()].reduce((sum, n) => sum + n, 0);

/** Reads an upload. Throws as soon as it exceeds the maximum size, or if it takes too long. */
const readWhole = async (stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(problem('upload_cut_off')), timeoutMs);
  // A destroyed request delivers no more bytes, and its connection would wait for them forever. `request-timeouts.ts` reads and drops the
  // rest.
  const iterator =
    stream instanceof Readable
      ? stream.iterator({ destroyOnReturn: false })
      : stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), late.promise]);
      if (done) return Buffer.concat(parts);
      size += value.length;
      if (size > maxBytes) throw problem('upload_too_large', { max: maxBytes / 1e6 });
      parts.push(value);
    }
  } finally {
    clearTimeout(timer);
    // Don't wait for the rest.
    void iterator.return?.()?.catch(() => undefined);
  }
};

/**
 * Reads an upload and runs `work` with it. It occupies one of the limited slots in memory. Throws if none is free. A person has two slots,
 * so that an abandoned upload doesn't block the next one.
 */
export const withUpload = async <T>(
  who: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> => {
  const before = inUse.get(who) ?? 0;
  if (before >= slotsPerPerson) throw problem('too_many_requests', { seconds: 5 });
  if (inHand() >= slotsMax) throw problem('unavailable');
  inUse.set(who, before + 1);
  try {
    const bytes = await readWhole(stream, maxBytes).catch((error: unknown) => {
      // The sender's connection broke, or the sender canceled.
      throw isCut(error) ? problem('upload_cut_off') : error;
    });
    return await work(bytes);
  } finally {
    const after = (inUse.get(who) ?? 1) - 1;
    if (after === 0) inUse.delete(who);
    else inUse.set(who, after);
  }
};

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(
    String((error as { code?: unknown } | null)?.code),
  );
