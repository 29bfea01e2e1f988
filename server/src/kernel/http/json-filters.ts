import { problem } from './problem.ts';
import { isRecord, readJsonParameter, invalidParameter } from './json-parameter.ts';
import { idOf } from '../sql.ts';

/* The parameter `filters` of club and event listings: a JSON object with a value or a list of values per filter. */

/** Maximum values of a filter. No one chooses more. */
const valuesMax = 100;
/** Maximum characters of a search text. */
const searchMax = 100;

export const readText = (value: unknown, path: string): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw invalidParameter(path, 'a text or a list of texts');
};

/** Reads a search text, and cuts it to 100 characters. */
export const readSearch = (value: unknown, path: string): string =>
  readText(value, path).trim().slice(0, searchMax);

/** Reads one text or a list of up to 100. */
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

/** Returns a reader for names, which rejects names that aren't `known`. */
export const readNames =
  <T extends string>(known: readonly T[]) =>
  (value: unknown, path: string): T[] =>
    readList(value, path).map((name) => {
      const found = known.find((one) => one === name);
      if (found === undefined) throw invalidParameter(path, `one of ${known.join(', ')}`);
      return found;
    });

/** A filter with contains logic: some of these values, all of those, and none of the rest. */
export interface ContainsCondition<T> {
  readonly any: readonly T[];
  readonly all: readonly T[];
  readonly none: readonly T[];
}

/** Reads one value or a list, of which any must match, or `{ tagList, ContainsLogic, NotContainsLogic }`, as in the directory. */
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

/** Splits a query parameter into texts. [[SEP]] encodes a comma inside a text, as in addresses (product text §3). */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim().replaceAll('[[SEP]]', ','))
    .filter((value) => value !== '');

/** Escapes commas for options and lists. */
export const escapeCommas = (text: string): string => text.replaceAll(',', '[[SEP]]');

/** A filter of the older calls: its parameter, its name in the JSON of `filters`, and the format of its text. */
export interface ParamFilter {
  readonly name: string;
  readonly key: string;
  /** `list` has contains logic, with the parameters `{name}_tagList`, `_ContainsLogic` and `_NotContainsLogic`. */
  readonly kind: 'search' | 'menu-list' | 'list';
  /** True if the text is `true` or `false`. */
  readonly isFlag?: boolean;
}

/**
 * Converts filter parameters to the JSON of `filters`. Throws `unknown_filter` for other names, and lists the `known` ones. Empty filters
 * have no effect.
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

/** Reads one filter. Errors contain `path`. */
export type FilterReader<F> = (value: unknown, path: string) => F;

/**
 * Reads the JSON of `filters` in its order, with a reader per name. Throws `unknown_filter` for other names. Null filters have no effect.
 * `merge` combines two filters on the same field; without it, the later one applies.
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
