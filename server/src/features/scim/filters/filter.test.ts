import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostgresDialect, Kysely, sql } from 'kysely';
import { Problem } from '../../../kernel/http/problem.ts';
import { comparisons, matchesFilter, parseFilter, parsePath, type Filter } from './filter.ts';
import { filterSql, type Filterable } from './filters.queries.ts';

/** Prints a filter as text. */
const print = (filter: Filter): string => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${print(filter.left)} ${filter.kind} ${print(filter.right)})`;
    case 'not':
      return `not (${print(filter.of)})`;
    case 'has':
      return `${filter.attribute}[${print(filter.of)}]`;
    case 'present':
      return `${name(filter.path)} pr`;
    case 'compare':
      return `${name(filter.path)} ${filter.op} ${JSON.stringify(filter.value)}`;
  }
};
const name = ({ attribute, sub }: { attribute: string; sub: string | null }) =>
  sub === null ? attribute : `${attribute}.${sub}`;

const word = fc
  .stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
  .filter((one) => !['not', 'true', 'false', 'null'].includes(one));
const path = fc.record({ attribute: word, sub: fc.option(word, { nil: null }) });
const value = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
);
const { filter: anyFilter } = fc.letrec<{ filter: Filter; term: Filter }>((tie) => ({
  term: fc.oneof(
    fc.record({ kind: fc.constant('present' as const), path }),
    fc.record({
      kind: fc.constant('compare' as const),
      path,
      op: fc.constantFrom(...comparisons),
      value,
    }),
  ),
  filter: fc.oneof(
    { maxDepth: 4 },
    tie('term'),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      left: tie('filter'),
      right: tie('filter'),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('filter') }),
    fc.record({ kind: fc.constant('has' as const), attribute: word, of: tie('term') }),
  ),
}));

test('a printed filter parses to the same filter', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(parseFilter(print(filter))).toEqual(filter);
    }),
  );
});

test('"and" has precedence over "or", "not" over both, and names and operators ignore case', () => {
  const shape = (text: string) => print(parseFilter(text));
  expect(shape('a eq "1" or b PR and Not (c ne true) or D.E sw "x"')).toBe(
    '((a eq "1" or (b pr and not (c ne true))) or d.e sw "x")',
  );
  expect(parsePath('emails[type eq "work"].value')).toMatchObject({
    attribute: 'emails',
    sub: 'value',
    filter: { op: 'eq' },
  });
});

const filterable: Filterable = {
  columns: {
    username: { is: 'folded', sql: sql`u.username_key` },
    active: { is: 'boolean', sql: sql`u.active` },
  },
  lists: {
    emails: [
      { value: { is: 'folded', sql: sql`u.email` }, type: { is: 'constant', value: 'work' } },
    ],
  },
};
// This database is never queried. The test only reads the SQL and its parameters.
const db = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('not asked')) }),
});

test("the client's values never become SQL: the same filter with other values has the same SQL", () => {
  fc.assert(
    fc.property(
      fc.constantFrom('username', 'emails.value', 'emails'),
      fc.constantFrom(...comparisons),
      fc.oneof(
        fc.string(),
        fc.constantFrom("'; drop table users; --", '$1', '\\', "' or '1'='1", '%', '{{'),
      ),
      (attribute, op, text) => {
        const compiled = (sent: string) =>
          filterSql(
            parseFilter(`${attribute} ${op} ${JSON.stringify(sent)} and active eq true`),
            filterable,
          ).compile(db);
        const [hostile, plain] = [compiled(text), compiled('plain')];
        expect(hostile.sql).toBe(plain.sql);
        expect(hostile.parameters).toContain(text);
      },
    ),
  );
});

test('any text is either parsed or rejected, and never causes an error', () => {
  const pieces = fc.array(
    fc.constantFrom(
      'username',
      'emails[',
      ']',
      '(',
      ')',
      ' eq ',
      ' and ',
      ' or ',
      'not ',
      '"a"',
      '"',
      ' pr',
      '.',
      ':',
      '1',
      'true',
      "'",
      ';',
      '\\',
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        for (const read of [
          () => filterSql(parseFilter(text), filterable),
          () => parsePath(text),
        ]) {
          try {
            read();
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        }
      },
    ),
  );
});

test('items are compared in memory as in SQL', () => {
  const item = { type: 'Work', value: 'A@b', primary: true };
  for (const [text, isFit] of [
    ['type eq "work"', true],
    ['primary eq true and value sw "a@"', true],
    ['value co "x" or not (type eq "home")', true],
    ['display pr', false],
    ['display ne "x"', true],
    ['value gt "a" and value lt "b"', true],
    ['value ew "B" and value ge "a@b" and value le "a@b"', true],
  ] as const)
    expect([text, matchesFilter(parseFilter(text), item)]).toEqual([text, isFit]);
});
