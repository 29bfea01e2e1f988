import { connect } from 'node:net';

/** A request: its path with the query, and header lines that end in a line break. */
export interface Ask {
  readonly path: string;
  readonly headers: string;
  /** The host of the school; the default school if omitted. */
  readonly host?: string;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Makes requests over one kept-alive connection, one after another, until `next` has no more. Gives each reply and its milliseconds to
 * `on`, and waits `pauseMs` after it.
 */
const keepAsking = (
  port: number,
  next: () => Ask | null,
  on: (body: Buffer, ms: number) => void,
  pauseMs = 0,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let got: Buffer = Buffer.alloc(0);
    let since = 0;
    let asked: Ask | null = null;
    const ask = () => {
      asked = next();
      if (asked === null) {
        socket.end();
        return resolve();
      }
      since = performance.now();
      socket.write(
        `GET ${asked.path} HTTP/1.1\r\nhost: ${asked.host ?? 'localhost'}\r\n${asked.headers}\r\n`,
      );
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the connection was closed at ${asked?.path}`)));
    socket.on('data', (chunk: Buffer) => {
      got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
      const end = got.indexOf(headEnd);
      if (end === -1) return;
      const head = got.toString('latin1', 0, end);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
      if (
        !head.startsWith('HTTP/1.1 200') ||
        /^x-error-status/im.test(head) ||
        Number.isNaN(length)
      ) {
        socket.destroy();
        return reject(new Error(`${asked?.path} answered ${got.toString('utf8').slice(0, 2_000)}`));
      }
      const start = end + headEnd.length;
      if (got.length < start + length) return;
      on(got.subarray(start, start + length), performance.now() - since);
      got = Buffer.alloc(0);
      if (pauseMs > 0) setTimeout(ask, pauseMs);
      else ask();
    });
  });

/** Returns the reply to a request. */
export const askOnce = async (port: number, ask: Ask): Promise<string> => {
  let [left, text] = [1, ''];
  await keepAsking(
    port,
    () => (left-- > 0 ? ask : null),
    (body) => {
      text = body.toString('utf8');
    },
  );
  return text;
};

/**
 * Loads a server over `connections` kept-alive connections for `seconds`. Returns the milliseconds of each request. `open(slot)` creates a
 * connection's requests. The load ends early if `isWhole` returns true.
 */
export const load = async (
  port: number,
  {
    connections,
    seconds,
    open,
    pauseMs = 0,
  }: {
    connections: number;
    seconds: number;
    open: (slot: number) => { next: () => Ask; isWhole: () => boolean };
    pauseMs?: number;
  },
): Promise<{ times: number[]; seconds: number }> => {
  const times: number[] = [];
  const since = performance.now();
  const end = since + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, (_, slot) => {
      const { next, isWhole } = open(slot);
      return keepAsking(
        port,
        () => (performance.now() > end && isWhole() ? null : next()),
        (_body, ms) => times.push(ms),
        pauseMs,
      );
    }),
  );
  return { times, seconds: (performance.now() - since) / 1000 };
};
