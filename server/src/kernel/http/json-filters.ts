import { problem } from './problem.ts';
import { isRecord, readJsonParameter, invalidParameter } from './json-parameter.ts';
import { idOf } from '../sql.ts';

/* The parameter `filters` of the listings of clubs and events: a JSON object of a value, or a list of values, by filter. */

/** Values of one filter at most; more are no list that somebody chose. */
const valuesMax = 100;
/** Longest search text, in characters. */
const searchMax = 100;

export const readText = (value: unknown, path: string): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw invalidParameter(path, 'a text or a list of texts');
};

/** Text to search for; what is longer than 100 characters is cut. */
export const readSearch = (value: unknown, path: string): string =>
  readText(value, path).trim().slice(0, searchMax);

/** One text or a list of up to 100. */
export const readList = (value: unknown, path: string): string[] => {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > valuesMax) throw invalidParameter(path, `at most ${valuesMax} values`);
  return list.map((one) => readText(one, path));
};

export const readIds = (value: unknown, path: string): number[] => readList(value, path).map(idOf);

export const readFlag = (value: unknown, path: string): boolean => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidParameter(path, 'true or false');
};

/** Reads names of which all that exist are `known`. */
export const readNames =
  <T extends string>(known: readonly T[]) =>
  (value: unknown, path: string): T[] =>
    readList(value, path).map((name) => {
      const found = known.find((one) => one === name);
      if (found === undefined) throw invalidParameter(path, `one of ${known.join(', ')}`);
      return found;
    });

/** What a filter with contains logic asks: any of some values, all of others, none of the rest. */
export interface ContainsCondition<T> {
  readonly any: readonly T[];
  readonly all: readonly T[];
  readonly none: readonly T[];
}

/** One value or a list: any of them; or `{ tagList, ContainsLogic, NotContainsLogic }`, as in the directory. */
export const readContains = <T>(
  value: unknown,
  path: string,
  read: (value: unknown, path: string) => readonly T[],
): ContainsCondition<T> => {
  if (!isRecord(value)) return { any: read(value, path), all: [], none: [] };
  const { tagList = [], ContainsLogic: logic = 'OR', NotContainsLogic: not = [], ...rest } = value;
  const [extra] = Object.keys(rest);
  if (extra !== undefined)
    throw invalidParameter(`${path}.${extra}`, 'tagList, ContainsLogic or NotContainsLogic');
  if (logic !== 'OR' && logic !== 'AND')
    throw invalidParameter(`${path}.ContainsLogic`, 'OR or AND');
  const list = read(tagList, `${path}.tagList`);
  return {
    any: logic === 'OR' ? list : [],
    all: logic === 'AND' ? list : [],
    none: read(not, `${path}.NotContainsLogic`),
  };
};

/** Texts of a query parameter. A comma inside one travels as [[SEP]], as in addresses (product text §3). */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim().replaceAll('[[SEP]]', ','))
    .filter((value) => value !== '');

/** A text as it travels in an option or a list. */
export const escapeCommas = (text: string): string => text.replaceAll(',', '[[SEP]]');

/** A filter as the older calls have it: its parameter, its name in the JSON of `filters`, and what its text is. */
export interface ParamFilter {
  readonly name: string;
  readonly key: string;
  /** `list`: with contains logic, by the parameters `{name}_tagList`, `_ContainsLogic` and `_NotContainsLogic`. */
  readonly kind: 'search' | 'menu-list' | 'list';
  /** Its text is true or false. */
  readonly isFlag?: boolean;
}

/**
 * Filter parameters as they travel, as the JSON of `filters`; refuses names that no filter has (`unknown_filter`). Empty ones narrow
 * nothing. `known`: the names that the error gives.
 */
export const filtersOfParams = (
  params: Readonly<Record<string, string>>,
  filters: readonly ParamFilter[],
  known: string,
): string => {
  const asked: Record<string, unknown> = {};
  for (const [param, text] of Object.entries(params)) {
    const [, name = '', part] =
      /^(.*?)(?:_(tagList|ContainsLogic|NotContainsLogic))?$/.exec(param) ?? [];
    const filter = filters.find((one) => one.name === name);
    if (filter === undefined || (part !== undefined && filter.kind !== 'list'))
      throw problem('unknown_filter', { name: param.slice(0, 60), known });
    if (text.trim() === '') continue;
    const isText = filter.kind === 'search' || filter.isFlag === true || part === 'ContainsLogic';
    const value = isText ? text : splitList(text);
    const before = asked[filter.key];
    asked[filter.key] =
      part === undefined ? value : { ...(isRecord(before) ? before : {}), [part]: value };
  }
  return JSON.stringify(asked);
};

/** Reads one filter; `path` names it in errors. */
export type FilterReader<F> = (value: unknown, path: string) => F;

/**
 * Reads the JSON of `filters` with the reader of each name, in the order they are given; refuses names that no filter has
 * (`unknown_filter`). What is null narrows nothing. `merge`: where two filters narrow the same; otherwise the later counts.
 */
export const readFilterObject = <F extends object>(
  text: string | undefined,
  readers: Readonly<Record<string, FilterReader<F>>>,
  merge: (filters: F, read: F) => F = (filters, read) => ({ ...filters, ...read }),
): F => {
  const given = readJsonParameter(text, 'filters') ?? {};
  if (!isRecord(given)) throw invalidParameter('filters', 'a JSON object');
  let filters = {} as F;
  for (const [name, value] of Object.entries(given)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined)
      throw problem('unknown_filter', {
        name: name.slice(0, 60),
        known: Object.keys(readers).join(', '),
      });
    if (value !== null) filters = merge(filters, read(value, `filters.${name}`));
  }
  return filters;
};
