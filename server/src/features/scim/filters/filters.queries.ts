import { sql, type RawBuilder } from 'kysely';
import { problem } from '../../../kernel/http/problem.ts';
import type { Comparison, Filter } from './filter.ts';

type Sql = RawBuilder<unknown>;

/**
 * The SQL of an attribute. `folded` is lowercase text, `exact` is unchanged text, `id` is a database id that clients
 * see as text. Only these expressions become SQL. Values from the client are always parameters.
 */
export type Column =
  | { readonly is: 'folded' | 'exact' | 'boolean' | 'instant' | 'id'; readonly sql: Sql }
  | { readonly is: 'constant'; readonly value: string | boolean };

/** Attributes that filters can use, by lowercase name. List attributes have each possible item with its parts. */
export interface Filterable {
  readonly columns: Readonly<Record<string, Column>>;
  readonly lists: Readonly<Record<string, readonly Readonly<Record<string, Column>>[]>>;
  /** Lists in separate tables. The function returns a condition that an item matches a value, which is an id. */
  readonly tables?: Readonly<Record<string, (value: Sql) => Sql>>;
}

const wrong = (reason: string) => problem('invalid_filter', { reason });
const order: Partial<Record<Comparison, Sql>> = {
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};
const largestId = 9_007_199_254_740_991;

const compareText = (column: Sql, op: Comparison, value: Sql): Sql => {
  switch (op) {
    case 'eq':
      return sql`${column} = ${value}`;
    case 'ne':
      return sql`${column} is distinct from ${value}`;
    case 'co':
      return sql`position(${value} in ${column}) > 0`;
    case 'sw':
      return sql`starts_with(${column}, ${value})`;
    case 'ew':
      return sql`right(${column}, length(${value})) = ${value}`;
    default:
      return sql`${column} collate "C" ${order[op]} ${value}`;
  }
};

const compareConstant = (
  have: string | boolean,
  op: Comparison,
  value: unknown,
  name: string,
): Sql => {
  if (op !== 'eq' && op !== 'ne') throw wrong(`${name} can only be compared with eq and ne`);
  const want = typeof value === 'string' ? value.toLowerCase() : value;
  return (have === want) === (op === 'eq') ? sql`true` : sql`false`;
};

const instantOf = (value: unknown, name: string): Date => {
  const date =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : null;
  if (date === null || Number.isNaN(date.getTime()))
    throw wrong(`${name} can only be compared with a time such as "2026-09-01T08:30:00Z"`);
  return date;
};

/**
 * An absent attribute matches no comparison except `ne`. The `coalesce` is only here, because around a comparison it
 * would prevent the use of an index.
 */
const not = (condition: Sql): Sql => sql`(not coalesce(${condition}, false))`;

const compareColumn = (
  column: Column,
  op: Comparison,
  value: string | number | boolean | null,
  name: string,
): Sql => {
  if (column.is === 'constant') return compareConstant(column.value, op, value, name);
  if (value === null) {
    if (op === 'eq') return sql`${column.sql} is null`;
    if (op === 'ne') return sql`${column.sql} is not null`;
    throw wrong(`${name} can be compared with null only by eq and ne`);
  }
  switch (column.is) {
    case 'boolean': {
      const truth =
        typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value;
      if (typeof truth !== 'boolean' || (op !== 'eq' && op !== 'ne'))
        throw wrong(`${name} can only be compared with true and false by eq and ne`);
      return sql`${column.sql} = ${op === 'eq' ? truth : !truth}::boolean`;
    }
    case 'instant': {
      const sign = op === 'eq' ? sql`=` : op === 'ne' ? sql`<>` : order[op];
      if (sign === undefined) throw wrong(`${name} cannot be compared with ${op}`);
      // Responses have milliseconds, so comparisons use them too.
      return sql`date_trunc('milliseconds', ${column.sql}) ${sign} ${instantOf(value, name)}::timestamptz`;
    }
    case 'id': {
      if (op !== 'eq' && op !== 'ne') throw wrong(`${name} can only be compared with eq and ne`);
      const id =
        typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) && Number(value) <= largestId
          ? Number(value)
          : 0;
      return op === 'eq' ? sql`${column.sql} = ${id}::bigint` : sql`${column.sql} <> ${id}::bigint`;
    }
    default: {
      if (typeof value !== 'string')
        throw wrong(`${name} can only be compared with a string in quotes`);
      const sent = column.is === 'folded' ? sql`lower(${value}::text)` : sql`${value}::text`;
      return compareText(column.sql, op, sent);
    }
  }
};

const present = (column: Column): Sql =>
  column.is === 'constant' ? sql`true` : sql`${column.sql} is not null`;
const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/**
 * Returns SQL for a filter in the brackets of a list attribute, for one of its items. An item without a value doesn't
 * exist.
 */
const itemSql = (filter: Filter, item: Readonly<Record<string, Column>>, list: string): Sql => {
  switch (filter.kind) {
    case 'and':
      return sql`(${itemSql(filter.left, item, list)} and ${itemSql(filter.right, item, list)})`;
    case 'or':
      return sql`(${itemSql(filter.left, item, list)} or ${itemSql(filter.right, item, list)})`;
    case 'not':
      return not(itemSql(filter.of, item, list));
    case 'has':
      throw wrong('brackets can’t contain brackets');
    default: {
      const name = `${list}.${filter.path.attribute}`;
      const column = Object.hasOwn(item, filter.path.attribute)
        ? item[filter.path.attribute]
        : undefined;
      if (column === undefined || filter.path.sub !== null)
        throw wrong(`${name} can’t be filtered`);
      return filter.kind === 'present'
        ? present(column)
        : compareColumn(column, filter.op, filter.value, name);
    }
  }
};

const listSql = (filter: Filter, list: string, { lists, tables }: Filterable): Sql => {
  const table = tables !== undefined && Object.hasOwn(tables, list) ? tables[list] : undefined;
  if (table !== undefined) {
    if (filter.kind !== 'compare' || filter.path.attribute !== 'value' || filter.op !== 'eq')
      throw wrong(`${list} can only be filtered by value eq "…"`);
    const id =
      typeof filter.value === 'string' && /^[1-9]\d{0,15}$/.test(filter.value)
        ? Number(filter.value)
        : 0;
    return table(sql`${id <= largestId ? id : 0}::bigint`);
  }
  const items = Object.hasOwn(lists, list) ? lists[list] : undefined;
  if (items === undefined) throw wrong(`${list} can’t be filtered`);
  return anyOf(
    items.map((item) => {
      const value = item['value'];
      return sql`(${value === undefined ? sql`true` : present(value)} and ${itemSql(filter, item, list)})`;
    }),
  );
};

/** Returns a filter as an SQL condition. Throws for attributes that aren't stored. */
export const filterSql = (filter: Filter, filterable: Filterable): Sql => {
  switch (filter.kind) {
    case 'and':
      return sql`(${filterSql(filter.left, filterable)} and ${filterSql(filter.right, filterable)})`;
    case 'or':
      return sql`(${filterSql(filter.left, filterable)} or ${filterSql(filter.right, filterable)})`;
    case 'not':
      return not(filterSql(filter.of, filterable));
    case 'has':
      return listSql(filter.of, filter.attribute, filterable);
    default: {
      const { attribute, sub } = filter.path;
      const name = sub === null ? attribute : `${attribute}.${sub}`;
      const column = Object.hasOwn(filterable.columns, name) ? filterable.columns[name] : undefined;
      if (column !== undefined)
        return filter.kind === 'present'
          ? present(column)
          : compareColumn(column, filter.op, filter.value, name);
      const isList =
        Object.hasOwn(filterable.lists, attribute) ||
        Object.hasOwn(filterable.tables ?? {}, attribute);
      if (!isList) throw wrong(`${name} can’t be filtered`);
      // `emails eq "a@b"` compares the value (RFC 7643, 2.4).
      return listSql(
        { ...filter, path: { attribute: sub ?? 'value', sub: null } },
        attribute,
        filterable,
      );
    }
  }
};
