import { describe, expect, test } from 'vitest';
import type { Operation, Schema } from './openapi-document.ts';
import { answerOf, errorsOf, grouped, resolved, scopeOf } from './openapi-document.ts';
import { exampleOf, rowsOf, typeOf } from './schema-rows.ts';
import { canTry, curlOf } from './try-call.ts';

const whole: Schema = {
  type: 'object',
  required: ['id', 'items'],
  properties: {
    id: { type: 'string', maxLength: 20, description: 'Its id' },
    at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], description: 'When' },
    size: { type: 'integer', minimum: 1, maximum: 9007199254740991, default: 20 },
    items: {
      type: 'array',
      items: { type: 'object', required: ['kind'], properties: { kind: { enum: ['a', 'b'] } } },
    },
    more: { type: 'object', additionalProperties: { type: 'boolean' } },
  },
};

test('a schema appears line by line, with nested values below', () => {
  expect(rowsOf(whole)).toEqual([
    { depth: 0, name: 'id', type: 'string …20', isRequired: true, description: 'Its id' },
    {
      depth: 0,
      name: 'at',
      type: 'string (date-time) | null',
      isRequired: false,
      description: 'When',
    },
    { depth: 0, name: 'size', type: 'integer 1…', isRequired: false, description: '' },
    { depth: 0, name: 'items', type: 'object[]', isRequired: true, description: '' },
    { depth: 1, name: 'kind', type: '"a" | "b"', isRequired: true, description: '' },
    { depth: 0, name: 'more', type: 'object', isRequired: false, description: '' },
    { depth: 1, name: '…', type: 'boolean', isRequired: false, description: '' },
  ]);
  expect(typeOf({})).toBe('any');
  expect(typeOf({ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] })).toBe('1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | …');
});

test('an example contains all fields, or only required ones', () => {
  expect(exampleOf(whole)).toEqual({
    id: 'text',
    at: '2026-11-21T12:00:00.000Z',
    size: 20,
    items: [{ kind: 'a' }],
    more: {},
  });
  expect(exampleOf(whole, true)).toEqual({ id: 'text', items: [{ kind: 'a' }] });
});

describe('a call', () => {
  const call = (part: Partial<Operation>): Operation => ({
    operationId: 'clubs.join',
    summary: 'Join a club.',
    tags: ['clubs'],
    method: 'POST',
    path: '/api/v1/clubs/{id}',
    parameters: [],
    security: [{ bearer: [] }, { personalKey: ['write'] }],
    'x-access': 'member',
    responses: {
      '200': { description: 'Done', content: { 'application/json': { schema: whole } } },
      '404': {
        description: 'not_found: Not found.\n\nperson_not_found: not found',
        'x-codes': ['not_found', 'person_not_found'],
      },
    },
    ...part,
  });

  test('a search finds a call by every word of its name and description', () => {
    const other = call({
      operationId: 'people.list',
      tags: ['people'],
      path: '/api/v1/users',
      method: 'GET',
      summary: 'People.',
    });
    const names = (search: string) =>
      grouped([call({}), other], search).map(([tag, list]) => [tag, list.length]);
    expect(names('')).toEqual([
      ['clubs', 1],
      ['people', 1],
    ]);
    expect([names('JOIN post'), names('/users get'), names('join people')]).toEqual([
      [['clubs', 1]],
      [['people', 1]],
      [],
    ]);
  });

  test('a call shows its response, errors, scope and command line', () => {
    expect(answerOf(call({}))).toEqual({ status: '200', schema: whole });
    expect(errorsOf(call({}))).toEqual([
      { status: '404', code: 'not_found', words: 'Not found.' },
      { status: '404', code: 'person_not_found', words: 'not found' },
    ]);
    expect([scopeOf(call({})), scopeOf(call({ security: [{ bearer: [] }] }))]).toEqual([
      'write',
      null,
    ]);
    expect(curlOf(call({}), 'https://demo.example', `{"a":"it's"}`)).toBe(
      [
        `curl -X POST 'https://demo.example/api/v1/clubs/{id}'`,
        `-H 'Authorization: Bearer …'`,
        `-H 'Content-Type: application/json'`,
        String.raw`-d '{"a":"it'\''s"}'`,
      ].join(' \\\n  '),
    );
  });

  test('users can try a call unless it takes a file or a key, or redirects', () => {
    expect(canTry(call({}))).toBe(true);
    expect(
      canTry(call({ requestBody: { content: { '*/*': { schema: { type: 'string' } } } } })),
    ).toBe(false);
    expect(canTry(call({ 'x-access': 'key' }))).toBe(false);
    expect(canTry(call({ responses: { '303': { description: 'On' } } }))).toBe(false);
  });
});

test('the client replaces references with their targets and keeps the fields next to them', () => {
  const person = { type: 'object', properties: { $ref: { type: 'string' } } };
  const club = {
    properties: { by: { $ref: '#/components/schemas/Person', description: 'Owner' } },
  };
  expect(
    resolved({
      paths: { '/a': { get: { $ref: '#/components/schemas/Club' } } },
      components: { schemas: { Person: person, Club: club } },
    }),
  ).toMatchObject({
    paths: { '/a': { get: { properties: { by: { ...person, description: 'Owner' } } } } },
  });
});
