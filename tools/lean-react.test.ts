import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { leanReact, leaveOut } from '../web/lean-react.ts';

const published = createRequire(import.meta.url)
  .resolve('react-dom')
  .replace('index.js', 'cjs/react-dom-client.production.js');
const code = readFileSync(published, 'utf8');

test('parts of react-dom are left out, and what is left can be read', () => {
  const lean = leaveOut(code);
  expect(code.length - lean.length).toBeGreaterThan(60_000);
  expect(() => new Function(lean)).not.toThrow();
  expect(lean).toMatch(/exports\.hydrateRoot = leftOut;/);
});

test('another release, or one that lacks a function, is not touched but refused', () => {
  expect(() =>
    leaveOut(code.replace('exports.version = "19.3.1"', 'exports.version = "19.4.0"')),
  ).toThrow('written for React 19.3.1');
  expect(() => leaveOut(code.replaceAll('startViewTransition(', 'beginViewTransition('))).toThrow(
    'startViewTransition',
  );
});

test.each([
  ['view transitions', "import { ViewTransition } from 'react'; console.log(ViewTransition);"],
  ['hydration', "import { hydrateRoot } from 'react-dom/client'; console.log(hydrateRoot);"],
  [
    'a fragment with a ref',
    "import { Fragment } from 'react'; console.log(<Fragment key={1} ref={() => undefined} />);",
  ],
])('a build that uses %s fails with a sentence', async (_, text) => {
  const building = build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'only',
        resolveId: (id) => (id === '/only.tsx' ? id : null),
        load: (id) => (id === '/only.tsx' ? text : null),
      },
      leanReact(),
    ],
    build: { write: false, rolldownOptions: { input: '/only.tsx', external: /^react/ } },
  });
  await expect(building).rejects.toThrow('left out of the build');
});
