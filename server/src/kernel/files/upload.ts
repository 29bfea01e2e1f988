import { Readable } from 'node:stream';
import { problem } from '../http/problem.ts';

/** How long one file may take to arrive: 10 MB over a line of 1 Mbit/s takes 80 seconds. */
const timeoutMs = 180_000;
/** Files held in memory at once, in a process and by one person: the bound of what slow senders can occupy. */
const heldMost = 24;
const heldByOne = 2;

const inUse = new Map<string, number>();
const inHand = (): number => [...inUse.values()].reduce((sum, n) => sum + n, 0);

/** Reads a file that is being sent, and refuses it as soon as it is longer than it may be, or when it does not end. */
const readWhole = async (stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(problem('upload_cut_off')), timeoutMs);
  // A request that is destroyed gives no more bytes, and its connection would wait for them for good; what is still to come is
  // read and dropped (arrivals.ts).
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
    // What is still to come is not waited for.
    void iterator.return?.()?.catch(() => undefined);
  }
};

/**
 * Reads what `who` sends and does `work` with it, holding a place in memory meanwhile. Refuses when there is none: a person
 * has two, so that a file that was given up does not stand in the way of the next.
 */
export const withUpload = async <T>(
  who: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> => {
  const before = inUse.get(who) ?? 0;
  if (before >= heldByOne) throw problem('too_many_requests', { seconds: 5 });
  if (inHand() >= heldMost) throw problem('unavailable');
  inUse.set(who, before + 1);
  try {
    const bytes = await readWhole(stream, maxBytes).catch((error: unknown) => {
      // The sender's line broke, or the sender gave up.
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
