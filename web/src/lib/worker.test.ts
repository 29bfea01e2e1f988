import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFilesOffline } from './worker.ts';

class Worker extends EventTarget {
  state: ServiceWorkerState;
  received: unknown[] = [];
  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  postMessage(message: { type: string }, [port]: MessagePort[]): void {
    this.received.push(message.type);
    port?.postMessage(true);
  }
}

const unregister = vi.fn<(scope: string) => void>();
const registrationOf = (scope: string, parts: Partial<Record<string, Worker | null>> = {}) => ({
  scope: `https://campus.example${scope}`,
  active: null as Worker | null,
  installing: null as Worker | null,
  waiting: null as Worker | null,
  ...parts,
  unregister: async () => {
    unregister(scope);
    return true;
  },
});
type Registration = ReturnType<typeof registrationOf>;

/** A browser with the worker's registration and others. It calls `takeOver` when a new worker controls the page. */
const browserWith = (registration: Registration, others: readonly Registration[] = []) => {
  const container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: async () => registration,
    getRegistrations: async () => [registration, ...others],
    // As in browsers, if no worker is active.
    ready: new Promise(() => undefined),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return { takeOver: () => container.dispatchEvent(new Event('controllerchange')) };
};

beforeEach(() => unregister.mockReset());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('if the worker can’t be installed, storing files fails instead of waiting', async () => {
  const installing = new Worker('installing');
  const registration = registrationOf('/', { installing });
  browserWith(registration);
  const stored = keepFilesOffline();
  await Promise.resolve();
  installing.become('redundant');
  expect(await stored).toBe(false);
  expect(installing.received).toEqual([]);
});

test('storing files ends after a minute', async () => {
  vi.useFakeTimers();
  browserWith(registrationOf('/', { installing: new Worker('installing') }));
  const stored = keepFilesOffline();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await stored).toBe(false);
});

test('a new release’s worker gets the files, not the one that it replaces', async () => {
  const [active, installing] = [new Worker('activated'), new Worker('installing')];
  const registration = registrationOf('/', { active, installing });
  const { takeOver } = browserWith(registration);
  const stored = keepFilesOffline();
  await Promise.resolve();
  Object.assign(registration, { active: installing, installing: null });
  installing.become('activated');
  expect(await stored).toBe(true);
  expect([active.received, installing.received]).toEqual([[], ['STORE_FILES']]);

  // A worker that was found later replaces it.
  const next = new Worker('activated');
  registration.active = next;
  takeOver();
  await vi.waitFor(() => expect(next.received).toEqual(['STORE_FILES']));
});

test('workers of earlier releases for tickets and the scanner are removed once this one is active', async () => {
  const former = ['/tickets/', '/check-in/'].map((scope) =>
    registrationOf(scope, { active: new Worker('activated') }),
  );
  const installing = new Worker('installing');
  const registration = registrationOf('/', { installing });
  browserWith(registration, former);
  const stored = keepFilesOffline();
  await Promise.resolve();
  expect(unregister).not.toHaveBeenCalled();
  Object.assign(registration, { active: installing, installing: null });
  installing.become('activated');
  expect(await stored).toBe(true);
  expect(unregister.mock.calls.flat()).toEqual(['/tickets/', '/check-in/']);
});
