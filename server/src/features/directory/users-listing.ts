import type { User } from '#contract/people/endpoints.ts';
import { isRecord, readJsonParameter, invalidParameter } from '../../kernel/http/json-parameter.ts';
import { problem } from '../../kernel/http/problem.ts';
import type { ViewDepth } from '../people/people.views.ts';
import { directoryFilters } from './directory.rules.ts';

const base = [
  'uid',
  'id',
  'firstName',
  'lastName',
  'photoUrl',
  'accountType',
  'yearOfGraduation',
  'major',
  'connectionStatus',
  'visitableProfile',
] as const;
const optional = [
  'largePhotoUrl',
  'genderPronoun',
  'mutualCount',
  'mutuals',
  'shared',
  'can',
  'bio',
  'companyName',
  'workTitle',
  'email',
  'phoneWork',
  'phoneHome',
  'phoneMobile',
  'city',
  'zipcode',
  'state',
  'country',
  'currentAddress',
] as const;
const related = [
  'languages',
  'lookingForSelections',
  'industrySelections',
  'interests',
  'sports',
  'groups',
] as const;

type Property = (typeof base | typeof optional | typeof related)[number];

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const readNames = <P extends string>(
  text: string | undefined,
  path: string,
  known: readonly P[],
): P[] => {
  const list = readJsonParameter(text, path) ?? [];
  if (!Array.isArray(list)) throw invalidParameter(path, 'a JSON list of names');
  return list.map((name: unknown) => {
    const found = known.find((one) => one === name || pascal(one) === name);
    if (found === undefined)
      throw problem('unknown_property', {
        name: String(name).slice(0, 60),
        known: known.map(pascal).join(', '),
      });
    return found;
  });
};

const filterNames = new Map(
  directoryFilters.flatMap(({ name }) => {
    const key = name === 'search_word' ? 'Search' : name.split('_').map(pascal).join('');
    return [
      [key, name],
      [name, name],
    ] as const;
  }),
);

const text = (value: unknown, path: string): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw invalidParameter(
    path,
    'a text, a list of texts, or { tagList, ContainsLogic, NotContainsLogic }',
  );
};

/** Converts `{ "Major": ["History", "Law"] }` to parameters of the older calls, so that one function reads both. */
const filterParams = (filters: unknown): Record<string, string> => {
  if (filters === undefined) return {};
  if (!isRecord(filters)) throw invalidParameter('filters', 'a JSON object');
  const params: Record<string, string> = {};
  for (const [key, value] of Object.entries(filters)) {
    const name = filterNames.get(key);
    if (name === undefined)
      throw problem('unknown_filter', {
        name: key.slice(0, 60),
        known: [...filterNames.keys()].filter((one) => /^[A-Z]/.test(one)).join(', '),
      });
    const path = `filters.${key}`;
    if (Array.isArray(value))
      params[`${name}_tagList`] = value
        .map((one) => text(one, path).replaceAll(',', '[[SEP]]'))
        .join(',');
    else if (isRecord(value)) {
      for (const [part, inner] of Object.entries(value))
        params[`${name}_${part}`] = text(inner, `${path}.${part}`);
    } else if (value !== null) params[name] = text(value, path);
  }
  return params;
};

/** Reads the JSON parameters of a length-aware listing. */
export const readListingJson = (input: {
  filters?: string | undefined;
  optionalProperties?: string | undefined;
  relationships?: string | undefined;
}): {
  filters: Record<string, string>;
  properties: readonly Property[];
} => ({
  filters: filterParams(readJsonParameter(input.filters, 'filters')),
  properties: [
    ...readNames(input.optionalProperties, 'optionalProperties', optional),
    ...readNames(input.relationships, 'relationships', related),
  ],
});

type Base = (typeof base)[number];

/** Returns the properties of every item, and the requested ones. */
export const pickProperties = (
  person: User,
  asked: readonly Property[],
): Pick<User, Base> & Partial<User> =>
  // All base properties are listed, so the object has them.
  Object.fromEntries(
    [...base, ...asked]
      .filter((name) => person[name] !== undefined)
      .map((name) => [name, person[name]]),
  ) as Pick<User, Base> & Partial<User>;

/** Properties on cards. All others are part of the full profile. */
const onCards: readonly string[] = [
  ...base,
  'largePhotoUrl',
  'genderPronoun',
  'mutualCount',
  'mutuals',
  'shared',
  'can',
];

/** Returns which level of detail these properties need. */
export const depthOf = (properties: readonly string[]): ViewDepth =>
  properties.every((name) => onCards.includes(name)) ? 'card' : 'full';
