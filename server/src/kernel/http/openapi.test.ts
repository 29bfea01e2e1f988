import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { errors } from '#contract/errors.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument(endpoints, '1.0.0');
const text = JSON.stringify(document);

type Json = Readonly<Record<string, unknown>>;
const { schemas, responses } = document['components'] as Record<'schemas' | 'responses', Json>;
const operations = Object.values(document['paths'] as Record<string, Record<string, Json>>).flatMap(
  (methods) => Object.values(methods),
);

/** All values of a key, at any depth. */
const valuesOf = (value: unknown, key: string): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesOf(inner, key),
  ]);
};
const references = valuesOf(document, '$ref').filter((one) => typeof one === 'string');

/**
 * 1 MB for 594 endpoints, which was the number when we set the limit, and 10 bytes more since app passwords have an access level,
 * coursework the progress of the class, and the overview figures of classes and accounts.
 */
const bytesPerEndpoint = 1_775;

test('the document describes every endpoint in at most 1,775 bytes on average', () => {
  expect(operations.map(({ operationId }) => String(operationId)).toSorted()).toEqual(
    endpoints.map(({ name }) => name).toSorted(),
  );
  expect(Buffer.byteLength(text) / endpoints.length).toBeLessThanOrEqual(bytesPerEndpoint);
});

test('every reference has a target, and something refers to every shared component', () => {
  const targets = ['schemas', 'responses', 'parameters'].flatMap((part) =>
    Object.keys((document['components'] as Record<string, Json>)[part] ?? {}).map(
      (name) => `#/components/${part}/${name}`,
    ),
  );
  expect([...new Set(references)].toSorted()).toEqual(targets.toSorted());
});

test('schema names are in Pascal case, and no schema has inline definitions', () => {
  expect(Object.keys(schemas).filter((name) => !/^(?:[A-Z][a-z]+)+$/.test(name))).toEqual([]);
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['User', 'Person', 'Club', 'Event', 'Post', 'Message', 'Problem']),
  );
  expect(text).toContain('"schema":{"$ref":"#/components/schemas/ClubSettings"}');
  expect(valuesOf(document, '$defs')).toEqual([]);
});

test('the input of a booking question has its own schema, because some of its fields are optional', () => {
  const { BookingQuestion, BookingQuestionInput } = schemas as Record<
    string,
    { required: string[] }
  >;
  expect(BookingQuestion?.required).toEqual(['id', 'label', 'isRequired', 'options']);
  expect(BookingQuestionInput?.required).toEqual(['id', 'label']);
});

test('an endpoint lists its own errors by status and the general ones under `default`', () => {
  const answersOf = (name: string) => {
    const found = operations.find(({ operationId }) => operationId === name);
    return Object.fromEntries(
      Object.entries(found?.['responses'] as Record<string, { $ref?: string }>).map(
        ([status, one]) => [
          status,
          one.$ref === undefined ? one : responses[one.$ref.split('/').at(-1) ?? ''],
        ],
      ),
    ) as Record<string, { description: string; 'x-codes'?: string[] }>;
  };
  const answers = answersOf('events.register');
  expect(answers['404']).toMatchObject({
    description: `not_found: ${errors.not_found.message}`,
    'x-codes': ['not_found'],
  });
  expect(answers['default']?.['x-codes']).toEqual(
    expect.arrayContaining(['invalid_input', 'not_logged_in', 'missing_scope', 'bad_json']),
  );
  expect(answers['default']?.description).toContain('401 not_logged_in: ');
  expect(answersOf('events.list')['default']?.['x-codes']).not.toContain('bad_json');
});
