import { expect, test } from 'vitest';
import { listedMenu } from '#contract/menus/items.ts';
import { beyondBottomMenu, inBottomMenu, type Menu } from './menu.data.ts';

const menu: Menu = { hub: null, bar: [...listedMenu.bar], sections: [] } as Menu;

test('[SHELL-02] each place of the bar is at the foot of a phone or behind More', () => {
  const [foot, beyond] = [inBottomMenu(menu.bar), beyondBottomMenu(menu)];
  expect(foot).toHaveLength(4);
  expect([...foot, ...beyond]).toEqual(menu.bar.filter(({ type }) => type !== 'more'));
  expect(beyond.map(({ type }) => type)).toContain('people');
});

test('what a section leads to does not stand there twice', () => {
  const sections: Menu['sections'] = [
    { id: 'own', type: 'menu_section', items: [{ id: 'mine', type: 'people' }] },
  ];
  expect(beyondBottomMenu({ ...menu, sections }).map(({ type }) => type)).not.toContain('people');
});
