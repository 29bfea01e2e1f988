import { act, fireEvent, screen } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useStore } from '../../lib/store.ts';
import { me, resetStage, someone, stage } from '../../testing/stage.tsx';
import { hoverAnchor } from './hover-anchor.ts';
import { watchNames } from './hover-names.ts';
import { profileLink } from './person.ts';

const HoverCard = lazyComponent(() => import('./hover-card.tsx'), 'HoverCard');

function Names() {
  const isOpen = useStore(hoverAnchor) !== null;
  return (
    <>
      <Link {...profileLink('7')}>Ana</Link>
      <Link {...profileLink(me.uid)}>Me</Link>
      <button type="button">Next</button>
      {isOpen && (
        <Suspense fallback={null}>
          <HoverCard />
        </Suspense>
      )}
    </>
  );
}

let unsubscribe = () => {};
afterEach(() => {
  unsubscribe();
  resetStage();
});

const show = async () => {
  unsubscribe = watchNames(null);
  const staged = await stage(<Names />, {
    answers: {
      user_profile: () => ({ data: { ...someone, mutualCount: 1, mutuals: [] } }),
      'shared-memberships': () => ({
        clubs: [{ id: '1', name: 'Chess Club', logoUrl: null }],
        events: [],
        courses: [{ id: '2', number: 'CS 1', title: 'Algorithms' }],
      }),
    },
  });
  const asks = () => staged.asked.filter(({ path }) => path === 'user_profile').length;
  return { asks, name: screen.getByRole('link', { name: 'Ana' }) };
};
const over = (element: Element, pointerType = 'mouse') =>
  fireEvent(
    element,
    Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }),
  );
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));

test('a pointer that rests on a name opens its card once, with what both share; leaving closes it', async () => {
  const { asks, name } = await show();
  expect(asks()).toBe(0);
  over(name);
  const card = await screen.findByRole('dialog', { name: 'Ana Silva' });
  for (const text of ['In Algorithms with you', 'Both in Chess Club', '1 mutual connection'])
    expect(card.textContent).toContain(text);
  over(card);
  await rest();
  expect(screen.queryByRole('dialog')).not.toBeNull();
  over(screen.getByRole('button', { name: 'Next' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  over(name);
  await screen.findByRole('dialog', { name: 'Ana Silva' });
  expect(asks()).toBe(1);
});

test('touch, a short visit, and one’s own name open nothing', async () => {
  const { asks, name } = await show();
  over(name, 'touch');
  await rest();
  over(name);
  over(screen.getByRole('button', { name: 'Next' }));
  over(screen.getByRole('link', { name: 'Me' }));
  await rest();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asks()).toBe(0);
});

test('with the keyboard, Alt+↓ goes into the card, Tab goes past it or out of it, and Escape closes it', async () => {
  const { name } = await show();
  act(() => hoverAnchor.set({ uid: '7', element: name }));
  name.focus();
  await screen.findByRole('dialog', { name: 'Ana Silva' });
  expect(name.getAttribute('aria-keyshortcuts')).toBe('Alt+ArrowDown');
  // Tab is left to the browser, and closes the card first, which has no tab stop then.
  expect(fireEvent.keyDown(name, { key: 'Tab' })).toBe(true);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(name.hasAttribute('aria-keyshortcuts')).toBe(false);
  act(() => hoverAnchor.set({ uid: '7', element: name }));
  await screen.findByRole('dialog', { name: 'Ana Silva' });
  const enter = { key: 'ArrowDown', altKey: true };
  fireEvent.keyDown(name, enter);
  expect(document.activeElement?.textContent).toBe('Ana Silva');
  fireEvent.keyDown(document.activeElement ?? name, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(name);
  fireEvent.keyDown(name, enter);
  fireEvent.keyDown(document.activeElement ?? name, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(name);
});

test('a card closes when its name leaves the page', async () => {
  const { name } = await show();
  act(() => hoverAnchor.set({ uid: '7', element: name }));
  await screen.findByRole('dialog', { name: 'Ana Silva' });
  const parent = name.parentElement;
  name.remove();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // React removes it itself at the end.
  parent?.prepend(name);
});
