import type { ConnectionValue, FacetCondition, Listing } from '../directory.rules.ts';

/** Up to this number, people are counted one by one. Above it, a sample is used. */
export const scanLimits = { exact: 10_000, sample: 5_000 } as const;
/** Minimum count of a value in a sample: with ten, the estimate's error is about a third. */
const leastMet = 10;

export type FilterSelection = Pick<Listing, 'search' | 'facets' | 'connection'>;

/** Alternatives of a filter: entries of the inverted table, and `connection:` with the relationship. */
export interface AnyOf {
  readonly field: string;
  readonly facets: readonly string[];
}

/** The conditions of all filters: `any` of each of these, all of those, none of these. */
export interface Filters {
  readonly any: readonly AnyOf[];
  readonly all: readonly string[];
  readonly none: readonly string[];
}

const named = ({ facet }: FacetCondition, values: readonly string[]) =>
  values.map((value) => `${facet}:${value}`);

export const filtersOf = ({ facets, connection }: FilterSelection): Filters => ({
  any: [
    ...facets
      .filter(({ any }) => any.length > 0)
      .map((one) => ({ field: one.facet, facets: named(one, one.any) })),
    ...(connection === null ? [] : [{ field: 'connection', facets: [`connection:${connection}`] }]),
  ],
  all: facets.flatMap((one) => named(one, one.all)),
  none: facets.flatMap((one) => named(one, one.none)),
});

/** The filter whose people are read one by one. Everyone has 'all:'. */
export type DrivingFilter =
  | { readonly kind: 'facets'; readonly facets: readonly string[] }
  | { readonly kind: 'tied'; readonly how: Exclude<ConnectionValue, 'none'> }
  | { readonly kind: 'matched' };

/** A scan of people, which counts the values of one filter, or of all but one. */
export interface CountPlan {
  readonly driver: DrivingFilter;
  /** The share of the driving filter that is read: 1, or that of the sample. */
  readonly share: number;
  readonly only?: string;
  readonly but?: string;
}

/** Number of people with each of these facets, for all audiences together, and number of the viewer's relationships. */
export interface Sizes {
  readonly facets: ReadonlyMap<string, number>;
  readonly byRelationship: Readonly<Record<Exclude<ConnectionValue, 'none'>, number>>;
}

/**
 * Returns the scans that count every filter's values among the people who match the other filters. The narrowest choice drives the scan,
 * and its own filter is counted from the next narrow one. Excludes filters that nothing else narrows, because their counts are those of
 * everyone.
 */
export const countPlansOf = (
  wanted: FilterSelection,
  { any, all, none }: Filters,
  sizes: Sizes,
): CountPlan[] => {
  if (wanted.search !== null) return [{ driver: { kind: 'matched' }, share: 1 }];
  const sizeOf = (facet: string) => sizes.facets.get(facet) ?? 0;
  const drivers: { driver: DrivingFilter; field?: string; size: number }[] = all.map((facet) => ({
    driver: { kind: 'facets', facets: [facet] },
    size: sizeOf(facet),
  }));
  for (const { field, facets } of any) {
    if (field !== 'connection')
      drivers.push({
        driver: { kind: 'facets', facets },
        field,
        size: facets.reduce((sum, facet) => sum + sizeOf(facet), 0),
      });
    else if (wanted.connection !== null && wanted.connection !== 'none')
      drivers.push({
        driver: { kind: 'tied', how: wanted.connection },
        field,
        size: sizes.byRelationship[wanted.connection],
      });
  }
  const everybody = { driver: { kind: 'facets', facets: ['all:'] } as const, size: sizeOf('all:') };
  const plan = ({ driver, size }: { driver: DrivingFilter; size: number }) => ({
    driver,
    share: size > scanLimits.exact ? scanLimits.sample / size : 1,
  });
  const [first = everybody, ...more] = drivers.toSorted((a, b) => a.size - b.size);
  const own = 'field' in first ? first.field : undefined;
  if (own === undefined) return [plan(first)];
  const isNarrowed = none.length > 0 || any.some(({ field }) => field !== own);
  const second = more[0] ?? (isNarrowed ? everybody : undefined);
  return [
    { ...plan(first), but: own },
    ...(second === undefined ? [] : [{ ...plan(second), only: own }]),
  ];
};

/** The known counts of a filter's values: exact, estimates for some of them, or none. */
export interface FieldCounts {
  readonly kind: 'exact' | 'about' | 'unknown';
  readonly people: ReadonlyMap<string, number>;
}

/** Extrapolates a sample's count to two digits. Null if the sample is too small. */
export const estimate = (met: number, share: number): number | null =>
  met < leastMet ? null : Number((met / share).toPrecision(2));
