import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { permissionsOf } from '#contract/permissions.ts';
import { createMessages } from '../../lib/messages.ts';
import { forgetTab } from '../../lib/stored.ts';
import { actionChoices, matching, pageChoices, savedChoices, type Choice } from './choices.ts';
import { recentChoices, rememberChoice } from './recent.ts';

const english = createMessages('en', {});
type Held = Parameters<typeof pageChoices>[1]['permissions'];
const pages = (permissions: Held = [], isConnectOn = true) =>
  pageChoices(english, { permissions, isConnectOn });
const labels = (choices: readonly Choice[]) => choices.map(({ label }) => label);

describe('choices', () => {
  test('admin and connection pages appear only for users who can open them', () => {
    expect(labels(pages())).toContain('Connections');
    expect(labels(pages([], false))).not.toContain('Connections');
    expect(pages().some(({ href }) => href?.startsWith('/admin'))).toBe(false);
    const adminPages = (held: Held) => pages(held).filter(({ href }) => href?.startsWith('/admin'));
    expect(adminPages([...permissionsOf('school')]).length).toBeGreaterThan(2);
    expect(adminPages(['reports.manage']).map(({ href }) => href)).toEqual([
      '/admin/overview',
      '/admin/reports',
      '/admin/word-list',
    ]);
  });

  test.each([
    ['dir', ['Directory']],
    ['settings priv', ['Privacy']],
    ['PROF', ['Profile', 'View profile']],
    ['rofile', []],
    ['  ', labels(pages())],
  ])('%s finds choices with words that start with it, names first', (text, expected) => {
    expect(labels(matching(pages(), text))).toEqual(expected);
  });

  test('a search finds saved searches by their name and filters', () => {
    const saved = savedChoices(
      [{ id: '3', name: 'My friends', params: { connection: 'connected', major: 'Art' } }],
      english,
    );
    expect(saved).toMatchObject([
      {
        id: 'saved:3',
        label: 'My friends',
        note: 'Connected • Art',
        href: '/directory?connection=connected&major=Art&saved=3',
      },
    ]);
    expect([
      matching(saved, 'fri').length,
      matching(saved, 'art').length,
      matching(saved, 'law').length,
    ]).toEqual([1, 1, 0]);
  });

  test('a search ignores accents', () => {
    const one: Choice = { id: 'x', label: 'Über uns' };
    expect([matching([one], 'uber').length, matching([one], 'ÜB').length]).toEqual([1, 1]);
  });
});

describe('recent choices', () => {
  beforeEach(forgetTab);
  afterEach(forgetTab);
  const known = [...pages(), ...actionChoices(english)];
  const ben: Choice = {
    id: 'person:7',
    label: 'Ben',
    note: 'Student',
    photoUrl: null,
    href: '/student_profile?uid=7',
  };

  test('recent choices appear newest first, without duplicates, at most five per user', () => {
    for (const choice of [...known.slice(0, 6), ben, ...known.slice(0, 2)])
      rememberChoice('1', choice);
    const found = recentChoices('1', known);
    expect(found.map(({ id }) => id)).toEqual([
      known[1]?.id,
      known[0]?.id,
      'person:7',
      known[5]?.id,
      known[4]?.id,
    ]);
    expect(found[2]).toEqual(ben);
    expect(recentChoices('2', known)).toEqual([]);
  });

  test('recent choices omit missing pages and invalid entries', () => {
    rememberChoice('1', { id: 'page:/gone', label: 'Gone', href: '/gone' });
    rememberChoice('1', { ...ben, href: 'https://elsewhere.example/' });
    expect(recentChoices('1', known)).toEqual([]);
    sessionStorage.setItem('palette:1', '{"id":');
    expect(recentChoices('1', known)).toEqual([]);
  });

  test('recent choices disappear after logging out', () => {
    rememberChoice('1', ben);
    forgetTab();
    expect(recentChoices('1', known)).toEqual([]);
  });
});
