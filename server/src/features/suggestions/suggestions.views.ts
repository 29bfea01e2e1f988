import type { SuggestionReason } from '#contract/suggestions/endpoints.ts';
import type { SuggestedRow } from './suggestions.queries.ts';

const interestsShown = 3;

/** Returns the reasons for a suggestion, strongest first. */
export const reasonsOf = ({
  mutual,
  shared,
}: Pick<SuggestedRow, 'mutual' | 'shared'>): SuggestionReason[] => {
  const valuesOf = (facet: string) =>
    shared.filter((one) => one.startsWith(`${facet}:`)).map((one) => one.slice(facet.length + 1));
  const [major = null] = valuesOf('major');
  const [year] = valuesOf('year_of_graduation');
  const interests = valuesOf('interests');
  return [
    ...(mutual > 0 ? [{ kind: 'mutual' as const, count: mutual }] : []),
    ...(major !== null || year !== undefined
      ? [{ kind: 'studies' as const, major, year: year === undefined ? null : Number(year) }]
      : []),
    ...(interests.length > 0
      ? [{ kind: 'interests' as const, values: interests.slice(0, interestsShown) }]
      : []),
  ];
};
