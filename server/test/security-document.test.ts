import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const text = read('docs/security.md');

test('docs/security.md mentions only existing files', () => {
  const named = [
    ...text.matchAll(/`((?:contract|server|web|e2e|tools|docs|deploy|bench)\/[^`\s]+)`/g),
  ].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => `docs/${path}`);
  expect(named.length).toBeGreaterThan(30);
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('docs/security.md lists every runtime dependency with its pinned version', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
  };
  const lines = [...text.matchAll(/^\| (\S+) \| (\d\S*)/gm)].map(([, name, release]) => [
    name,
    release,
  ]);
  expect(lines).toEqual(Object.entries(dependencies));
});
