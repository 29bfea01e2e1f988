import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Avatar, initials } from './avatar.tsx';
import { BadgeList } from './badge-list.tsx';
import { FaceStack } from './face-stack.tsx';

let box: HTMLElement;
let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(() => {
  act(() => root.unmount());
  box.remove();
});

const show = (node: React.ReactNode) => act(() => root.render(node));
const faces = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    uid: String(at),
    firstName: 'Ana',
    lastName: `S${at}`,
    photoUrl: `/p/${at}`,
  }));

describe('avatar', () => {
  test('[CARD-07] an avatar is 3rem wide by default', () => {
    show(<Avatar name="Ana Silva" photoUrl="/p/1" />);
    expect(box.querySelector('img')?.style.width).toBe('3rem');
  });

  test('[CARD-07] an avatar shows initials if it has no picture or the picture fails to load', () => {
    show(<Avatar name="Ana Silva" photoUrl={null} />);
    expect(box.textContent).toBe('AS');
    show(<Avatar name="Ana Silva" photoUrl="/gone" />);
    expect(box.querySelector('img')).not.toBeNull();
    act(() => void box.querySelector('img')?.dispatchEvent(new Event('error')));
    expect([box.querySelector('img'), box.textContent]).toEqual([null, 'AS']);
    show(<Avatar name="Ana Silva" photoUrl="/new" />);
    expect(box.querySelector('img')?.getAttribute('src')).toBe('/new');
  });

  test.each([
    ['王 伟', '王伟'],
    ['Mary Jane O’Brien', 'MO'],
    ['Cher', 'C'],
    ['', ''],
    ['élise d’Arc', 'ÉD'],
    ['李小龙', '李'],
  ])('the initials of %s are %s', (name, expected) => expect(initials(name)).toBe(expected));
});

test('[CARD-07] a badge list with more than 20 values offers See More and See Less', () => {
  show(<BadgeList values={Array.from({ length: 23 }, (_, at) => `v${at}`)} />);
  const button = () => box.querySelector('button');
  expect([box.querySelectorAll('li').length, button()?.textContent]).toEqual([20, 'See More']);
  act(() => button()?.click());
  expect([box.querySelectorAll('li').length, button()?.textContent]).toEqual([23, 'See Less']);
  act(() => button()?.click());
  expect(box.querySelectorAll('li').length).toBe(20);
  show(<BadgeList values={Array.from({ length: 20 }, (_, at) => `v${at}`)} />);
  expect(button()).toBeNull();
});

test('[CARD-07] a face stack shows at most 40 faces, and a count for more than 4 people', () => {
  show(<FaceStack people={faces(50)} />);
  expect([box.querySelectorAll('img').length, box.textContent]).toEqual([40, '50']);
  show(<FaceStack people={faces(3)} total={4} shown={3} />);
  expect([box.querySelectorAll('img').length, box.textContent]).toEqual([3, '']);
  show(<FaceStack people={faces(3)} total={1200} shown={3} />);
  expect(box.textContent).toBe('1,200');
});
