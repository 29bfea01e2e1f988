import { isKnownParam, readFilters, readOrdering } from '../directory/directory.rules.ts';

export type Params = Readonly<Record<string, string>>;

const layouts = new Set(['grid', 'list']);

/** What of a search the directory knows at this school, without what is empty. */
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

/** A search as it is stored: what the directory does not know is left out, what it cannot read is refused. */
export const searchToSave = (params: Params, connect: boolean): Record<string, string> => {
  const known = knownOf(params, connect);
  check(known, connect);
  return known;
};

/** A stored search as the directory of today takes it: parameters that it no longer knows or reads are left out, so that it opens. */
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
