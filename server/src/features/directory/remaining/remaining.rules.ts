import type { ConnectionValue, FacetCondition, Listing } from '../directory.rules.ts';

/** Up to so many people are counted one by one; where there are more, a sample of so many stands for them. */
export const scanLimits = { exact: 10_000, sample: 5_000 } as const;
/** A value met less often in a sample says nothing: at ten the estimate is a third off, more or less. */
const leastMet = 10;

export type Wanted = Pick<Listing, 'search' | 'facets' | 'connection'>;

/** Somebody of a kind that a filter may ask for: entries of the inverted table, and `connection:` with how one is tied to them. */
export interface AnyOf {
  readonly field: string;
  readonly facets: readonly string[];
}

/** What the filters ask of a person: `any` of each of these, all of those, none of these. */
export interface Filters {
  readonly any: readonly AnyOf[];
  readonly all: readonly string[];
  readonly none: readonly string[];
}

const named = ({ facet }: FacetCondition, values: readonly string[]) =>
  values.map((value) => `${facet}:${value}`);

export const filtersOf = ({ facets, connection }: Wanted): Filters => ({
  any: [
    ...facets
      .filter(({ any }) => any.length > 0)
      .map((one) => ({ field: one.facet, facets: named(one, one.any) })),
    ...(connection === null ? [] : [{ field: 'connection', facets: [`connection:${connection}`] }]),
  ],
  all: facets.flatMap((one) => named(one, one.all)),
  none: facets.flatMap((one) => named(one, one.none)),
});

/** The filter whose people are read one by one. Everybody has 'all:'. */
export type DrivingFilter =
  | { readonly kind: 'facets'; readonly facets: readonly string[] }
  | { readonly kind: 'tied'; readonly how: Exclude<ConnectionValue, 'none'> }
  | { readonly kind: 'matched' };

/** One scan of people: it counts the values of one filter, or of all but one. */
export interface CountPlan {
  readonly driver: DrivingFilter;
  /** How much of the driving filter is read: 1, or the share of the sample. */
  readonly share: number;
  readonly only?: string;
  readonly but?: string;
}

/** How many people have each of these facets, all audiences together, and how many the viewer is tied to. */
export interface Sizes {
  readonly facets: ReadonlyMap<string, number>;
  readonly tied: Readonly<Record<Exclude<ConnectionValue, 'none'>, number>>;
}

/**
 * The scans by which every filter's values are counted among the people whom the other filters leave: the narrowest
 * choice drives the scan, and its own filter is counted from the next narrow one. A filter that nothing else narrows is not
 * among them: its counts are those of everybody.
 */
export const countPlansOf = (
  wanted: Wanted,
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
        size: sizes.tied[wanted.connection],
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

/** What is known of a filter's values: exact counts, estimates for some of them, or nothing. */
export interface FieldCounts {
  readonly kind: 'exact' | 'about' | 'unknown';
  readonly people: ReadonlyMap<string, number>;
}

/** A sample's count as an estimate of all, two digits of it; null where the sample says too little. */
export const estimate = (met: number, share: number): number | null =>
  met < leastMet ? null : Number((met / share).toPrecision(2));
