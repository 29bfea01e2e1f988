import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test('[CLUB-02] a misspelled search finds the nearest names first, and other words find nothing', () => {
  const names = ['Chess Club', 'Cheese Makers', 'Choir', 'Robotics', 'Café français'];
  const found = (text: string) => nearest(names, text, (name) => name);
  expect(found('ches klub')).toEqual(['Chess Club']);
  expect(found('chees')).toEqual(['Cheese Makers', 'Chess Club']);
  expect(found('cafe francias')).toEqual(['Café français']);
  expect(found('chemistry')).toEqual([]);
});
