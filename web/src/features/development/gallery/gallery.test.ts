import { expect, test } from 'vitest';

test('every part of web/src/ui stands in the gallery', () => {
  const parts = Object.keys(import.meta.glob('../../../ui/*.tsx')).map(
    (path) => path.split('/').at(-1) ?? '',
  );
  const shown = Object.values(
    import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true }),
  ).join('\n');
  // A surface comes with the part that opens it; a field with those that have one. What surfaces stand in has no look of its own.
  const isShown = (name: string) =>
    name === 'aria-provider.tsx' || shown.includes(`ui/${name}'`) || shown.includes(`, ${name}`);
  expect(parts.filter((name) => !name.includes('.test.')).length).toBeGreaterThan(25);
  expect(parts.filter((name) => !name.includes('.test.') && !isShown(name))).toEqual([]);
});
