import { expect, test } from 'vitest';
import { first } from './en-first.ts';
import { later } from './en-later.ts';
import { en } from './en.ts';

/*
 * A key whose English is not loaded shows as it is. So each page that the map loads must bring, by modules it imports, the English
 * of every key that those modules name; a key made from a part (`sso.error_${code}`) names all that begin alike.
 */

const sources = new Map(
  Object.entries(
    import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
  ).map(([path, source]) => [new URL(path, 'file:///src/messages/').pathname, source]),
);
const files = import.meta.glob<Record<string, object>>('./en/*.ts', { eager: true });
const groups: Readonly<Record<string, object>> = Object.assign(
  { first, later, en },
  ...Object.values(files),
);
const keys = Object.keys(en);
const known = new Set(keys);

const importsOf = (path: string, source: string): string[] =>
  [
    ...source.matchAll(
      /^(?:import|export)\s(?!type\s)[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm,
    ),
  ].map(([, from, alone]) => new URL(from ?? alone ?? '', `file://${path}`).pathname);

/** A module and all it imports at once, without the texts themselves. */
const closureOf = (root: string): Set<string> => {
  const found = new Set<string>();
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = sources.get(path);
    if (source === undefined || found.has(path) || path.startsWith('/src/messages/')) continue;
    found.add(path);
    waiting.push(...importsOf(path, source));
  }
  return found;
};

const withoutComments = (source: string): string => source.replaceAll(/\/\*[^]*?\*\//g, '');

const namedIn = (source: string): string[] => [
  ...[...source.matchAll(/'([a-zA-Z]+\.[\w-]+)'/g)]
    .map(([, key = '']) => key)
    .filter((key) => known.has(key)),
  ...[...source.matchAll(/\bt\(\s*`([\w.]+)\$\{/g)].flatMap(([, start = '']) =>
    keys.filter((key) => key.startsWith(start)),
  ),
];

const broughtBy = (source: string): string[] =>
  [...source.matchAll(/addEnglish\((.+?)\);/g)]
    .flatMap(([, given = '']) => given.match(/\w+/g) ?? [])
    .flatMap((name) => Object.keys(groups[name] ?? {}));

/** Pages of the map, each with the page around it where it has one. */
const maps = [...sources].filter(([path]) =>
  /^\/src\/(?:routing\.ts|routes\.tsx|features\/[^/]+\/routes\.ts)$/.test(path),
);
const at = (map: string, path = '') => new URL(path, `file://${map}`).pathname;
const named = new Map(
  maps.flatMap(([map, source]) =>
    [
      ...source.matchAll(
        /const (\w+) = around\(\s*'[\w-]+',\s*page\(\s*\(\) => import\('(\.[^']+)'\)/g,
      ),
    ].map(([, name = '', path]) => [name, at(map, path)] as const),
  ),
);
const pages = maps.flatMap(([map, source]) =>
  [
    ...source.matchAll(
      /(?:section\(\s*(\w+),\s*[^,]+,\s*)?page\(\s*\(\) => import\('(\.[^']+)'\)/g,
    ),
  ].map(([, around = '', path]) =>
    [at(map, path), named.get(around)].filter((one) => one !== undefined),
  ),
);

test.each(pages.map((parts) => [parts[0]?.replace('/src/', '') ?? '', parts] as const))(
  '%s brings the English of all it can say',
  (_, parts) => {
    const paths = [...new Set(parts.flatMap((part) => [...closureOf(part)]))];
    expect(paths.length).toBeGreaterThan(1);
    const has = new Set([
      ...Object.keys(first),
      ...paths.flatMap((path) => broughtBy(sources.get(path) ?? '')),
    ]);
    // What a refused call is told with names the errors of every page; a page meets those of its own calls.
    const said = paths
      .filter((path) => path !== '/src/lib/error-text.ts')
      .flatMap((path) => namedIn(withoutComments(sources.get(path) ?? '')));
    expect([...new Set(said)].filter((key) => !has.has(key)).toSorted()).toEqual([]);
  },
);
