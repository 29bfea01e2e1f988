import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isNewEnough, pinnedNodes } from './bootstrap.mjs';

interface Packages {
  optionalDependencies: Record<string, string>;
  packages: Record<string, { version: string }>;
}
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Packages;

test('the pinned Node of every platform is 24.2 or newer, which supports import.meta.main', () => {
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

test('isNewEnough() accepts Node 24.0 or newer', () => {
  expect(['v24.0.0', 'v26.10.0', 'v20.20.2', 'v23.11.1'].map(isNewEnough)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
