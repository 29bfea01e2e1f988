import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { replySchema } from './reply-schema.ts';

/** Constraints in alternatives: the serializer answers 500 if a stored value does not fulfill them. */
const constraintsIn = (schema: unknown, isInUnion = false): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(isInUnion &&
    (typeof value === 'string' || typeof value === 'number') &&
    /^(format|pattern|(min|max)|multipleOf)/.test(key)
      ? [key]
      : []),
    ...constraintsIn(value, isInUnion || key === 'anyOf' || key === 'oneOf'),
  ]);
};

test('no reply schema constrains values in a union', () => {
  const found = Object.values(endpoints).flatMap((one) =>
    constraintsIn(replySchema(one.reply)).map((key) => `${one.name}: ${key}`),
  );
  expect(found).toEqual([]);
});
