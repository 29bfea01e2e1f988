import { z } from 'zod';
import { schemaNames } from '#contract/schema-names.ts';

type Io = 'input' | 'output';
type Json = Record<string, unknown>;
export type ToJson = (schema: z.ZodType, io: Io) => Json;

/** Formats whose pattern repeats what the format already says. */
const plainFormats = new Set(['date-time', 'date', 'uuid', 'email', 'base64']);

/** Adds the names of schemas to their descriptions. */
const named = {
  get: (schema: z.core.$ZodType) => {
    const id = schemaNames.get(schema)?.id;
    const texts = z.globalRegistry.get(schema);
    return id === undefined ? texts : { ...texts, id };
  },
} as typeof z.globalRegistry;

const shorten = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) => {
  const { def } = zodSchema._zod;
  // Replies can get new fields, so only strict objects are closed.
  if (def.type === 'object' && (def as z.core.$ZodObjectDef).catchall === undefined)
    delete jsonSchema['additionalProperties'];
  for (const bound of ['minimum', 'maximum'])
    if (Math.abs(Number(jsonSchema[bound])) === Number.MAX_SAFE_INTEGER) delete jsonSchema[bound];
  const { format, pattern } = jsonSchema;
  if (typeof pattern !== 'string' || !plainFormats.has(String(format))) return;
  delete jsonSchema['pattern'];
  // Times without offset have to be in UTC, which the format alone doesn't require.
  if (pattern.endsWith('(?:Z))$')) jsonSchema['pattern'] = 'Z$';
};

const refPath = '#/components/schemas/';
/** Ends references in inputs until it is known whether the input differs from the output. */
const inputMark = '?input';

/** Copies JSON with other references. */
const withRefs = (value: unknown, rename: (ref: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((one) => withRefs(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? rename(inner) : withRefs(inner, rename),
    ]),
  );
};

/**
 * Converts schemas to JSON Schema with references to named schemas. `finish` completes the references of a document and returns the
 * named schemas. If an input differs from the output, for example because a field with a default is optional in it, the input gets its
 * own schema with the suffix `Input`.
 */
export const openSchemas = () => {
  const defined: Record<Io, Map<string, Json>> = { input: new Map(), output: new Map() };

  const toJson: ToJson = (schema, io) => {
    const converted = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata: named,
      override: shorten,
    });
    const {
      $schema: _,
      $defs = {},
      ...json
    } = withRefs(
      converted,
      (ref) => ref.replace('#/$defs/', refPath) + (io === 'input' ? inputMark : ''),
    ) as { $schema?: unknown; $defs?: Record<string, Json> };
    for (const [name, one] of Object.entries($defs)) {
      const known = defined[io].get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(one))
        throw new Error(`Two schemas have the name ${name}.`);
      defined[io].set(name, one);
    }
    return json;
  };

  const finish = <T>(document: T): { document: T; schemas: Record<string, Json> } => {
    const { input, output } = defined;
    const textOf = (json: Json | undefined) => JSON.stringify(json)?.replaceAll(inputMark, '');
    const refersTo = (json: Json, name: string) =>
      JSON.stringify(json).includes(`"${refPath}${name}${inputMark}"`);
    const different = new Set(
      [...input]
        .filter(([name, one]) => output.has(name) && textOf(one) !== textOf(output.get(name)))
        .map(([name]) => name),
    );
    // A schema also differs if it refers to one that differs.
    for (let size = -1; size !== different.size;) {
      size = different.size;
      for (const [name, one] of input)
        if (output.has(name) && [...different].some((other) => refersTo(one, other)))
          different.add(name);
    }
    const inputName = (name: string) => (different.has(name) ? `${name}Input` : name);
    const rename = (ref: string) =>
      ref.endsWith(inputMark)
        ? refPath + inputName(ref.slice(refPath.length, -inputMark.length))
        : ref;
    const schemas = new Map<string, Json>();
    for (const [name, one] of input) schemas.set(inputName(name), withRefs(one, rename) as Json);
    for (const [name, one] of output) schemas.set(name, one);
    return {
      document: withRefs(document, rename) as T,
      schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    };
  };

  return { toJson, finish };
};
