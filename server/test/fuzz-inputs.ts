import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

/** The parts of a JSON Schema that generate inputs. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Record<string, Schema>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** Texts whose execution as SQL would be visible: an error, a delay, or deleted data. */
export const injections = [
  "'",
  "' or '1'='1",
  "'; select pg_sleep(20); --",
  "' || (select pg_sleep(20)) || '",
  '1; drop table users; --',
  "1) union select value from installation where name = 'secret' --",
  '1 or pg_sleep(20) is null',
  '"; set role none; --',
  '\\',
  '%_\\%',
  '$$; update users set is_admin = true; $$',
  "';set commons.school_id='2';--",
  '{"a":1}',
  '[[SEP]]',
] as const;

/** Names of properties that every object inherits. */
const inherited = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
] as const;

/** Numbers near the limits of database and JavaScript types. */
const edges = [
  0,
  -0,
  1,
  -1,
  0.5,
  32_767,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  2 ** 53,
  2 ** 63,
  1e20,
  1e308,
  -1e308,
];

/** Creates an object with a property whose name other objects inherit. */
const withOwn = (name: string): unknown => JSON.parse(`{"${name}":{"isAdmin":true,"length":-1}}`);

/** Values that often break programs. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...injections),
  fc.constantFrom<unknown>(...inherited),
  fc.constantFrom<unknown>(
    ...edges,
    ...edges.map(String),
    '9223372036854775808',
    '1e400',
    'NaN',
    '-',
    '0x10',
    '٣',
  ),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    ' ',
    [],
    {},
    [[]],
    [null],
    [{}],
    { length: 3 },
    ...inherited.map(withOwn),
  ),
  fc.constantFrom<unknown>(
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\uffff',
    '\u202e',
    'e\u0301'.repeat(300),
    '👩‍👩‍👧',
    'ß'.repeat(500),
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(20_000),
    '9'.repeat(400),
    '<'.repeat(4_000),
    '['.repeat(4_000),
    'a,'.repeat(4_000),
  ),
  fc.constantFrom<unknown>(
    '../../etc/passwd',
    '..\\..\\x',
    'http://[::1',
    'javascript:alert(1)',
    '%00',
    '%',
    'a\r\nSet-Cookie: x=1',
  ),
  fc.array(fc.constantFrom(...edges), { maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Names of inputs that identify a row. */
const namesRow =
  /(?:^|_|[a-z])(?:ids?|uids?)$|^(?:conversation|hub|provider|file|delivery|groupId)$/i;

/** The ids that a test offers for inputs. */
export interface IdSource {
  /** Returns ids for an input with this name: existing ones, and unknown ones. */
  idsFor(name: string): readonly string[];
}

const textOf = (schema: Schema): fc.Arbitrary<unknown> => {
  const maxLength = Math.min(schema.maxLength ?? 60, 60);
  const minLength = Math.min(schema.minLength ?? 0, maxLength);
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength });
  const atMost = schema.maxLength;
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((one) => one.toISOString());
  if (schema.format === 'date')
    return fc.constantFrom('2026-02-28', '0001-01-01', '9999-12-31', '2024-02-29');
  return atMost === undefined
    ? plain
    : fc.oneof(
        plain,
        fc.constantFrom(
          'a'.repeat(Math.min(atMost, 9_000)),
          'a'.repeat(Math.min(atMost, 9_000) + 1),
        ),
      );
};

const numberOf = ({ type, minimum, maximum }: Schema): fc.Arbitrary<unknown> => {
  const [min, max] = [Math.max(minimum ?? -5, -9e15), Math.min(maximum ?? 500, 9e15)];
  if (type === 'number') return fc.double({ min, max, noNaN: true });
  return fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc.constantFrom(min, max, min - 1, max + 1),
  );
};

/** Generates inputs that match a schema, with something hostile in about one of seven places. */
const inputsOf = (
  schema: Schema,
  source: IdSource,
  name: string,
  root: Schema,
  depth = 0,
): fc.Arbitrary<unknown> => {
  const inner = (next: Schema, as = name) => inputsOf(next, source, as, root, depth + 1);
  const fitting = (): fc.Arbitrary<unknown> => {
    if (depth > 6) return fc.constant(null);
    if (schema.$ref !== undefined)
      return inner(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? root);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    const either = schema.anyOf ?? schema.oneOf;
    if (either !== undefined) return fc.oneof(...either.map((one) => inner(one)));
    if (schema.allOf !== undefined) return inner(Object.assign({}, ...schema.allOf) as Schema);
    const isRow = namesRow.test(name) && schema.type !== 'array' && schema.type !== 'object';
    if (isRow) return fc.constantFrom(...source.idsFor(name));
    switch (schema.type) {
      case 'string':
        return textOf(schema);
      case 'number':
      case 'integer':
        return numberOf(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(inner(schema.items ?? {}), {
          minLength: Math.min(schema.minItems ?? 0, 3),
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        });
      case 'object':
        return objectOf(schema, inner);
      default:
        return fc.oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.boolean());
    }
  };
  return fc.oneof(
    { arbitrary: fitting(), weight: 6 },
    { arbitrary: hostile, weight: depth === 0 ? 0 : 1 },
  );
};

const objectOf = (
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: (next: Schema, as: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> => {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one, name)])),
    {
      requiredKeys: required.filter((name) => name in properties),
    },
  );
  const takesMore = typeof additionalProperties === 'object' || additionalProperties === true;
  const more = fc.dictionary(
    fc.oneof(fc.constantFrom(...inherited, ...injections), fc.string({ maxLength: 12 })),
    typeof additionalProperties === 'object' ? inner(additionalProperties, '') : hostile,
    { maxKeys: 2 },
  );
  return fc
    .tuple(
      known,
      fc.oneof(
        { arbitrary: fc.constant({}), weight: takesMore ? 4 : 9 },
        { arbitrary: more, weight: 1 },
      ),
    )
    .map(([one, other]) => ({ ...other, ...one }));
};

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** The input of a call by its location. */
export interface Parts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Generates inputs of a call. Most match its schemas in some parts and are hostile in others. */
export const partsOf = (
  endpoint: Endpoint,
  source: IdSource,
  count: number,
  seed: number,
): Parts[] => {
  const part = (schema: z.ZodType | undefined): fc.Arbitrary<unknown> => {
    if (schema === undefined) return fc.constant({});
    const json = schemaOf(schema);
    return inputsOf(json, source, '', json);
  };
  const asObject = (value: unknown) =>
    (typeof value === 'object' && value !== null ? value : { value }) as Record<string, unknown>;
  const all = fc.record({
    params: part(endpoint.params),
    query: part(endpoint.query),
    body: part(endpoint.body),
  });
  return fc
    .sample(all, { numRuns: count, seed })
    .map(({ params, query, body }) => ({ params: asObject(params), query: asObject(query), body }));
};

/** Returns the paths of all texts and numbers in a value. */
const leavesOf = (value: unknown, path: readonly string[] = []): string[][] => {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [[...path]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
};

const put = (value: unknown, [name = '', ...rest]: readonly string[], text: string): unknown => {
  const next = rest.length === 0 ? text : put((value as Record<string, unknown>)[name], rest, text);
  return Array.isArray(value)
    ? value.map((one: unknown, at) => (String(at) === name ? next : one))
    : { ...(value as object), [name]: next };
};

/** Returns the top-level names of a schema. */
const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema === undefined ? [] : Object.keys(schemaOf(schema).properties ?? {});

/** Distributes a call's inputs to their locations. */
export const wholeOf = (endpoint: Endpoint, base: Readonly<Record<string, unknown>>): Parts => {
  const inPath = namesOf(endpoint.params);
  const inQuery = namesOf(endpoint.query);
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(base).filter(([name]) => isWanted(name)));
  return {
    params: pick((name) => inPath.includes(name)),
    query: pick((name) => inQuery.includes(name)),
    body: endpoint.body === undefined ? {} : pick((name) => !inPath.includes(name)),
  };
};

/** Returns the call once per input, at any depth, with an SQL injection in it. `textAt` selects the text. */
export const injected = (
  endpoint: Endpoint,
  base: Readonly<Record<string, unknown>>,
  textAt: (n: number) => string,
): Parts[] => {
  const whole = wholeOf(endpoint, base);
  const others = (names: readonly string[]) =>
    names.filter((name) => !(name in base)).map((name) => [name]);
  const parts = [
    'params',
    'query',
    ...(endpoint.body === undefined ? [] : ['body' as const]),
  ] as const;
  return parts
    .flatMap((part) =>
      [...leavesOf(whole[part]), ...others(namesOf(endpoint[part]))].map((path) => ({
        part,
        path,
      })),
    )
    .map(({ part, path }, n) => ({ ...whole, [part]: put(whole[part], path, textAt(n)) }));
};
