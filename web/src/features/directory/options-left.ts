import type { ListingFilter } from '#contract/people/endpoints.ts';
import { joinValues } from '../../lib/listing-params.ts';
import type { Messages } from '../../lib/messages.ts';
import { connectionLabels } from './connection-labels.ts';
import { chosenOf, valueOf, type DirectorySearch } from './directory-search.ts';

/**
 * Returns a filter with the options that the other filters leave (`left`, once loaded). Selected options stay in the list
 * even without matches, so that the user can remove them.
 */
export function optionsLeft(
  filter: ListingFilter,
  left: readonly ListingFilter[] | undefined,
  search: DirectorySearch,
  { t }: Pick<Messages, 't'>,
): ListingFilter {
  const counted = left?.find(({ name }) => name === filter.name);
  const { options, about } = counted ?? filter;
  const { values, without } = chosenOf(search, filter);
  const missing = [...values, ...without]
    .filter((value) => !options.some((option) => valueOf(option.value) === value))
    .map((value) => ({
      value: joinValues([value]),
      label: value,
      count: counted !== undefined && !about ? 0 : null,
    }));
  return {
    ...filter,
    ...(about && { about }),
    options: [...missing, ...options].map((option) => {
      const label = filter.name === 'connection' ? connectionLabels[option.value] : undefined;
      return label === undefined ? option : { ...option, label: t(label) };
    }),
  };
}
