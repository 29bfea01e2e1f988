import { describe, expect, test, vi } from 'vitest';
import ar from 'messages:ar';
import { createMessages, pickLocale, type Messages } from './messages.ts';

describe('messages', () => {
  const english = createMessages('en', {});

  test('messages fill in placeholders and plurals', () => {
    expect(english.t('home.morning', { name: 'Ana' })).toBe('Good morning, Ana');
    expect(english.t('error.tooMany', { count: 1 })).toContain('1 second.');
    expect(english.t('error.tooMany', { count: 1200 })).toContain('1,200 seconds.');
    expect(createMessages('ar', ar).t('error.tooMany', { count: 2 })).toContain('ثانيتين');
  });

  test('numbers follow the language', () => {
    expect(english.number(1_234_567.5)).toBe('1,234,567.5');
    expect(createMessages('de', {}).number(1_234_567.5)).toBe('1.234.567,5');
    expect(english.t('filterOptions.done', { count: 1200 })).toBe('Show 1,200');
  });

  test('numbers follow the browser’s country', () => {
    const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-IN', 'de-DE']);
    expect(createMessages('en', {}).t('filterOptions.done', { count: 123_456 })).toBe(
      'Show 1,23,456',
    );
    expect(createMessages('de', {}).number(1_234.5)).toBe('1.234,5');
    languages.mockRestore();
  });

  test('the compiler rejects unknown keys and wrong parameters', () => {
    // A call with an unknown key takes the compiler 20 seconds, because it describes all messages in the error.
    const isKey: 'nav.nowhere' extends Parameters<Messages['t']>[0] ? true : false = false;
    expect(isKey).toBe(false);
    const wrong = () => [
      // @ts-expect-error: a placeholder is missing
      english.t('home.morning'),
      // @ts-expect-error: it needs another one
      english.t('home.morning', { count: 1 }),
      // @ts-expect-error: a number
      english.t('filterOptions.done', { count: '3' }),
      // @ts-expect-error: either of two messages, and one needs a placeholder
      english.t('nav.home' as 'nav.home' | 'home.morning'),
    ];
    expect(wrong).toBeTypeOf('function');
  });

  test('a missing translation shows in English, with English plurals', () => {
    const sparse = createMessages('ar', {});
    expect(sparse.t('nav.home')).toBe('Home');
    expect(sparse.t('error.tooMany', { count: 2 })).toContain('seconds.');
    expect(sparse.dir).toBe('rtl');
  });

  test('times appear relative to now', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect([
      english.ago('2026-11-21T11:57:00Z', now),
      english.ago('2026-11-20T12:00:00Z', now),
      english.ago(now, now),
    ]).toEqual(['3 minutes ago', 'yesterday', 'now']);
  });

  test('the app picks the first preferred language that it has', () => {
    expect([
      pickLocale([null, 'fr-FR', 'de-AT']),
      pickLocale(['ar']),
      pickLocale([]),
      pickLocale(['tlh']),
      pickLocale(['constructor', 'de']),
    ]).toEqual(['de', 'ar', 'en', 'en', 'de']);
  });
});
