import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test('[CLUB-02] misspelled names are found, the nearest first; other words are not', () => {
  const names = ['Chess Club', 'Cheese Makers', 'Choir', 'Robotics', 'Café français'];
  const found = (text: string) => nearest(names, text, (name) => name);
  expect(found('ches klub')).toEqual(['Chess Club']);
  expect(found('chees')).toEqual(['Cheese Makers', 'Chess Club']);
  expect(found('cafe francias')).toEqual(['Café français']);
  expect(found('chemistry')).toEqual([]);
});
