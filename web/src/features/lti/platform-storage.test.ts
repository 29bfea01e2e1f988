import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendToPlatform } from './platform-storage.ts';

const origin = 'https://lms.example';
const platform = { postMessage: vi.fn<(message: unknown, origin: string) => void>() };
const other = { postMessage: vi.fn<(message: unknown, origin: string) => void>() };
let own: PropertyDescriptor | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  own = Object.getOwnPropertyDescriptor(window, 'parent');
  const parent = { frames: { storage: platform }, postMessage: other.postMessage };
  Object.defineProperty(window, 'parent', { value: parent, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  if (own) Object.defineProperty(window, 'parent', own);
  else Reflect.deleteProperty(window, 'parent');
});

const answer = (part: { source?: unknown; origin?: string; data?: object }) => {
  const [asked] = platform.postMessage.mock.calls.at(-1) ?? [];
  const { message_id } = asked as { message_id: string };
  const data = { subject: 'lti.get_data.response', message_id, value: 'kept', ...part.data };
  window.dispatchEvent(
    new MessageEvent('message', {
      data,
      origin: part.origin ?? origin,
      source: (part.source ?? platform) as Window,
    }),
  );
};

test('[EDU-01] only a reply from the platform’s own frame to this request counts', async () => {
  const reply = sendToPlatform(
    { target: 'storage', origin },
    { subject: 'lti.get_data', key: 'k' },
  );
  // The question goes to that origin only.
  expect(platform.postMessage).toHaveBeenCalledWith(expect.objectContaining({ key: 'k' }), origin);
  answer({ origin: 'https://evil.example', data: { value: 'evil' } });
  answer({ source: other, data: { value: 'evil' } });
  answer({ data: { message_id: 'another', value: 'evil' } });
  answer({ data: { subject: 'lti.put_data.response', value: 'evil' } });
  answer({});
  expect(await reply).toBe('kept');
});

test('[EDU-01] a platform that doesn’t reply or has no such frame returns nothing', async () => {
  const reply = sendToPlatform(
    { target: 'storage', origin },
    { subject: 'lti.get_data', key: 'k' },
  );
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await reply).toBeNull();
  expect(
    await sendToPlatform({ target: 'elsewhere', origin }, { subject: 'lti.get_data', key: 'k' }),
  ).toBeNull();
});
