import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listFiles } from './checkout-files.ts';

export type Rule =
  | 'layer'
  | 'sql'
  | 'framework'
  | 'schema'
  | 'environment'
  | 'vocabulary'
  | 'name'
  | 'length'
  | 'export'
  | 'writer'
  | 'cycle'
  | 'folders'
  | 'handler'
  | 'word'
  | 'grants'
  | 'styles'
  | 'function'
  | 'call';

export interface Import {
  readonly from: string;
  readonly clause: string;
  readonly isType: boolean;
}

export interface File {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Our files that it needs at run time. */
  readonly needs: readonly string[];
  readonly isTest: boolean;
}

export type Report = (file: Pick<File, 'path'>, rule: Rule, sentence: string) => void;

const folders = ['contract', 'server', 'web', 'embed', 'e2e', 'bench', 'tools'];
const code = /\.(ts|tsx|mjs|css)$/;
const aliases: Record<string, string> = {
  '#contract/': 'contract/src/',
  '#demo/': 'server/demo/',
  '#server/': 'server/src/',
  '#postgres/': 'tools/postgres/',
};

/** Returns our file that an import refers to, or undefined for a package. */
export const resolve = (importer: string, from: string): string | undefined => {
  if (from.startsWith('.')) return normalize(join(dirname(importer), from));
  const alias = Object.keys(aliases).find((name) => from.startsWith(name));
  return alias === undefined ? undefined : normalize(aliases[alias] + from.slice(alias.length));
};

export const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');

const statement =
  /^(?:import|export)\s+(type\s)?([\w\s{},*$]*?)\s*from\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

const readImports = (text: string): Import[] =>
  [...text.matchAll(statement)].map(([, type, clause, from, bare, typeOf, lazy]) => ({
    from: from ?? bare ?? lazy ?? '',
    clause: clause ?? '',
    isType: type !== undefined || typeOf !== undefined,
  }));

/** Reads every code file of a checkout. */
export const readFiles = (root: string): File[] => {
  const paths = [...readdirSync(root), ...listFiles(root, folders)].filter((path) =>
    code.test(path),
  );
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = readImports(text.replace(/\/\*[^]*?\*\//g, ''));
    const needs = imports.flatMap((item) => (item.isType ? [] : (resolve(path, item.from) ?? [])));
    return { path, text, imports, needs, isTest: /\.(?:test|access-inputs)\.tsx?$/.test(path) };
  });
};

export const featureOf = (path: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
export const isKernel = (path: string): boolean => path.startsWith('server/src/kernel/');
export const isDemo = (path: string): boolean => path.startsWith('server/demo/');
/** The demo schools are code of the server too. */
export const isServer = (path: string): boolean => path.startsWith('server/src/') || isDemo(path);
