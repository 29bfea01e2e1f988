import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { liveCalls } from './live.ts';

/** The largest number of PostgreSQL's `integer`, which most columns are. */
const integerMax = 2_147_483_647;

type Schema = Record<string, unknown>;
/** Amounts of money in minor units, which are stored as `bigint`. */
const wide = [
  'finances.add-line body.properties.amount',
  'finances.add-plan body.properties.amount',
  'finances.add-hold body.properties.amount',
  // Handlers check these amounts, so that each invalid one gets `amount_invalid` (wire contract).
  'payments.order body.properties.items.items.anyOf.3.properties.donation.properties.amount',
  'payments.update-donations body.properties.suggested.items.properties.amount',
  'payments.update-donations body.properties.min.properties.amount',
  'payments.update-donations body.properties.max.anyOf.0.properties.amount',
  'payments.create-discount body.properties.amount.properties.amount',
  'payments.refund body.properties.amount.properties.amount',
  'payments.record-payout body.properties.amount.properties.amount',
  'payments.record-payout body.properties.fees.properties.amount',
  'dues.create-plan body.properties.amount.properties.amount',
  'dues.update-plan body.properties.amount.properties.amount',
  'jobs.create body.properties.pay.anyOf.0.properties.min.properties.amount',
  'jobs.create body.properties.pay.anyOf.0.properties.max.properties.amount',
  'jobs.update body.properties.pay.anyOf.0.properties.min.properties.amount',
  'jobs.update body.properties.pay.anyOf.0.properties.max.properties.amount',
  'employer.job-create body.properties.pay.anyOf.0.properties.min.properties.amount',
  'employer.job-create body.properties.pay.anyOf.0.properties.max.properties.amount',
  'employer.job-update body.properties.pay.anyOf.0.properties.min.properties.amount',
  'employer.job-update body.properties.pay.anyOf.0.properties.max.properties.amount',
  'store.create-product body.properties.price.properties.amount',
  'store.create-product body.properties.memberPrice.anyOf.0.properties.amount',
  'store.create-product body.properties.variants.items.properties.price.anyOf.0.properties.amount',
  'store.update-product body.properties.price.properties.amount',
  'store.update-product body.properties.memberPrice.anyOf.0.properties.amount',
  'store.update-product body.properties.variants.items.properties.price.anyOf.0.properties.amount',
  // The handlers check these, so that clients get `amount_invalid` for every invalid amount. Each is a number, or has a currency.
  ...[
    'budgets.create-expense body.properties.amount',
    'budgets.create body.properties.lines.items.properties.price',
    'budgets.create body.properties.lines.items.properties.clubPays',
    'budgets.grant body.properties.lines.items.properties.granted',
    'budgets.update body.properties.lines.items.properties.price',
    'budgets.update body.properties.lines.items.properties.clubPays',
    'budgets.allocate body.properties.items.items.properties.amount',
    'budgets.create-entry body.properties.postings.items.properties.amount',
  ].flatMap((amount) => [`${amount}.anyOf.0`, `${amount}.anyOf.1.properties.amount`]),
];
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Returns the places of a schema that accept a whole number larger than a column can store. */
const unbounded = (value: unknown, path: string): string[] => {
  if (!isSchema(value)) return [];
  const isNumber = value['type'] === 'integer' || value['type'] === 'number';
  const isBounded =
    Number(value['maximum'] ?? Infinity) <= integerMax &&
    Number(value['minimum'] ?? -Infinity) >= -integerMax - 1;
  return [
    ...(isNumber && !isBounded ? [path] : []),
    ...Object.entries(value).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`)),
  ];
};

test('every number in an input has a maximum that fits in the database', () => {
  const taken = [
    ...endpoints.flatMap((endpoint) =>
      (['params', 'query', 'body'] as const).map((part) => [
        `${endpoint.name} ${part}`,
        endpoint[part],
      ]),
    ),
    ...Object.entries(liveCalls),
  ] as [string, z.ZodType | undefined][];
  const found = taken.flatMap(([name, schema]) =>
    schema === undefined
      ? []
      : unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name),
  );
  expect(found.filter((place) => !wide.includes(place))).toEqual([]);
  expect(wide.filter((place) => !found.includes(place))).toEqual([]);
});

test('every summary is a verb and an object, at most seven words, unique in its feature', () => {
  const isShort = (text: string) =>
    /^[A-Z][a-z]+(?: \S+){0,6}$/.test(text) && !text.endsWith('.') && !/[;:]/.test(text);
  const long = endpoints.filter(({ summary }) => !isShort(summary)).map(({ name }) => name);
  expect(long).toEqual([]);
  const features = Map.groupBy(
    endpoints,
    ({ name, summary }) => `${name.split('.')[0]}: ${summary}`,
  );
  expect([...features].filter(([, same]) => same.length > 1).map(([text]) => text)).toEqual([]);
});

test('every description consists of whole sentences', () => {
  const cut = endpoints.filter(
    ({ description }) => description !== undefined && !/^[A-Z`].*[.?=]$/.test(description),
  );
  expect(cut.map(({ name }) => name)).toEqual([]);
});
