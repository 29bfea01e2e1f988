import {
  connectionValues,
  directoryFilterKinds,
  filterParamOf,
  type DirectoryFilterName,
  type FilterKind,
} from '#contract/directory/address.ts';
import { pageSizeDefault, pageSizeMax } from '#contract/paging.ts';
import { splitList } from '../../kernel/http/json-filters.ts';
import { problem } from '../../kernel/http/problem.ts';

/** A directory filter. `facet` filters match `user_facets`. `isMany`: a person can have several values. */
export interface DirectoryFilter {
  readonly name: DirectoryFilterName;
  readonly label: string;
  readonly kind: FilterKind;
  readonly isMany?: boolean;
}

const labels: Record<DirectoryFilterName, string> = {
  search_word: 'Search',
  account_type: 'Account type',
  year_of_graduation: 'Graduation year',
  major: 'Major',
  connection: 'Connection',
  languages: 'Languages',
  interests: 'Interests',
  sports: 'Sports',
  industries: 'Industries',
  looking_for: 'Looking for',
  city: 'City',
  country: 'Country',
};
const haveMany = new Set<DirectoryFilterName>([
  'languages',
  'interests',
  'sports',
  'industries',
  'looking_for',
]);

/** The directory's filters in their order. */
export const directoryFilters: readonly DirectoryFilter[] = (
  Object.keys(directoryFilterKinds) as DirectoryFilterName[]
).map((name) => ({
  name,
  label: labels[name],
  kind: directoryFilterKinds[name],
  ...(haveMany.has(name) && { isMany: true }),
}));

export type ConnectionValue = (typeof connectionValues)[number];

/** Values of a facet of which a person needs any, all, or none. */
export interface FacetCondition {
  readonly facet: string;
  readonly any: readonly string[];
  readonly all: readonly string[];
  readonly none: readonly string[];
}

export type OrderColumn = 'name' | 'created' | 'year' | 'closeness';
export interface OrderTerm {
  readonly column: OrderColumn;
  readonly isDescending: boolean;
}

/** A person's position in the order of names, or by closeness with a score. */
export interface NameCursor {
  readonly name: string;
  readonly id: number;
  readonly score?: number;
}

/** Faces of mutual connections on a card. */
export const cardFaces = 3;
/** Maximum options of a filter. The search in a picker finds the frequent ones first. */
export const optionsMax = 300;

/** A validated listing request. An empty `order` means best match first with a search, otherwise by name. */
export interface Listing {
  readonly search: string | null;
  readonly facets: readonly FacetCondition[];
  readonly connection: ConnectionValue | null;
  readonly order: readonly OrderTerm[];
  readonly offset: number;
  readonly size: number;
  /** In an order by name or closeness only: people after this position. */
  readonly after?: NameCursor;
  /** The time for which courses are current, in the order by closeness. Without it, courses don't count. */
  readonly now?: Date;
}

/** Returns whether a listing is ordered by name only. */
export const isNameOrder = ({ order }: Pick<Listing, 'order'>): boolean =>
  order.length === 1 && order[0]?.column === 'name';

/** Returns whether a listing is ordered by closeness. A search still ranks its best matches first. */
export const isRelationshipOrder = ({ order }: Pick<Listing, 'order'>): boolean =>
  order[0]?.column === 'closeness';

/** Returns whether closeness decides. Requests are sorted by name. */
export const isRankedByRelationship = (listing: Pick<Listing, 'order' | 'connection'>): boolean =>
  isRelationshipOrder(listing) &&
  listing.connection !== 'pending' &&
  listing.connection !== 'incoming';

/** Orders that people can choose. Names can be combined (`CreatedOnDescNameAsc`, `CreatedOnDesc,NameAsc`). */
export const orderings = [
  { value: 'ClosenessDesc', label: 'Closest to me' },
  { value: 'NameAsc', label: 'Name' },
  { value: 'NameDesc', label: 'Name, Z to A' },
  { value: 'CreatedOnDesc', label: 'Newest' },
  { value: 'YearOfGraduationAsc', label: 'Graduation year' },
  { value: 'YearOfGraduationDesc', label: 'Graduation year, latest first' },
] as const;
/** The order in which the directory opens. Calls without an order are sorted by name. */
export const defaultOrder = 'ClosenessDesc';
export const nameOrder = 'NameAsc';

const orderColumns: Record<string, OrderColumn> = {
  Name: 'name',
  CreatedOn: 'created',
  YearOfGraduation: 'year',
  Closeness: 'closeness',
};

/** Reads a combined order. Throws for unknown names. */
export const readOrdering = (text: string | undefined): OrderTerm[] => {
  if (text === undefined || text === '') return [];
  const terms: OrderTerm[] = [];
  const rest = text.replace(
    /(Name|CreatedOn|YearOfGraduation|Closeness)(Asc|Desc),?/g,
    (_, name: string, way: string) => {
      const column = orderColumns[name] ?? 'name';
      // It has only one direction: closest first, and then by name.
      if (column === 'closeness' && way === 'Asc') return '?';
      terms.push({ column, isDescending: way === 'Desc' && column !== 'closeness' });
      return '';
    },
  );
  const isOdd = terms.length > 1 && terms.some(({ column }) => column === 'closeness');
  if (rest !== '' || terms.length > 3 || isOdd) {
    throw problem('unknown_ordering', {
      name: text.slice(0, 60),
      known: orderings.map((one) => one.value).join(', '),
    });
  }
  return terms;
};

/** Removes years from an order for a viewer who can't see them, and falls back to names. */
export const withoutYears = (order: readonly OrderTerm[]): readonly OrderTerm[] => {
  const rest = order.filter(({ column }) => column !== 'year');
  // An empty order would mean the best match.
  return rest.length > 0 || order.length === 0 ? rest : [{ column: 'name', isDescending: false }];
};

/** Returns the orders that a viewer can choose. */
export const orderingsFor = (
  seesYears: boolean,
): readonly { readonly value: string; readonly label: string }[] =>
  orderings.filter(
    ({ value }) => seesYears || !readOrdering(value).some(({ column }) => column === 'year'),
  );

/** Converts `range` and `limit` of the older calls to offset and size. Throws if the window is empty, reversed or too large. */
export const readWindow = (
  range: number,
  limit: number | undefined,
): { offset: number; size: number } => {
  const size = limit === undefined ? pageSizeDefault : limit - range;
  if (size < 1)
    throw problem('invalid_input', {}, [
      { path: 'limit', message: 'limit must be larger than range' },
    ]);
  if (size > pageSizeMax) throw problem('page_too_large', { max: pageSizeMax });
  return { offset: range, size };
};

/** Returns the school's filters, without those about connections if the school has none. */
export const filtersOf = (connect: boolean): readonly DirectoryFilter[] =>
  directoryFilters.filter((filter) => connect || filter.name !== 'connection');

const refuseFilter = (name: string, filters: readonly DirectoryFilter[]): never => {
  throw problem('unknown_filter', {
    name: name.slice(0, 60),
    known: filters.map((filter) => filter.name).join(', '),
  });
};

/** Returns a filter parameter with its filter. Search and connection have one value and no logic. */
const readParam = (
  key: string,
  filters: readonly DirectoryFilter[],
): { filter: DirectoryFilter; part: string | undefined } | null => {
  const known = filterParamOf(key);
  const filter = filters.find((one) => one.name === known?.name);
  return filter === undefined ? null : { filter, part: known?.part };
};

/** Returns whether a school's directory has a filter parameter with this name. */
export const isKnownParam = (key: string, connect: boolean): boolean =>
  readParam(key, filtersOf(connect)) !== null;

const maxValues = 50;

const readValues = (text: string, path: string): string[] => {
  const values = splitList(text);
  if (values.length > maxValues)
    throw problem('invalid_input', {}, [{ path, message: `at most ${maxValues} values` }]);
  return values;
};

const readConnection = (value: string): ConnectionValue => {
  const found = connectionValues.find((known) => known === value);
  if (found === undefined)
    throw problem('invalid_input', {}, [
      { path: 'connection', message: `one of ${connectionValues.join(', ')}` },
    ]);
  return found;
};

/** Maximum characters of a search text. Longer text isn't a name. */
const searchMax = 100;

/**
 * Reads filter parameters: `search_word`, `{name}=value`, `{name}_tagList=a,b`, `{name}_ContainsLogic=OR|AND`, `{name}_NotContainsLogic=c`.
 * Ignores empty values.
 */
export const readFilters = (
  params: Readonly<Record<string, string>>,
  connect: boolean,
): Pick<Listing, 'search' | 'facets' | 'connection'> => {
  const facets = new Map<string, { any: string[]; all: string[]; none: string[] }>();
  const facetOf = (name: string) => {
    const found = facets.get(name) ?? { any: [], all: [], none: [] };
    facets.set(name, found);
    return found;
  };
  let search: string | null = null;
  let connection: ConnectionValue | null = null;
  const filters = filtersOf(connect);
  for (const [key, value] of Object.entries(params)) {
    const { filter, part } = readParam(key, filters) ?? refuseFilter(key, filters);
    const { name } = filter;
    if (value.trim() === '') continue;
    if (filter.kind === 'search') search = value.trim().slice(0, searchMax);
    else if (filter.name === 'connection') connection = readConnection(value);
    else if (part === undefined) facetOf(name).any.push(value.trim().replaceAll('[[SEP]]', ','));
    else if (part === 'NotContainsLogic') facetOf(name).none.push(...readValues(value, key));
    else if (part === 'ContainsLogic') {
      if (value !== 'OR' && value !== 'AND')
        throw problem('invalid_input', {}, [{ path: key, message: 'OR or AND' }]);
    } else if (params[`${name}_ContainsLogic`] === 'AND')
      facetOf(name).all.push(...readValues(value, key));
    else facetOf(name).any.push(...readValues(value, key));
  }
  return {
    search,
    connection,
    facets: [...facets]
      .map(([facet, condition]) => ({ facet, ...condition }))
      .filter(({ any, all, none }) => any.length + all.length + none.length > 0),
  };
};

/** Returns the only facet value if it alone determines the total, or null. */
export const singleFacet = (
  listing: Pick<Listing, 'search' | 'facets' | 'connection'>,
): string | null => {
  if (listing.search !== null || listing.connection !== null || listing.facets.length > 1)
    return null;
  const [only] = listing.facets;
  if (only === undefined) return 'all:';
  return only.any.length === 1 && only.all.length === 0 && only.none.length === 0
    ? `${only.facet}:${only.any[0]}`
    : null;
};
