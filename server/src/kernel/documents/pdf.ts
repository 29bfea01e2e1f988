import { Worker } from 'node:worker_threads';
import { problem } from '../http/problem.ts';
import type { PdfDocument } from './pdf-content.ts';
import type { DrawReply, DrawRequest } from './pdf-thread.ts';

/* Documents as PDF, drawn in a thread of their own: a long statement takes a second, in which the server answers others. */

/** Documents that wait at once; more are refused with `busy`. */
const waitingMax = 20;
/** A document that takes longer is given up, and its thread with it. */
const drawMs = 20_000;
/** The thread ends when nothing was drawn for so long: its fonts take some 60 MB. */
const idleMs = 60_000;

interface Waiting {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

const settle = (id: number): Waiting | undefined => {
  const one = waiting.get(id);
  waiting.delete(id);
  if (one !== undefined) clearTimeout(one.timer);
  if (waiting.size === 0) {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(end, idleMs).unref();
  }
  return one;
};

const end = (): void => {
  void worker?.terminate();
  worker = undefined;
};

const failAll = (from: Worker, error: Error): void => {
  if (worker === from) worker = undefined;
  for (const id of waiting.keys()) settle(id)?.reject(error);
};

const begin = (): Worker => {
  const started = new Worker(new URL('./pdf-thread.ts', import.meta.url));
  started.on('message', (reply: DrawReply) => {
    const one = settle(reply.id);
    if ('bytes' in reply) one?.resolve(Buffer.from(reply.bytes));
    else one?.reject(new Error(`a document could not be drawn: ${reply.error}`));
  });
  started.on('error', (error) => failAll(started, error as Error));
  return started;
};

/**
 * The bytes of a document, with its fonts embedded: Latin, Greek, Cyrillic, Hebrew and Arabic; what is written in other scripts is
 * romanized. Refuses with `unavailable` while twenty others wait. Call it outside of a transaction: it takes 50 ms to some seconds.
 */
export const pdfOf = (document: PdfDocument): Promise<Buffer> => {
  if (waiting.size >= waitingMax) return Promise.reject(problem('unavailable'));
  clearTimeout(idle);
  worker ??= begin();
  worker.ref();
  const running = worker;
  lastId += 1;
  const id = lastId;
  return new Promise<Buffer>((resolve, reject) => {
    const timer = setTimeout(() => {
      void running.terminate();
      failAll(running, new Error('a document took too long to draw'));
    }, drawMs).unref();
    waiting.set(id, { resolve, reject, timer });
    running.postMessage({ id, document } satisfies DrawRequest);
  });
};
