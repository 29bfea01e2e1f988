import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locks } from './locks.ts';

const source = new URL('../../../', import.meta.url).pathname;

test('every advisory lock has a unique number or name', () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
  const names = new Map<string, Set<string>>();
  for (const path of globSync(['src/**/*.ts', 'database/**/*.sql'], { cwd: source }).filter(
    (one) => !one.endsWith('.test.ts'),
  )) {
    const text = readFileSync(`${source}${path}`, 'utf8');
    // SQL files can't use the name.
    for (const [, number] of text.matchAll(/advisory\w*lock\w*\((\d+)/g))
      expect([path.endsWith('.sql'), Number(number)]).toEqual([true, locks.posts]);
    for (const [, name = ''] of text.matchAll(/hashtextextended\('([\w-]+):/g))
      names.set(name, (names.get(name) ?? new Set()).add(path));
  }
  expect([...names].filter(([, paths]) => paths.size > 1)).toEqual([]);
  expect(names.size).toBeGreaterThan(4);
});
