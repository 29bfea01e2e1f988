import { problem } from '../../kernel/http/problem.ts';
import { matchesFilter, parsePath, type Filter, type TargetPath } from './filters/filter.ts';

/** An attribute that PATCH can write: one value, a few named parts, or a list of items with parts. Names have the spelling of responses. */
export type AttributeShape = {
  readonly name: string;
  readonly parts?: readonly string[];
  readonly isList?: boolean;
};

/** Attributes by lowercase name. */
export interface WritableAttributes {
  readonly written: Readonly<Record<string, AttributeShape>>;
  readonly readOnly: readonly string[];
  /** Attributes of the standard that aren't stored. PATCH ignores them, because providers send all attributes that they have. */
  readonly ignored: readonly string[];
}

type Item = Record<string, unknown>;
export type Document = Record<string, unknown>;

interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | null;
  readonly value: unknown;
}

const operationsMax = 1_000;
const syntax = (reason: string) => problem('invalid_syntax', { reason });
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a property, ignoring the case of its name. */
export const under = (object: Record<string, unknown>, name: string): unknown => {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
};

/** Returns the operations of a request. Some providers write Add, others add. Some omit the schema. */
export const readOperations = (body: Record<string, unknown>): Operation[] => {
  const list = under(body, 'Operations');
  if (!Array.isArray(list) || list.length === 0) throw syntax('there are no Operations');
  if (list.length > operationsMax) throw syntax(`there are more than ${operationsMax} Operations`);
  return list.map((one: unknown) => {
    const sentOp = isObject(one) ? under(one, 'op') : undefined;
    const op = typeof sentOp === 'string' ? sentOp.toLowerCase() : '';
    if (!isObject(one) || (op !== 'add' && op !== 'replace' && op !== 'remove'))
      throw syntax('op must be add, replace or remove');
    const path = under(one, 'path') ?? null;
    if (path !== null && typeof path !== 'string') throw syntax('path must be a string');
    const value = under(one, 'value');
    if (op === 'remove' && (path === null || path === ''))
      throw problem('no_target', { path: '(none)' });
    if (op !== 'remove' && value === undefined)
      throw problem('invalid_value', { name: path ?? 'value', reason: 'it is missing' });
    return { op, path: path === '' ? null : path, value };
  });
};

const userOrGroup = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)$/i;

/** Yields the target of each operation. Without a path, each name in the value is a target. Some providers use whole paths as names. */
export const targetsOf = function* (
  operations: readonly Operation[],
  isInSchema = false,
): Generator<{ op: Operation['op']; path: TargetPath; value: unknown }> {
  for (const { op, path, value } of operations) {
    if (path !== null) {
      yield { op, path: parsePath(path), value };
      continue;
    }
    if (!isObject(value))
      throw problem('invalid_value', {
        name: 'value',
        reason: 'without a path it must be an object',
      });
    for (const [name, inner] of Object.entries(value)) {
      if (/^(id|schemas|meta)$/i.test(name)) continue;
      if (userOrGroup.test(name)) {
        // A schema can contain attributes, but no other schemas.
        if (isInSchema)
          throw problem('invalid_value', {
            name: 'value',
            reason: 'a schema can’t contain a schema',
          });
        yield* targetsOf([{ op, path: null, value: inner }], true);
      } else if (!/^urn:/i.test(name) || name.includes('[') || /:(user|group):/i.test(name))
        yield { op, path: parsePath(name), value: inner };
    }
  }
};

/** Returns the attribute of a path, or null if it is ignored. */
export const shapeOf = (
  { attribute }: TargetPath,
  shapes: WritableAttributes,
): AttributeShape | null => {
  const shape = Object.hasOwn(shapes.written, attribute) ? shapes.written[attribute] : undefined;
  if (shape !== undefined) return shape;
  if (shapes.readOnly.includes(attribute))
    throw problem('read_only_attribute', { name: attribute });
  // Attributes of other schemas, such as the enterprise extension, are ignored.
  if (attribute.startsWith('urn:') || shapes.ignored.includes(attribute)) return null;
  throw problem('invalid_path', { reason: `there is no attribute ${attribute}` });
};

const partOf = (shape: AttributeShape, sub: string): string => {
  const part = shape.parts?.find((one) => one.toLowerCase() === sub);
  if (part === undefined) throw problem('invalid_path', { reason: `${shape.name} has no ${sub}` });
  return part;
};

/** Returns an item with our spelling of its parts. */
const itemOf = (shape: AttributeShape, value: unknown): Item => {
  if (typeof value === 'string') return { value };
  if (!isObject(value))
    throw problem('invalid_value', { name: shape.name, reason: 'an item must be an object' });
  return Object.fromEntries(
    (shape.parts ?? []).flatMap((part) =>
      under(value, part) === undefined ? [] : [[part, under(value, part)]],
    ),
  );
};
export const itemsOf = (shape: AttributeShape, value: unknown): Item[] =>
  [value].flat().map((one) => itemOf(shape, one));

/** Returns the value of a single-valued attribute. Entra sends some as a list of one item: `[{ "$ref": null, "value": "Dean" }]`. */
export const singleOf = (value: unknown): unknown => {
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  return more.length === 0 && isObject(only) && under(only, 'value') !== undefined
    ? under(only, 'value')
    : value;
};

/** Adds items to a list. A new item replaces items with the same type or value. */
const added = (before: readonly Item[], more: readonly Item[]): Item[] => {
  const isPrimary = more.some((item) => item['primary'] === true);
  const remaining = before
    .filter(
      (item) =>
        !more.some(
          (one) =>
            (one['type'] ?? null) === (item['type'] ?? null) || one['value'] === item['value'],
        ),
    )
    .map((item) => (isPrimary ? { ...item, primary: false } : item));
  return [...remaining, ...more];
};

/** Returns the item that a filter such as `type eq "work"` describes, for an add that matches no item. */
const described = (filter: Filter): Item => {
  if (filter.kind === 'and') return { ...described(filter.left), ...described(filter.right) };
  return filter.kind === 'compare' && filter.op === 'eq'
    ? { [filter.path.attribute]: filter.value }
    : {};
};

const writeList = (
  before: readonly Item[],
  shape: AttributeShape,
  op: Operation['op'],
  { sub, filter }: TargetPath,
  value: unknown,
): Item[] => {
  const part = sub === null ? null : partOf(shape, sub);
  const isMeant = (item: Item) => filter === null || matchesFilter(filter, item);
  if (op === 'remove') {
    const gone =
      part === null && filter === null && value !== undefined && value !== null
        ? itemsOf(shape, value).map((item) => item['value'])
        : null;
    if (part === null || part === 'value')
      return before.filter(
        (item) => !isMeant(item) || (gone !== null && !gone.includes(item['value'])),
      );
    return before.map((item) => (isMeant(item) ? { ...item, [part]: undefined } : item));
  }
  // Null unassigns the attribute, or the items that match the filter (RFC 7643, 2.5).
  if (value === null && part === null)
    return op === 'add' ? [...before] : before.filter((item) => filter !== null && !isMeant(item));
  if (part === null && filter === null)
    return op === 'replace' ? itemsOf(shape, value) : added(before, itemsOf(shape, value));
  const [only, ...more] = [value].flat() as unknown[];
  if (part === null && more.length > 0)
    throw problem('invalid_value', { name: shape.name, reason: 'it must be exactly one item' });
  const written = part === null ? itemOf(shape, only) : { [part]: singleOf(value) };
  if (before.some(isMeant))
    return before.map((item) => (isMeant(item) ? { ...item, ...written } : item));
  if (op === 'replace' && filter !== null) throw problem('no_target', { path: shape.name });
  return added(before, [{ ...(filter === null ? {} : described(filter)), ...written }]);
};

const writeParts = (
  before: unknown,
  shape: AttributeShape,
  op: Operation['op'],
  { sub }: TargetPath,
  value: unknown,
): unknown => {
  const had = isObject(before) ? before : {};
  if (sub !== null)
    return { ...had, [partOf(shape, sub)]: op === 'remove' ? undefined : singleOf(value) };
  if (op === 'remove' || (op === 'replace' && value === null)) return undefined;
  if (value === null) return before;
  if (!isObject(value))
    throw problem('invalid_value', { name: shape.name, reason: 'it must be an object' });
  return { ...had, ...itemOf(shape, value) };
};

/** Returns the document after all operations, without changing the given one. */
export const patched = (
  document: Document,
  body: Record<string, unknown>,
  shapes: WritableAttributes,
): Document => {
  const next = { ...document };
  for (const { op, path, value } of targetsOf(readOperations(body))) {
    const shape = shapeOf(path, shapes);
    if (shape === null) continue;
    const before = next[shape.name];
    if (shape.isList)
      next[shape.name] = writeList(
        Array.isArray(before) ? (before as Item[]) : [],
        shape,
        op,
        path,
        value,
      );
    else if (path.filter !== null)
      throw problem('invalid_path', { reason: `${shape.name} isn’t a list` });
    else if (shape.parts !== undefined)
      next[shape.name] = writeParts(before, shape, op, path, value);
    else if (path.sub !== null)
      throw problem('invalid_path', { reason: `${shape.name} has no sub-attributes` });
    else next[shape.name] = op === 'remove' ? undefined : singleOf(value);
  }
  return next;
};
