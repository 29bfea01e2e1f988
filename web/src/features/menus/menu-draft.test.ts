import { describe, expect, test } from 'vitest';
import { menuLimits } from '#contract/menus/items.ts';
import {
  add,
  barId,
  change,
  hasRoom,
  canContain,
  move,
  needsAddress,
  newPart,
  remove,
  step,
  type Draft,
} from './menu-draft.ts';

const link = (id: string) => ({ id, type: 'web' as const });
const draft = (): Draft => ({
  bar: [{ id: 'home', type: 'home' }, link('b')],
  sections: [
    {
      id: 's',
      type: 'menu_section',
      items: [
        link('s1'),
        { id: 'g', type: 'menu_group', items: [link('g1'), link('g2')] },
        link('s2'),
      ],
    },
    { id: 't', type: 'menu_section', items: [] },
  ],
});
/** In the order in which a person reads it, from top to bottom. */
const inWords = ({ bar, sections }: Draft) =>
  [
    bar.map(({ id }) => id).join(' '),
    ...sections.map(
      ({ id, items }) =>
        `${id}: ${items.map((item) => (item.type === 'menu_group' ? `${item.id}(${item.items.map((one) => one.id).join(' ')})` : item.id)).join(' ')}`,
    ),
  ].join(' | ');

describe('moving a menu item', () => {
  test.each([
    ['s2', { key: 's1', position: 'before' }, 'home b | s: s2 s1 g(g1 g2) | t: '],
    ['s1', { key: 's2', position: 'after' }, 'home b | s: g(g1 g2) s2 s1 | t: '],
    ['s1', { key: 'g', position: 'on' }, 'home b | s: g(g1 g2 s1) s2 | t: '],
    ['g1', { key: 'home', position: 'before' }, 'g1 home b | s: s1 g(g2) s2 | t: '],
    ['s1', { key: barId, position: 'on' }, 'home b s1 | s: g(g1 g2) s2 | t: '],
    ['g', { key: 't', position: 'on' }, 'home b | s: s1 s2 | t: g(g1 g2)'],
    ['t', { key: 's', position: 'before' }, 'home b | t:  | s: s1 g(g1 g2) s2'],
    ['t', { key: barId, position: 'after' }, 'home b | t:  | s: s1 g(g1 g2) s2'],
  ] as const)('%s to %o', (id, drop, expected) =>
    expect(inWords(move(draft(), id, drop))).toBe(expected),
  );

  test.each([
    ['a group into a group', 'g', { key: 'g1', position: 'after' }],
    ['a group into itself', 'g', { key: 'g', position: 'on' }],
    ['a group into the bars', 'g', { key: 'home', position: 'after' }],
    ['a link to the top', 's1', { key: 't', position: 'before' }],
    ['a section into a section', 't', { key: 's', position: 'on' }],
    ['anything above the bars', 't', { key: barId, position: 'before' }],
    ['a link onto a link', 's1', { key: 's2', position: 'on' }],
    ['an unknown item', 'x', { key: 's2', position: 'after' }],
  ] as const)('%s: nothing changes', (_, id, drop) => {
    const before = draft();
    expect(move(before, id, drop)).toBe(before);
  });

  test('items can’t move into full lists, but can move within them', () => {
    const full = draft();
    full.bar = Array.from({ length: menuLimits.bar }, (_, n) => link(`n${n}`));
    expect(hasRoom(full, barId)).toBe(false);
    expect(move(full, 's1', { key: 'n0', position: 'before' })).toBe(full);
    expect(move(full, 'n1', { key: 'n0', position: 'before' }).bar[0]?.id).toBe('n1');
  });

  test('a link moves step by step through every list that can contain it, from the end to the beginning and back', () => {
    let now = draft();
    const seen = [inWords(now)];
    for (let many = 0; many < 20; many += 1) {
      const next = step(now, 's2', -1);
      if (next === now) break;
      now = next;
      seen.push(inWords(now));
    }
    expect(seen).toEqual([
      'home b | s: s1 g(g1 g2) s2 | t: ',
      'home b | s: s1 s2 g(g1 g2) | t: ',
      'home b | s: s2 s1 g(g1 g2) | t: ',
      'home b s2 | s: s1 g(g1 g2) | t: ',
      'home s2 b | s: s1 g(g1 g2) | t: ',
      's2 home b | s: s1 g(g1 g2) | t: ',
    ]);
    for (let many = 0; many < 20; many += 1) now = step(now, 's2', 1);
    expect(inWords(now)).toBe('home b | s: s1 g(g1 g2) | t: s2');
    expect(inWords(step(draft(), 'g', 1))).toBe('home b | s: s1 s2 g(g1 g2) | t: ');
    expect(inWords(step(draft(), 't', -1))).toBe('home b | t:  | s: s1 g(g1 g2) s2');
  });
});

test('adding, changing and removing items leaves the previous draft unchanged', () => {
  const before = draft();
  const part = newPart('web');
  expect(inWords(add(before, part, 'g'))).toBe(`home b | s: s1 g(g1 g2 ${part.id}) s2 | t: `);
  expect(inWords(add(before, newPart('menu_section'), null)).split(' | ')).toHaveLength(4);
  expect(
    change(before, 'g1', (one) => ({ ...one, name: 'New' })).sections[0]?.items[1],
  ).toMatchObject({ items: [{ name: 'New' }, {}] });
  expect(inWords(remove(before, 'g'))).toBe('home b | s: s1 s2 | t: ');
  expect(before).toEqual(draft());
});

test('[SHELL-04] only external links need an address', () => {
  expect(
    [
      link('a'),
      { ...link('a'), url: 'https://a.example/' },
      newPart('home'),
      newPart('menu_group'),
      newPart('instagram'),
    ].map(needsAddress),
  ).toEqual([true, false, false, false, true]);
});

test.each([
  ['link', 'bar', true],
  ['link', 'menu_group', true],
  ['link', null, false],
  ['menu_group', 'menu_section', true],
  ['menu_group', 'menu_group', false],
  ['menu_group', 'bar', false],
  ['menu_section', null, true],
  ['menu_section', 'menu_section', false],
] as const)('a %s can be in %s: %s', (kind, holder, expected) =>
  expect(canContain(kind, holder)).toBe(expected),
);
