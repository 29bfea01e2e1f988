import { expect, test } from 'vitest';

/*
 * A key whose English text isn't loaded shows as the key itself. So each module that loads on demand must import, directly or
 * through its imports, the English texts of all keys that they name. A key built from a part (`sso.error_${code}`) stands for
 * all keys with the same beginning.
 */

const at = (from: string, path: string) => new URL(path, `file://${from}`).pathname;
const own = '/src/loaded-messages.test.ts';
const absolute = <T>(files: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(files).map(([path, file]) => [at(own, path), file]));

const sources = absolute(
  import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
);
const english = absolute(
  import.meta.glob<Record<string, unknown>>('./**/messages/en.json', {
    import: 'default',
    eager: true,
  }),
);
const keys = [...english.values()].flatMap((file) => Object.keys(file));
const known = new Set(keys);

const importsOf = (path: string, source: string): string[] =>
  [
    ...source.matchAll(
      /^(?:import|export)\s(?!type\s)[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm,
    ),
  ].map(([, from, alone]) => at(path, from ?? alone ?? ''));

/** A module and all its static imports. */
const closureOf = (root: string): Set<string> => {
  const found = new Set<string>();
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = sources.get(path);
    if (source === undefined || found.has(path)) continue;
    found.add(path);
    waiting.push(...importsOf(path, source));
  }
  return found;
};

const withoutComments = (source: string): string => source.replaceAll(/\/\*[^]*?\*\//g, '');

const namedIn = (source: string): string[] => [
  ...[...source.matchAll(/'([a-zA-Z]+\.[\w.-]+)'/g)]
    .map(([, key = '']) => key)
    .filter((key) => known.has(key)),
  ...[...source.matchAll(/`([a-zA-Z]+\.[\w.]*)\$\{/g)].flatMap(([, start = '']) =>
    keys.filter((key) => key.startsWith(start)),
  ),
];

/** The message files that a module adds, or the keys that it takes from all of them. */
const broughtBy = (path: string): string[] => {
  const source = sources.get(path) ?? '';
  const added = [...source.matchAll(/addEnglish\((.+?)\);/g)].map(([, given = '']) => given).join();
  const files = [...source.matchAll(/^import (\w+) from '(\.[^']*\/messages\/en\.json)'/gm)]
    .filter(([, name = '']) => new RegExp(`\\b${name}\\b`).test(added))
    .map(([, , file = '']) => english.get(at(path, file)) ?? {});
  const later = [...source.matchAll(/\bimport\('(\.[^']*\/messages\/en\.json)'\)/g)].map(
    ([, file = '']) => english.get(at(path, file)) ?? {},
  );
  const single = [...source.matchAll(/from 'messages:en\/([\w.]+)'/g)].map(([, key = '']) => key);
  const alike = [...source.matchAll(/from 'messages:en\/(.*?)\*(.*?)'/g)].flatMap(
    ([, start = '', end = '']) => keys.filter((key) => key.startsWith(start) && key.endsWith(end)),
  );
  return [...[...files, ...later].flatMap((file) => Object.keys(file)), ...alike, ...single];
};

const app = [...closureOf('/src/shell/app.tsx')].flatMap(broughtBy);

/** Pages of the route map, each with its parent page, if any. */
const maps = [...sources].filter(([path]) =>
  /^\/src\/(?:routing\.ts|routes\.tsx|features\/[^/]+\/routes\.ts)$/.test(path),
);
const named = new Map(
  maps.flatMap(([map, source]) =>
    [
      ...source.matchAll(
        /const (\w+) = layout\(\s*'[\w-]+',\s*page\(\s*\(\) => import\('(\.[^']+)'\)/g,
      ),
    ].map(([, name = '', path = '']) => [name, at(map, path)] as const),
  ),
);
const pages = maps.flatMap(([map, source]) =>
  [
    ...source.matchAll(
      /(?:section\(\s*(\w+),\s*[^,]+,\s*)?page\(\s*\(\) => import\('(\.[^']+)'\)/g,
    ),
  ].map(([, layout = '', path = '']) =>
    [at(map, path), named.get(layout)].filter((one) => one !== undefined),
  ),
);
/** The other modules that load on demand: any page may load them, so they must import their messages themselves. */
const parts = [...sources]
  .filter(([path]) => !maps.some(([map]) => map === path) && !/\.test\.|\/testing\//.test(path))
  .flatMap(([path, text]) =>
    [...withoutComments(text).matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)].map(([, to = '']) =>
      at(path, to),
    ),
  );
const roots = new Map(
  [...[...new Set(parts)].map((path) => [path]), ...pages].map((paths) => [paths.join(), paths]),
);

test.each(
  [...roots.values()].map((paths) => [paths[0]?.replace('/src/', '') ?? '', paths] as const),
)('%s imports all English texts that it uses', (_, paths) => {
  const loaded = [...new Set(paths.flatMap((path) => [...closureOf(path)]))];
  const has = new Set([...app, ...loaded.flatMap(broughtBy)]);
  // The module of error texts names the errors of all pages and imports their messages.
  const said = loaded
    .filter((path) => path !== '/src/lib/error-text.ts')
    .flatMap((path) => namedIn(withoutComments(sources.get(path) ?? '')));
  expect([...new Set(said)].filter((key) => !has.has(key)).toSorted()).toEqual([]);
});

test('the searches above find pages and parts', () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(parts.length).toBeGreaterThan(30);
});
