import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isNewEnough, pinnedNodes } from './bootstrap.mjs';

interface Packages {
  optionalDependencies: Record<string, string>;
  packages: Record<string, { version: string }>;
}
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Packages;

test('every platform has a Node that knows import.meta.main, from 24.2 on', () => {
  const { optionalDependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  expect(Object.keys(pinnedNodes)).toHaveLength(4);
  for (const name of Object.values(pinnedNodes)) {
    const version = optionalDependencies[name] ?? '';
    const [major = 0, minor = 0] = version.split('.').map(Number);
    expect([name, version, major > 24 || (major === 24 && minor >= 2)]).toEqual([
      name,
      version,
      true,
    ]);
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

test('a Node from 24.0 on runs Commons', () => {
  expect(['v24.0.0', 'v26.10.0', 'v20.20.2', 'v23.11.1'].map(isNewEnough)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
