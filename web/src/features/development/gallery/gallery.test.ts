import { expect, test } from 'vitest';

test('every part of web/src/ui stands in the gallery', () => {
  const parts = Object.keys(import.meta.glob('../../../ui/*.tsx')).map((path) => path.split('/').at(-1) ?? '');
  const shown = Object.values(import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true })).join('\n');
  // A surface comes with the part that opens it; a field with those that have one.
  const isShown = (name: string) => shown.includes(`ui/${name}'`) || shown.includes(`, ${name}`);
  expect(parts.filter((name) => !name.includes('.test.')).length).toBeGreaterThan(25);
  expect(parts.filter((name) => !name.includes('.test.') && !isShown(name))).toEqual([]);
});
