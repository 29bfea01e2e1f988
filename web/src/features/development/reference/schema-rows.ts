import type { Schema } from './openapi-document.ts';

/** One line of a schema as the reference shows it. */
export interface SchemaRow {
  readonly depth: number;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const depthMax = 6;
const listed = 8;

/** Returns a schema without null, and whether it allowed null. */
function plain(schema: Schema): { schema: Schema; isNullable: boolean } {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices === undefined) return { schema, isNullable: false };
  const others = choices.filter(({ type }) => type !== 'null');
  const [only] = others;
  return others.length === 1 && only !== undefined
    ? {
        schema: {
          ...only,
          ...(schema.description !== undefined && { description: schema.description }),
        },
        isNullable: others.length < choices.length,
      }
    : { schema, isNullable: false };
}

const bounds = ({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string => {
  // Integers come with the bounds of safe integers, which are not worth showing.
  const isDescribed = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const [from, to] = [
    isDescribed(minimum) ? minimum : minLength,
    isDescribed(maximum) ? maximum : (maxLength ?? maxItems),
  ];
  return from === undefined && to === undefined ? '' : ` ${from ?? ''}…${to ?? ''}`;
};

/** Returns the type of a value in JSON terms. */
export function typeOf(given: Schema): string {
  const { schema, isNullable } = plain(given);
  const nullSuffix = isNullable ? ' | null' : '';
  if (schema.const !== undefined) return JSON.stringify(schema.const) + nullSuffix;
  if (schema.enum !== undefined) {
    const shown = schema.enum.slice(0, listed).map((value) => JSON.stringify(value));
    return [...shown, ...(schema.enum.length > listed ? ['…'] : [])].join(' | ') + nullSuffix;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' | ') + nullSuffix;
  if (schema.type === 'array')
    return `${schema.items === undefined ? 'any' : typeOf(schema.items)}[]${bounds(schema)}${nullSuffix}`;
  if (schema.type === undefined) return `any${nullSuffix}`;
  const name = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type);
  return `${name}${schema.format === undefined ? '' : ` (${schema.format})`}${bounds(schema)}${nullSuffix}`;
}

const inner = (given: Schema): Schema => {
  const { schema } = plain(given);
  return schema.type === 'array' && schema.items !== undefined ? inner(schema.items) : schema;
};

/** Returns a schema as rows, with nested values below their parents. */
export function rowsOf(given: Schema, depth = 0): SchemaRow[] {
  const { properties = {}, required = [], additionalProperties } = inner(given);
  if (depth > depthMax) return [];
  const rows = Object.entries(properties).flatMap(([name, schema]) => [
    {
      depth,
      name,
      type: typeOf(schema),
      isRequired: required.includes(name),
      description: schema.description ?? '',
    },
    ...rowsOf(schema, depth + 1),
  ]);
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0)
    return rows;
  const any = {
    depth,
    name: '…',
    type: typeOf(additionalProperties),
    isRequired: false,
    description: additionalProperties.description ?? '',
  };
  return [...rows, any, ...rowsOf(additionalProperties, depth + 1)];
}

/** Returns an example value for a schema. `isShort` leaves out optional properties. */
export function exampleOf(given: Schema, isShort = false, depth = 0): unknown {
  const { schema, isNullable } = plain(given);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice, isShort, depth);
  if (isNullable && depth > 2) return null;
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? '2026-11-21T12:00:00.000Z' : 'text';
    case 'integer':
    case 'number':
      return (
        Math.max(
          schema.minimum !== undefined && Math.abs(schema.minimum) < Number.MAX_SAFE_INTEGER
            ? schema.minimum
            : 0,
          0,
        ) || 1
      );
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined || depth > depthMax
        ? []
        : [exampleOf(schema.items, isShort, depth + 1)];
    case 'null':
      return null;
    default: {
      const { properties = {}, required = [] } = schema;
      const names = Object.keys(properties).filter((name) => !isShort || required.includes(name));
      return depth > depthMax
        ? {}
        : Object.fromEntries(
            names.map((name) => [name, exampleOf(properties[name] ?? {}, isShort, depth + 1)]),
          );
    }
  }
}
