import fastJsonStringify from 'fast-json-stringify';
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
    // Inside a union, the serializer validates values, so the enum must include null.
    const values = Array.isArray(anyOf[0]['enum'])
      ? { enum: [...(anyOf[0]['enum'] as unknown[]), null] }
      : {};
    return { ...rest, ...anyOf[0], ...values, type: [anyOf[0]['type'], 'null'] };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, flattenNullable(value)]),
  );
};

/** Constraints on values beyond their type. */
const constraints: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  format: 'string',
  pattern: 'string',
  contentEncoding: 'string',
  minLength: 'number',
  maxLength: 'number',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minItems: 'number',
  maxItems: 'number',
  uniqueItems: 'boolean',
};

/**
 * Removes constraints on values. The serializer validates the alternatives of a union, and returns 500 if none matches, so a stored link
 * with a space that an earlier validation accepted would fail forever. We validate input, not stored values.
 */
const withoutConstraints = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutConstraints);
  if (!isJson(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      // A property with such a name has a schema as its value.
      .filter(([key, value]) => typeof value !== constraints[key])
      .map(([key, value]) => [
        key,
        key === 'enum' || key === 'const' ? value : withoutConstraints(value),
      ]),
  );
};

/** Returns the JSON schema with which a reply is serialized. Undeclared fields are never sent. */
export const replySchema = (reply: z.ZodType): unknown => {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: 'output',
    target: 'draft-7',
  }) as Json;
  return withoutConstraints(flattenNullable(schema));
};

const serializers = new WeakMap<z.ZodType, (reply: unknown) => string>();

/**
 * Returns the serializer of a reply. All apps in a process share the compiled serializers, because compiling all of them takes more
 * than a second and tests open an app for each file.
 */
export const serializerOf = (reply: z.ZodType): ((reply: unknown) => string) => {
  const known = serializers.get(reply);
  if (known !== undefined) return known;
  const made: (reply: unknown) => string = fastJsonStringify(replySchema(reply) as object);
  serializers.set(reply, made);
  return made;
};
