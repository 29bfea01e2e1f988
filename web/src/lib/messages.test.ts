import { describe, expect, test, vi } from 'vitest';
import { ar } from '../messages/ar.ts';
import { de } from '../messages/de.ts';
import { first } from '../messages/en-first.ts';
import { later } from '../messages/en-later.ts';
import { en } from '../messages/en.ts';
import { addEnglish, createMessages, pickLocale, thousands } from './messages.ts';

addEnglish(en);

describe('messages', () => {
  const english = createMessages('en', {});

  test('English of every file comes with the app or is added by a page', () => {
    const files = import.meta.glob<Record<string, object>>('../messages/en/*.ts', { eager: true });
    const sources = Object.values(
      import.meta.glob<string>('../**/*.{ts,tsx}', {
        query: '?raw',
        import: 'default',
        eager: true,
      }),
    );
    const groups = Object.values(files).flatMap((file) => Object.entries(file));
    expect(groups.length).toBeGreaterThan(10);
    const isBrought = (name: string, messages: object) =>
      Object.keys(messages).every((key) => key in first || key in later) ||
      sources.some((source) => source.includes(`addEnglish(${name})`));
    expect(
      groups.filter(([name, messages]) => !isBrought(name, messages)).map(([name]) => name),
    ).toEqual([]);
    expect(groups.flatMap(([, messages]) => Object.keys(messages)).sort()).toEqual(
      Object.keys(en).sort(),
    );
  });

  test('places and plurals', () => {
    expect(english.t('home.morning', { name: 'Ana' })).toBe('Good morning, Ana');
    expect(english.t('error.tooMany', { count: 1 })).toContain('1 second.');
    expect(english.t('error.tooMany', { count: 1200 })).toContain('1,200 seconds.');
    expect(createMessages('ar', ar).t('error.tooMany', { count: 2 })).toContain('ثانيتين');
  });

  test.each(Object.entries(thousands))(
    'numbers of %s are written as the browser would',
    (region) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([region]);
      const own = createMessages(region.startsWith('de') ? 'de' : 'en', {});
      const rules = new Intl.NumberFormat(region);
      for (const value of [
        0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1234, 1234.5,
      ])
        expect(own.number(value)).toBe(rules.format(value));
      vi.restoreAllMocks();
    },
  );

  test('a missing key is said in English, with English plurals', () => {
    const sparse = createMessages('ar', {});
    expect(sparse.t('nav.home')).toBe('Home');
    expect(sparse.t('error.tooMany', { count: 2 })).toContain('seconds.');
    expect(sparse.dir).toBe('rtl');
  });

  test('times ago', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect([
      english.ago('2026-11-21T11:57:00Z', now),
      english.ago('2026-11-20T12:00:00Z', now),
      english.ago(now, now),
    ]).toEqual(['3 minutes ago', 'yesterday', 'now']);
  });

  test('the first wish that we speak', () => {
    expect([
      pickLocale([null, 'fr-FR', 'de-AT']),
      pickLocale(['ar']),
      pickLocale([]),
      pickLocale(['tlh']),
      pickLocale(['constructor', 'de']),
    ]).toEqual(['de', 'ar', 'en', 'en', 'de']);
  });

  test.each([
    ['de', de],
    ['ar', ar],
  ] as const)('%s says everything, with the places of the English text', (_, translation) => {
    expect(Object.keys(translation).sort()).toEqual(Object.keys(en).sort());
    const places = (message: unknown) =>
      [...new Set(JSON.stringify(message).match(/\{\w+\}/g))]
        .filter((place) => place !== '{count}')
        .sort();
    for (const [key, message] of Object.entries(en))
      expect([key, places(translation[key as keyof typeof en])]).toEqual([key, places(message)]);
  });
});
