import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { me } from '../testing/stage.tsx';

const settings = { address: 'https://cdn.test/agent/{key}/a.js', key: 'K-1', object: 'counter' };
const counted = { ...me, uid: '42', accountType: 'Graduate Student', isCounted: true };

/** As on a page load, nothing of the previous page is left. */
async function start(meta: object | null, user = counted) {
  vi.resetModules();
  document.head.innerHTML = meta === null ? '' : `<meta name="analytics">`;
  document.head.querySelector('meta')?.setAttribute('content', JSON.stringify(meta));
  const { startAnalytics } = await import('./analytics.ts');
  const run = () => startAnalytics({ user, schoolCode: 'Demo-U' });
  run();
  return { run, scripts: () => [...added] };
}

/** The scripts that the page adds. The browser of these tests doesn't load scripts and reports an error at once. */
let added: HTMLScriptElement[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  added = [];
  vi.spyOn(document.head, 'append').mockImplementation(
    (...nodes) => void added.push(...(nodes as HTMLScriptElement[])),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

describe('[ANALYT-01] usage analytics', () => {
  test('the app loads the script by its key, looks for it every 100 ms and passes the visitor in lowercase', async () => {
    const { scripts, run } = await start(settings);
    expect(scripts().map(({ src }) => src)).toEqual(['https://cdn.test/agent/K-1/a.js']);
    const initialize = vi.fn<(who: object) => void>();
    vi.advanceTimersByTime(150);
    vi.stubGlobal('counter', { initialize });
    vi.advanceTimersByTime(49);
    expect(initialize).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(initialize).toHaveBeenCalledExactlyOnceWith({
      visitor: { id: '42_graduate student', accountType: 'graduate student' },
      account: { id: 'demo-u' },
    });
    vi.advanceTimersByTime(10_000);
    run();
    expect([
      initialize.mock.calls.length,
      scripts().length,
      vi.mocked(console.error).mock.calls,
    ]).toEqual([1, 1, []]);
  });

  test('an empty key logs a console error and loads no script', async () => {
    const { scripts } = await start({ ...settings, key: '' });
    expect(scripts()).toEqual([]);
    expect(console.error).toHaveBeenCalledExactlyOnceWith('Analytics: the key is empty.');
  });

  test('a blocked script logs a console error, and the app stops looking for it', async () => {
    const { scripts } = await start(settings);
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      'Analytics: the script of cdn.test was blocked or did not load.',
    );
    vi.advanceTimersByTime(120_000);
    expect(console.error).toHaveBeenCalledOnce();
  });

  test('a script that does nothing or throws logs a console error and doesn’t affect the app', async () => {
    await start(settings);
    vi.advanceTimersByTime(60_000);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      'Analytics: the script has made no counter.',
    );
    await start(settings);
    vi.stubGlobal('counter', {
      initialize: () => {
        throw new Error('no');
      },
    });
    expect(() => vi.advanceTimersByTime(100)).not.toThrow();
    expect(console.error).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['a school without analytics', null, {}, counted],
    ['Do Not Track', settings, { doNotTrack: '1' }, counted],
    ['Global Privacy Control', settings, { globalPrivacyControl: true }, counted],
    ['a user who declined or wasn’t asked', settings, {}, { ...counted, isCounted: false }],
  ])('%s: the app adds no script and logs nothing', async (_, meta, browser, user) => {
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, {
        get: (of, name) => (name in browser ? browser[name as never] : Reflect.get(of, name)),
      }),
    );
    const { scripts } = await start(meta, user);
    vi.advanceTimersByTime(120_000);
    expect([scripts(), vi.mocked(console.error).mock.calls]).toEqual([[], []]);
  });
});
