/* The parameters of the directory. No zod here: the browser imports these at run time. */

/** How a filter is chosen: a text, one of a few, or any number of a list. */
export type FilterKind = 'search' | 'menu-list' | 'list';

/** The filters of the directory by their names on the wire. */
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

/** Values of the connection filter. */
export const connectionValues = ['connected', 'pending', 'incoming', 'none'] as const;

/** Columns that an ordering can name. */
const orderingTerms =
  /^(?:(?:Name|CreatedOn|YearOfGraduation)(?:Asc|Desc),?){1,3}$|^ClosenessDesc$/;

const isName = (name: string): name is DirectoryFilterName =>
  Object.hasOwn(directoryFilterKinds, name);

/**
 * A filter parameter as it travels (`major`, `major_tagList`, `major_NotContainsLogic`), and the filter it belongs to;
 * null where the directory has none of this name. Search and connection have one value and no logic.
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

/** What an address asks of the directory: filter parameters as they travel, and an ordering. */
interface DirectoryQuestion {
  filters: Record<string, string>;
  order: string | undefined;
}

/**
 * What of the parameters of the directory's address is a question to the directory. Others' parameters (`utm_source`, `fbclid`,
 * `share`) are none, nor is a choice that the directory does not have: an address is written by anybody.
 * The calls themselves refuse what they do not know. `hasConnections`: whether people of the school can connect.
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
