import type {
  AuthenticatedUser,
  profileLimits,
  ProfileChange,
} from '#contract/people/endpoints.ts';
import { parseHtml, writeHtml } from '../rich-text/rich-document.ts';

/** The contract's limits. Its type makes this fail to compile if a limit changes there. */
export const limits: typeof profileLimits = {
  line: 120,
  bioText: 5_000,
  listItems: 40,
  listItem: 80,
};

export const lineFields = [
  'genderPronoun',
  'workTitle',
  'companyName',
  'phoneMobile',
  'phoneWork',
  'phoneHome',
  'city',
  'zipcode',
  'state',
  'country',
] as const;
export const listFields = ['languages', 'interests', 'sports', 'lookingFor', 'industries'] as const;
export type LineField = (typeof lineFields)[number];
export type ListField = (typeof listFields)[number];

/** The form's values: lines as text, lists as arrays, and the bio as normalized HTML. */
export type Draft = Record<LineField | 'currentAddress' | 'bio', string> &
  Record<ListField, readonly string[]>;

export function draftOf(user: AuthenticatedUser): Draft {
  const lines = Object.fromEntries(lineFields.map((name) => [name, user[name] ?? ''])) as Record<
    LineField,
    string
  >;
  return {
    ...lines,
    currentAddress: (user.currentAddress ?? '').replaceAll('[[SEP]]', ','),
    bio: writeHtml(parseHtml(user.bio ?? '')),
    languages: (user.languages ?? []).map((item) => item.language),
    interests: (user.interests ?? []).map((item) => item.interest),
    sports: (user.sports ?? []).map((item) => item.name),
    lookingFor: (user.lookingForSelections ?? []).map((item) => item.value),
    industries: (user.industrySelections ?? []).map((item) => item.value),
  };
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, at) => value === other[at]);

/** Returns the changed fields for the API, or null if nothing changed. */
export function changeOf(draft: Draft, saved: Draft): ProfileChange | null {
  const change: ProfileChange = {};
  for (const name of [...lineFields, 'currentAddress'] as const) {
    if (draft[name].trim() !== saved[name].trim()) change[name] = draft[name].trim() || null;
  }
  for (const name of listFields)
    if (!isSame(draft[name], saved[name])) change[name] = [...draft[name]];
  if (draft.bio !== saved.bio) change.bio = draft.bio || null;
  return Object.keys(change).length === 0 ? null : change;
}
