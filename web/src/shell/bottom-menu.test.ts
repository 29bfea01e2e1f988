import { expect, test } from 'vitest';
import { listedMenu } from '#contract/menus/items.ts';
import { fitting } from '../ui/use-fitting.ts';
import { linksOutsideMenu, beyondBottomMenu, inBottomMenu, type Menu } from './menu.data.ts';

const menu: Menu = { hub: null, bar: [...listedMenu.bar], sections: [] } as Menu;

test('[SHELL-02] every bar item appears in the bottom menu or under More', () => {
  const [foot, beyond] = [inBottomMenu(menu.bar), beyondBottomMenu(menu)];
  expect(foot).toHaveLength(4);
  expect([...foot, ...beyond]).toEqual(menu.bar.filter(({ type }) => type !== 'more'));
  expect(beyond.map(({ type }) => type)).toContain('people');
});

test('the left bar shows as many items as fit the window height, and More lists the rest', () => {
  const heights = menu.bar.slice(1).map(() => 60);
  const fittingCount = (room: number, isMoreShown: boolean) =>
    fitting({ room, sizes: heights, more: 60, gap: 4, isMoreShown })?.size ?? null;
  // Nine items and More need 10 × 60 pixels and nine gaps.
  expect(fittingCount(636, true)).toBeNull();
  expect(fittingCount(635, true)).toBe(8);
  // Without More, all items fit in slightly less space; with it, one item makes room for it.
  expect(fittingCount(572, false)).toBeNull();
  expect(fittingCount(571, false)).toBe(7);
  expect(fittingCount(30, true)).toBe(0);
  expect(linksOutsideMenu(menu, ['courses', 'people']).map(({ id }) => id)).toEqual([
    'courses',
    'people',
  ]);
});

test('More omits bar items that a menu section already lists under the same name', () => {
  const sections: Menu['sections'] = [
    { id: 'own', type: 'menu_section', items: [{ id: 'mine', type: 'people' }] },
  ];
  const beyond = beyondBottomMenu({ ...menu, sections }).map(({ type }) => type);
  expect(beyond).not.toContain('people');
  // Under another name people wouldn't find it: the configured menu calls events webinars.
  const webinars: Menu['sections'] = [
    { id: 'latest', type: 'menu_section', items: [{ id: 'webinars', type: 'events' }] },
  ];
  expect(beyondBottomMenu({ ...menu, sections: webinars }).map(({ type }) => type)).toContain(
    'events',
  );
});
