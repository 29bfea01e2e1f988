import { problem } from '../../../kernel/http/problem.ts';

/** An attribute in lowercase: `emails.value` is { attribute: 'emails', sub: 'value' }. */
export interface AttributePath {
  readonly attribute: string;
  readonly sub: string | null;
}

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];

/** A filter (RFC 7644, section 3.4.2.2). `has`: an item of a list attribute matches, as in `emails[type eq "work"]`. */
export type Filter =
  | {
      readonly kind: 'compare';
      readonly path: AttributePath;
      readonly op: Comparison;
      readonly value: string | number | boolean | null;
    }
  | { readonly kind: 'present'; readonly path: AttributePath }
  | { readonly kind: 'has'; readonly attribute: string; readonly of: Filter }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter };

/** A path of PATCH (RFC 7644, section 3.5.2): an attribute, with an optional filter for its items and an optional part of them. */
export interface TargetPath extends AttributePath {
  readonly filter: Filter | null;
}

/** Maximum depth and number of conditions of a filter, which real filters don't reach. */
const limits = { depth: 20, terms: 60 } as const;

const tokenForm =
  /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.:$-])|([.A-Za-z$][\w:.$-]*))/y;
const prefixes = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

type Token =
  | { readonly sign: string }
  | { readonly value: string | number }
  | { readonly word: string };

class Unreadable extends Error {}

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < text.length) {
    if (/^\s*$/.test(text.slice(tokenForm.lastIndex))) break;
    const at = tokenForm.lastIndex;
    const [, sign, quoted, number, word] = tokenForm.exec(text) ?? [];
    if (sign !== undefined) tokens.push({ sign });
    else if (quoted !== undefined) tokens.push({ value: unquoted(quoted) });
    else if (number !== undefined) tokens.push({ value: Number(number) });
    else if (word !== undefined) tokens.push({ word });
    else throw new Unreadable(`character ${at + 1} is unexpected`);
  }
  return tokens;
};

const unquoted = (text: string): string => {
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new Unreadable('a string in quotes must be valid JSON');
  }
};

const pathOf = (word: string): AttributePath => {
  const [attribute = '', sub = null, ...more] = word.replace(prefixes, '').toLowerCase().split('.');
  // Names from other schemas contain periods, so they aren't split.
  if (attribute.startsWith('urn:')) return { attribute: word.toLowerCase(), sub: null };
  if (attribute === '' || sub === '' || more.length > 0)
    throw new Unreadable(`${word} isn’t an attribute name`);
  return { attribute, sub };
};

const open = (text: string) => {
  const tokens = tokensOf(text);
  let at = 0;
  let terms = 0;
  const isSign = (sign: string) => {
    const token = tokens[at];
    return token !== undefined && 'sign' in token && token.sign === sign;
  };
  const isWord = (word: string) => {
    const token = tokens[at];
    return token !== undefined && 'word' in token && token.word.toLowerCase() === word;
  };
  const take = (sign: string) => {
    if (!isSign(sign)) throw new Unreadable(`${sign} is missing`);
    at += 1;
  };
  const takeWord = (what: string): string => {
    const token = tokens[at];
    if (token === undefined || !('word' in token)) throw new Unreadable(`${what} is missing`);
    at += 1;
    return token.word;
  };
  const takeValue = (): string | number | boolean | null => {
    const token = tokens[at];
    at += 1;
    if (token !== undefined && 'value' in token) return token.value;
    const word = token !== undefined && 'word' in token ? token.word.toLowerCase() : '';
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    throw new Unreadable('a value must be a string in quotes, a number, true, false or null');
  };
  const any = (depth: number): Filter => {
    let left = all(depth);
    while (isWord('or')) {
      at += 1;
      left = { kind: 'or', left, right: all(depth) };
    }
    return left;
  };
  const all = (depth: number): Filter => {
    let left = term(depth);
    while (isWord('and')) {
      at += 1;
      left = { kind: 'and', left, right: term(depth) };
    }
    return left;
  };
  const inside = (depth: number, close: string): Filter => {
    const found = any(depth + 1);
    take(close);
    return found;
  };
  const term = (depth: number): Filter => {
    terms += 1;
    if (depth > limits.depth || terms > limits.terms)
      throw new Unreadable('it is too deep or too long');
    if (isSign('(')) {
      at += 1;
      return inside(depth, ')');
    }
    const next = tokens[at + 1];
    if (isWord('not') && next !== undefined && 'sign' in next && next.sign === '(') {
      at += 2;
      return { kind: 'not', of: inside(depth, ')') };
    }
    const path = pathOf(takeWord('the name of an attribute'));
    if (isSign('[')) {
      at += 1;
      if (path.sub !== null)
        throw new Unreadable('brackets can only follow an attribute, not a sub-attribute');
      const of = inside(depth, ']');
      const { attribute } = path;
      const part = tokens[at];
      if (part === undefined || !('word' in part) || !part.word.startsWith('.'))
        return { kind: 'has', attribute, of };
      // Entra sends emails[type eq "work"].value eq "a@b", which isn't in the RFC. One item has to match both conditions.
      at += 1;
      const sub = part.word.slice(1).toLowerCase();
      if (!/^[\w$-]+$/.test(sub))
        throw new Unreadable('only a sub-attribute such as .value can follow the brackets');
      const right = comparison({ attribute: sub, sub: null });
      return { kind: 'has', attribute, of: { kind: 'and', left: of, right } };
    }
    return comparison(path);
  };
  const comparison = (path: AttributePath): Filter => {
    const op = takeWord('an operator').toLowerCase();
    if (op === 'pr') return { kind: 'present', path };
    const known = comparisons.find((one) => one === op);
    if (known === undefined) throw new Unreadable(`${op} isn’t an operator`);
    return { kind: 'compare', path, op: known, value: takeValue() };
  };
  return { any, isSign, take, takeWord, rest: () => tokens.length - at, skip: () => (at += 1) };
};

/** Parses a filter. Throws a problem with the reason if it is invalid. */
export const parseFilter = (text: string): Filter => {
  try {
    const reader = open(text);
    const filter = reader.any(0);
    if (reader.rest() > 0) throw new Unreadable('it continues after its end');
    return filter;
  } catch (error) {
    if (error instanceof Unreadable) throw problem('invalid_filter', { reason: error.message });
    throw error;
  }
};

/** Parses a path of PATCH. */
export const parsePath = (text: string): TargetPath => {
  try {
    const reader = open(text);
    const path = pathOf(reader.takeWord('the name of an attribute'));
    if (reader.rest() === 0) return { ...path, filter: null };
    reader.take('[');
    const filter = reader.any(0);
    reader.take(']');
    if (path.sub !== null)
      throw new Unreadable('brackets can only follow an attribute, not a sub-attribute');
    if (reader.rest() === 0) return { attribute: path.attribute, sub: null, filter };
    const word = reader.takeWord('a part of the attribute');
    if (!/^\.[\w$-]+$/.test(word) || reader.rest() > 0)
      throw new Unreadable('only a sub-attribute such as .value can follow the brackets');
    return { attribute: path.attribute, sub: word.slice(1).toLowerCase(), filter };
  } catch (error) {
    if (error instanceof Unreadable) throw problem('invalid_path', { reason: error.message });
    throw error;
  }
};

type Item = Readonly<Record<string, unknown>>;
/** Converts text and booleans to lowercase text, because Entra writes true as "True". */
const folded = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : value;

const compare = (have: unknown, op: Comparison, want: unknown): boolean => {
  if (op === 'eq') return (have ?? null) === want;
  if (op === 'ne') return (have ?? null) !== want;
  if (typeof have !== 'string' || typeof want !== 'string') return false;
  switch (op) {
    case 'co':
      return have.includes(want);
    case 'sw':
      return have.startsWith(want);
    case 'ew':
      return have.endsWith(want);
    case 'gt':
      return have > want;
    case 'ge':
      return have >= want;
    case 'lt':
      return have < want;
    case 'le':
      return have <= want;
  }
};

/** Returns whether an item of a list attribute matches the filter in its brackets. */
export const matchesFilter = (filter: Filter, item: Item): boolean => {
  switch (filter.kind) {
    case 'and':
      return matchesFilter(filter.left, item) && matchesFilter(filter.right, item);
    case 'or':
      return matchesFilter(filter.left, item) || matchesFilter(filter.right, item);
    case 'not':
      return !matchesFilter(filter.of, item);
    case 'has':
      throw problem('invalid_path', { reason: 'brackets can’t contain brackets' });
    case 'present':
      return item[filter.path.attribute] !== undefined && item[filter.path.attribute] !== null;
    case 'compare':
      return compare(folded(item[filter.path.attribute]), filter.op, folded(filter.value));
  }
};
