import type { pageSizeDefault } from '#contract/paging.ts';

/*
 * The client-side rules of every list (product text §5 and §9; DIR-03, 04, 06):
 *
 * listingParams({ page, filters, order }): range, limit, order and filter params; `order1` with `orderParam`
 * filterParams({ search_word: 'ana', interests: { kind: 'list', contains: ['Chess, fast'] } })
 * legacyRows(answer): { total, items } of a v17 list
 *
 * The debounce of a search field is in debounce.ts.
 */

/** The contract's page size. Its type makes this fail to compile if the contract changes. */
export const pageSize: typeof pageSizeDefault = 20;

/** One option or none is selected. */
export interface MenuListFilter {
  kind: 'menu-list';
  selected: { value: string } | null;
}

/** Any number of included and excluded values. */
export interface ListFilter {
  kind: 'list';
  contains: readonly string[];
  logic?: 'OR' | 'AND';
  notContains?: readonly string[];
}

export type FilterValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly string[]
  | MenuListFilter
  | ListFilter;

const isList = (value: FilterValue): value is readonly string[] => Array.isArray(value);

/** Commas separate values on the wire, so a comma within a value is written as [[SEP]]. */
export const joinValues = (values: readonly string[]): string =>
  values
    .filter((value) => value !== '')
    .map((value) => value.replaceAll(',', '[[SEP]]'))
    .join(',');

/** Returns filters as query parameters. Empty ones are left out. */
export function filterParams(
  filters: Readonly<Record<string, FilterValue>>,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(filters)) {
    if (value === null || value === undefined || value === '') continue;
    if (isList(value)) {
      put(params, name, joinValues(value));
    } else if (typeof value !== 'object') {
      params[name] = String(value);
    } else if (value.kind === 'menu-list') {
      if (value.selected) put(params, name, value.selected.value);
    } else {
      const tags = joinValues(value.contains);
      if (tags !== '') {
        params[`${name}_tagList`] = tags;
        params[`${name}_ContainsLogic`] = value.logic ?? 'OR';
      }
      put(params, `${name}_NotContainsLogic`, joinValues(value.notContains ?? []));
    }
  }
  return params;
}

function put(params: Record<string, string>, name: string, value: string): void {
  if (value !== '') params[name] = value;
}

/** Returns the offset of a page's first row as `range`, and of the row after its last as `limit`. */
export const pageWindow = (
  page = 1,
  size: number = pageSize,
): { range: number; limit: number } => ({
  range: (page - 1) * size,
  limit: page * size,
});

interface Listing {
  page?: number;
  size?: number;
  filters?: Readonly<Record<string, FilterValue>>;
  order?: readonly string[];
  /** `mobile_people` uses the name `order1`. */
  orderParam?: 'order' | 'order1';
}

export function listingParams({
  page,
  size,
  filters = {},
  order = [],
  orderParam = 'order',
}: Listing): Record<string, string> {
  const { range, limit } = pageWindow(page, size);
  const params: Record<string, string> = {
    ...filterParams(filters),
    range: String(range),
    limit: String(limit),
  };
  const joined = order.filter((part) => part !== '').join(',');
  if (joined !== '') params[orderParam] = joined;
  return params;
}

type LegacyRow = Readonly<Record<string, unknown>>;

/** Returns the rows of a v17 list by field name, without date and letter headings. The first row's counter is the total. */
export function legacyRows(answer: readonly LegacyRow[]): {
  total: number;
  items: Record<string, string>[];
} {
  const rows = answer.filter((row) => row['listingSeparator'] !== 'true');
  const items = rows.map((row) => {
    const names = String(row['fields'] ?? '')
      .split(',')
      .filter((name) => name !== '');
    return Object.fromEntries(names.map((name, index) => [name, String(row[`p${index}`] ?? '')]));
  });
  return { total: Number(rows[0]?.['counter'] ?? 0), items };
}
