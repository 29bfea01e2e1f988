/* Parameters of the directory. This file doesn't import zod because the browser uses it at run time. */

/** Input of a filter: a text, one of a few values, or any number of values from a list. */
export type FilterKind = 'search' | 'menu-list' | 'list';

/** The directory's filters by their wire names. */
export const directoryFilterKinds = {
  search_word: 'search',
  account_type: 'menu-list',
  year_of_graduation: 'list',
  major: 'list',
  connection: 'menu-list',
  languages: 'list',
  interests: 'list',
  sports: 'list',
  industries: 'list',
  looking_for: 'list',
  city: 'list',
  country: 'list',
} as const satisfies Record<string, FilterKind>;
export type DirectoryFilterName = keyof typeof directoryFilterKinds;

export const connectionValues = ['connected', 'pending', 'incoming', 'none'] as const;

/** The order of an address that names none. */
export const directoryOrder = 'ClosenessDesc';

/** Orderings that an address can use. */
const orderingTerms =
  /^(?:(?:Name|CreatedOn|YearOfGraduation)(?:Asc|Desc),?){1,3}$|^ClosenessDesc$/;

const isName = (name: string): name is DirectoryFilterName =>
  Object.hasOwn(directoryFilterKinds, name);

/**
 * Returns the filter of a wire parameter (`major`, `major_tagList`, `major_NotContainsLogic`), or null if the directory has no
 * such filter. Search and connection have one value and no match logic.
 */
export const filterParamOf = (
  key: string,
): { name: DirectoryFilterName; part: string | undefined } | null => {
  const [, name = '', part] =
    /^(.*?)(?:_(tagList|ContainsLogic|NotContainsLogic))?$/.exec(key) ?? [];
  if (!isName(name)) return null;
  return part !== undefined && (name === 'search_word' || name === 'connection')
    ? null
    : { name, part };
};

/** The directory's part of an address: filter parameters by wire name, and an ordering if it names one. */
interface DirectoryQuestion {
  filters: Record<string, string>;
  order: string | undefined;
}

/**
 * Returns the directory's parameters of an address. Drops unrelated parameters (`utm_source`, `fbclid`, `share`) and unknown
 * values, because anyone can write an address. The calls themselves reject unknown values. `hasConnections`: true if people of
 * the school can connect.
 */
export function directoryQuestion(
  params: Readonly<Record<string, string>>,
  hasConnections = true,
): DirectoryQuestion {
  const isChoice = ([key, value]: [string, string]): boolean => {
    const known = filterParamOf(key);
    if (known === null || value.trim() === '') return false;
    if (known.part === 'ContainsLogic') return value === 'OR' || value === 'AND';
    return (
      known.name !== 'connection' ||
      (hasConnections && connectionValues.some((one) => one === value))
    );
  };
  const order = params['order'];
  const filters = Object.fromEntries(Object.entries(params).filter(isChoice));
  // The server needs the match logic of every list filter (DIR-04), including filters whose URL omits it.
  for (const key of Object.keys(filters)) {
    const known = filterParamOf(key);
    if (known?.part === 'tagList') filters[`${known.name}_ContainsLogic`] ??= 'OR';
  }
  return {
    filters,
    order: order !== undefined && orderingTerms.test(order) ? order : undefined,
  };
}

/** Returns the order to ask for; undefined for the best matches of a search. */
export const orderToAsk = ({ filters, order }: DirectoryQuestion): string | undefined =>
  order ?? (filters['search_word'] === undefined ? directoryOrder : undefined);
