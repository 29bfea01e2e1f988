import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../lib/session-store.ts';
import { allowPushes, savePushes, stopPushes } from './push-device.ts';

const { asked } = vi.hoisted(() => ({
  asked: vi.fn<(name: string, input: { endpoint?: string }) => void>(),
}));
vi.mock('../../lib/call.ts', () => ({
  call: (name: string, input: object) => {
    asked(name, input);
    return Promise.resolve({ platforms: { mobile: { publicKey: 'AAAA' } } });
  },
}));

/** A browser with a push service that gives each subscription its own address. */
const service = {
  made: 0,
  subscription: null as null | {
    endpoint: string;
    toJSON: () => object;
    unsubscribe: () => Promise<boolean>;
  },
};
const subscribe = () => {
  service.made += 1;
  const endpoint = `https://push.example/${service.made}`;
  service.subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      service.subscription = null;
      return Promise.resolve(true);
    },
  };
  return Promise.resolve(service.subscription);
};
const registration = {
  pushManager: { subscribe, getSubscription: () => Promise.resolve(service.subscription) },
};
const reported = () =>
  asked.mock.calls.filter(([name]) => name.startsWith('POST')).map(([, { endpoint }]) => endpoint);
const enter = (uid: string, csrfToken: string) =>
  session.set({
    ...session.get(),
    user: { uid } as never,
    tokens: { csrfToken, jwt: '' } as never,
  });

beforeEach(() => {
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: () => Promise.resolve('granted'),
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
  Object.assign(service, { made: 0, subscription: null });
  localStorage.clear();
  asked.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('[NOTIF-04] pushes continue in a new session and after the push service ends a subscription', async () => {
  enter('1', 'first');
  await allowPushes('AAAA');
  await savePushes();
  expect(reported()).toEqual(['https://push.example/1']);
  enter('1', 'second');
  await savePushes();
  expect(reported()).toEqual(['https://push.example/1', 'https://push.example/1']);
  service.subscription = null;
  await savePushes();
  await savePushes();
  expect(reported().slice(2)).toEqual(['https://push.example/2']);
});

test('[NOTIF-04] another user of the browser gets no pushes, and neither does a user who turned them off', async () => {
  enter('1', 'first');
  await allowPushes('AAAA');
  asked.mockClear();
  enter('2', 'other');
  service.subscription = null;
  await savePushes();
  enter('1', 'again');
  await stopPushes();
  await savePushes();
  expect([reported(), service.subscription]).toEqual([[], null]);
});
