import { isKnownParam, readFilters, readOrdering } from '../directory/directory.rules.ts';

export type Params = Readonly<Record<string, string>>;

const layouts = new Set(['grid', 'list']);

/** Returns the parameters that the directory has at this school, without empty ones. */
const knownOf = (params: Params, connect: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).filter(([key, value]) => {
      if (value.trim() === '') return false;
      return key === 'layout' ? layouts.has(value) : key === 'order' || isKnownParam(key, connect);
    }),
  );

const check = (params: Params, connect: boolean): void => {
  const { order, layout: _, ...filters } = params;
  readOrdering(order);
  readFilters(filters, connect);
};

/** Returns a search to store. Removes unknown parameters, and throws for invalid ones. */
export const searchToSave = (params: Params, connect: boolean): Record<string, string> => {
  const known = knownOf(params, connect);
  check(known, connect);
  return known;
};

/**
 * Returns a stored search for the current directory. Removes parameters that are now unknown or invalid, so that it
 * opens.
 */
export const searchToOpen = (params: Params, connect: boolean): Record<string, string> => {
  const readable = ([key, value]: [string, string]): boolean => {
    try {
      check({ [key]: value }, connect);
      return true;
    } catch {
      return false;
    }
  };
  return Object.fromEntries(Object.entries(knownOf(params, connect)).filter(readable));
};
