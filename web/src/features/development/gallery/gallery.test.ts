import { expect, test } from 'vitest';

test('the gallery shows every part of web/src/ui and web/src/kit', () => {
  const parts = Object.keys(import.meta.glob('../../../{ui,kit}/*.tsx')).map((path) =>
    path.split('/').slice(-2).join('/'),
  );
  const shown = Object.values(
    import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true }),
  ).join('\n');
  // The gallery shows a surface with the part that opens it, and a field with the parts that use it. Providers that only wrap
  // surfaces have no look of their own.
  const isShown = (name: string) =>
    name === 'ui/aria-provider.tsx' ||
    (name.startsWith('kit/') && shown.includes(name)) ||
    shown.includes(`${name}'`) ||
    shown.includes(`, ${name.replace('ui/', '')}`);
  expect(parts.filter((name) => !name.includes('.test.')).length).toBeGreaterThan(40);
  expect(parts.filter((name) => !name.includes('.test.') && !isShown(name))).toEqual([]);
});
