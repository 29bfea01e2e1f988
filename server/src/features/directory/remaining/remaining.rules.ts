import type { ConnectionValue, FacetCondition, Listing } from '../directory.rules.ts';

/** Up to so many people are counted one by one; where there are more, a sample of so many stands for them. */
export const walk = { exact: 10_000, sample: 5_000 } as const;
/** A value met less often in a sample says nothing: at ten the estimate is a third off, more or less. */
const leastMet = 10;

export type Wanted = Pick<Listing, 'search' | 'facets' | 'connection'>;

/** Somebody of a kind that a filter may ask for: entries of the inverted table, and `connection:` with how one is tied to them. */
export interface AnyOf {
  readonly field: string;
  readonly facets: readonly string[];
}

/** What a person must be, taken apart: `any` of each of these, all of those, none of these. */
export interface Demands {
  readonly any: readonly AnyOf[];
  readonly all: readonly string[];
  readonly none: readonly string[];
}

const named = ({ facet }: FacetCondition, values: readonly string[]) =>
  values.map((value) => `${facet}:${value}`);

export const demandsOf = ({ facets, connection }: Wanted): Demands => ({
  any: [
    ...facets
      .filter(({ any }) => any.length > 0)
      .map((one) => ({ field: one.facet, facets: named(one, one.any) })),
    ...(connection === null ? [] : [{ field: 'connection', facets: [`connection:${connection}`] }]),
  ],
  all: facets.flatMap((one) => named(one, one.all)),
  none: facets.flatMap((one) => named(one, one.none)),
});

/** From whom counting starts. Everybody has 'all:'. */
export type Lead =
  | { readonly kind: 'facets'; readonly facets: readonly string[] }
  | { readonly kind: 'tied'; readonly how: Exclude<ConnectionValue, 'none'> }
  | { readonly kind: 'matched' };

/** One way through people: it counts the values of one filter, or of all but one. */
export interface Scan {
  readonly lead: Lead;
  /** How much of the lead is walked: 1, or the share of the sample. */
  readonly share: number;
  readonly only?: string;
  readonly but?: string;
}

/** How many people have each of these facets, all audiences together, and how many one is tied to. */
export interface Sizes {
  readonly facets: ReadonlyMap<string, number>;
  readonly tied: Readonly<Record<Exclude<ConnectionValue, 'none'>, number>>;
}

/**
 * The ways to walk so that every filter's values are counted among the people whom the other filters leave: the narrowest
 * choice leads, and its own filter is counted from the next narrow one. A filter that nothing else narrows is not
 * among them: its counts are those of everybody.
 */
export const scansOf = (wanted: Wanted, { any, all, none }: Demands, sizes: Sizes): Scan[] => {
  if (wanted.search !== null) return [{ lead: { kind: 'matched' }, share: 1 }];
  const sizeOf = (facet: string) => sizes.facets.get(facet) ?? 0;
  const leads: { lead: Lead; field?: string; size: number }[] = all.map((facet) => ({
    lead: { kind: 'facets', facets: [facet] },
    size: sizeOf(facet),
  }));
  for (const { field, facets } of any) {
    if (field !== 'connection')
      leads.push({
        lead: { kind: 'facets', facets },
        field,
        size: facets.reduce((sum, facet) => sum + sizeOf(facet), 0),
      });
    else if (wanted.connection !== null && wanted.connection !== 'none')
      leads.push({
        lead: { kind: 'tied', how: wanted.connection },
        field,
        size: sizes.tied[wanted.connection],
      });
  }
  const everybody = { lead: { kind: 'facets', facets: ['all:'] } as const, size: sizeOf('all:') };
  const scan = ({ lead, size }: { lead: Lead; size: number }) => ({
    lead,
    share: size > walk.exact ? walk.sample / size : 1,
  });
  const [first = everybody, ...more] = leads.toSorted((a, b) => a.size - b.size);
  const own = 'field' in first ? first.field : undefined;
  if (own === undefined) return [scan(first)];
  const isNarrowed = none.length > 0 || any.some(({ field }) => field !== own);
  const second = more[0] ?? (isNarrowed ? everybody : undefined);
  return [
    { ...scan(first), but: own },
    ...(second === undefined ? [] : [{ ...scan(second), only: own }]),
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
