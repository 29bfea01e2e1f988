import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { responseTimeoutMs, sendRequest, type Fetch } from './request.ts';
import { sendingFetch } from './sending-fetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Never responds, and rejects when it is aborted, as fetch() does. */
const hung = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error)),
  );
const never: Fetch = (_, { signal }) => hung(signal);
const outcome = (promise: Promise<unknown>) => {
  const seen: { error: unknown } = { error: null };
  promise.catch((error: unknown) => (seen.error = error));
  return seen;
};
const isNetwork = (error: unknown) =>
  error instanceof CallError && error.status === 0 && error.code === 'network';

test('[CHAT-03] a call without a response fails with a network error after the timeout', async () => {
  const seen = outcome(sendRequest(never, { url: '/', init: { method: 'POST' } }));
  await vi.advanceTimersByTimeAsync(responseTimeoutMs - 1);
  expect(seen.error).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(isNetwork(seen.error)).toBe(true);
});

test('a response that starts but never ends fails too, and a slow complete one succeeds', async () => {
  const half: Fetch = async (_, { signal }) =>
    Object.assign(new Response('{'), { text: () => hung(signal) });
  const seen = outcome(sendRequest(half, { url: '/', init: {} }));
  await vi.advanceTimersByTimeAsync(responseTimeoutMs);
  expect(seen.error).toBeNull();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(isNetwork(seen.error)).toBe(true);
  const slow: Fetch = () =>
    new Promise((resolve) =>
      setTimeout(() => resolve(new Response('well')), responseTimeoutMs - 1),
    );
  const answer = sendRequest(slow, { url: '/', init: {} });
  await vi.advanceTimersByTimeAsync(responseTimeoutMs);
  expect((await answer).body).toBe('well');
});

test('an aborted call rejects with the caller’s reason', async () => {
  const stop = new AbortController();
  const seen = outcome(sendRequest(never, { url: '/', init: {} }, stop.signal));
  stop.abort(new Error('changed my mind'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.error).toMatchObject({ message: 'changed my mind' });
});

test('[CHAT-03] when the network returns, pending reads fail within 5 seconds, and writes keep their timeout', async () => {
  const asks = outcome(sendRequest(never, { url: '/', init: { method: 'GET' } }));
  const reports = outcome(sendRequest(never, { url: '/', init: { method: 'POST' } }));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([isNetwork(asks.error), reports.error]).toEqual([true, null]);
});

class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = 'whole';
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open = () => undefined;
  setRequestHeader = () => undefined;
  getResponseHeader = () => null;
  send = () => undefined;
  abort = () => {
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  };
  move = (loaded: number) =>
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { lengthComputable: true, loaded, total: 100 }),
    );
}

test('[CHAT-05] an upload continues while it makes progress, and fails once it stalls', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const shares: number[] = [];
  const seen = outcome(
    sendRequest(
      sendingFetch((share) => shares.push(share)),
      { url: '/', init: { method: 'PUT', body: new Blob(['x']) } },
    ),
  );
  for (let percent = 1; percent <= 20; percent += 1) {
    await vi.advanceTimersByTimeAsync(responseTimeoutMs - 1);
    FakeRequest.last.move(percent);
  }
  expect([seen.error, shares.at(-1)]).toEqual([null, 0.2]);
  await vi.advanceTimersByTimeAsync(responseTimeoutMs);
  expect(isNetwork(seen.error)).toBe(true);
});

test('a request that another cell has to answer is sent once more, and never a third time', async () => {
  const answers = [421, 200, 421, 421, 200];
  const sent: unknown[] = [];
  const fetch: Fetch = async (_, { body }) => {
    sent.push(body);
    return new Response('ok', { status: answers[sent.length - 1] ?? 500 });
  };
  const ask = async () => {
    const answer = sendRequest(fetch, { url: '/', init: { method: 'POST', body: 'a' } });
    await vi.advanceTimersByTimeAsync(1_000);
    return (await answer).response.status;
  };
  expect(await ask()).toBe(200);
  expect(await ask()).toBe(421);
  expect(sent).toEqual(['a', 'a', 'a', 'a']);
});
