import { z } from 'zod';

type Json = { [key: string]: unknown };
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `anyOf: [X, null]` with a plain X becomes `type: [x, 'null']`, which the serializer writes without trying alternatives. */
const flattenNullable = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(flattenNullable);
  if (!isJson(schema)) return schema;
  const { anyOf, ...rest } = schema;
  if (
    Array.isArray(anyOf) &&
    anyOf.length === 2 &&
    isJson(anyOf[0]) &&
    isJson(anyOf[1]) &&
    anyOf[1]['type'] === 'null' &&
    typeof anyOf[0]['type'] === 'string' &&
    anyOf[0]['type'] !== 'object' &&
    anyOf[0]['type'] !== 'array'
  ) {
    // Inside an alternative the serializer checks values: null must stand among those it may have.
    const values = Array.isArray(anyOf[0]['enum'])
      ? { enum: [...(anyOf[0]['enum'] as unknown[]), null] }
      : {};
    return { ...rest, ...anyOf[0], ...values, type: [anyOf[0]['type'], 'null'] };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, flattenNullable(value)]),
  );
};

/** The JSON schema a reply is serialized by: what it does not declare never leaves. */
export const replySchema = (reply: z.ZodType): unknown => {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: 'output',
    target: 'draft-7',
  }) as Json;
  return flattenNullable(schema);
};
