import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, vi } from 'vitest';

/** A call that the receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The receiver's response, and what it waits for first. */
interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly until?: Promise<unknown>;
}

/** Starts a webhook receiver on this machine. It stores calls by path, and responds as the test chooses. */
export const inReceiver = () => {
  const received: Received[] = [];
  const receiver = { url: '', answer: (_path: string): Answer => ({ status: 204 }), busiest: 0 };
  let busy = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    busy += 1;
    receiver.busiest = Math.max(receiver.busiest, busy);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status, body, headers = {}, until } = receiver.answer(path);
      void Promise.resolve(until).then(() => {
        busy -= 1;
        response.writeHead(status, headers).end(body);
      });
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  return {
    receiver,
    /** Returns the calls to a path, oldest first. */
    at: (path: string): Received[] => received.filter((one) => one.path === path),
    /** Returns a call's content if the specification's own library accepts its signature at the given time. Throws otherwise. */
    verified: ({ headers, body }: Received, secret: string, now: Date): unknown => {
      vi.useFakeTimers({ now, toFake: ['Date'] });
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>);
      } finally {
        vi.useRealTimers();
      }
    },
  };
};
