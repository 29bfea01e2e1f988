import {
  clubKinds,
  clubLimits as limits,
  clubStatuses,
  memberStatuses,
  membershipModes,
  webAddress,
} from '#contract/clubs/limits.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { cleanAbout } from '../clubs/club-about.ts';
import type { ClubColumn, MemberColumn } from '../clubs/import/staged-clubs.queries.ts';
import {
  instant,
  line,
  listOf,
  oneOf,
  short,
  username,
  InvalidCell,
  yesNo,
  type Parse,
} from './imports.rules.ts';

interface Field<C extends string> {
  readonly column: C;
  readonly parse: Parse;
}

/** Maximum lengths of texts, in characters. `about` is HTML. */
const longest = { code: 120, about: 40_000, position: 60 } as const;

const codeOr = (whenEmpty: string | null): Parse => {
  return (text) => {
    const value = short(text, longest.code);
    if (value === '') return whenEmpty === null ? null : new InvalidCell(whenEmpty);
    return typeof value === 'string' && /\p{Cc}/u.test(value)
      ? new InvalidCell('contains a control character')
      : value;
  };
};

const about: Parse = (text) => {
  if (text.length > longest.about)
    return new InvalidCell(`is longer than ${longest.about} characters`);
  try {
    return cleanAbout(text);
  } catch (error) {
    if (error instanceof Problem)
      return new InvalidCell(`has more than ${limits.aboutText} characters of text`);
    throw error;
  }
};

const website: Parse = (text) => {
  const value = short(text, limits.url);
  if (value === '' || value instanceof InvalidCell) return value === '' ? null : value;
  return webAddress.test(value)
    ? value
    : new InvalidCell('is not an address that begins with https:// or http://');
};

const position: Parse = (text) => {
  const value = short(text, longest.position);
  return value === '' ? new InvalidCell('is empty; every officer has a position') : value;
};

const labels = listOf(limits.labelsOfClub, limits.label);

export const clubFields: Readonly<Record<string, Field<ClubColumn | 'code'>>> = {
  code: { column: 'code', parse: codeOr('is empty; every club needs one') },
  name: { column: 'name', parse: line(limits.name) },
  acronym: { column: 'acronym', parse: line(limits.acronym) },
  description: { column: 'description', parse: line(limits.description) },
  about: { column: 'about', parse: about },
  website: { column: 'url', parse: website },
  address: { column: 'address', parse: line(limits.address) },
  type: { column: 'type', parse: line(limits.label) },
  typeKind: { column: 'kind', parse: oneOf(clubKinds) },
  categories: { column: 'categories', parse: labels },
  tags: { column: 'tags', parse: labels },
  parent: { column: 'parent', parse: codeOr(null) },
  status: { column: 'status', parse: oneOf(clubStatuses) },
  membership: { column: 'membership', parse: oneOf(membershipModes) },
  isMembershipPrivate: { column: 'is_membership_private', parse: yesNo },
  isMembershipForOfficers: { column: 'is_membership_for_officers', parse: yesNo },
  isPublished: { column: 'is_published', parse: yesNo },
  isHidden: { column: 'is_hidden', parse: yesNo },
  isFeatured: { column: 'is_featured', parse: yesNo },
  areOfficersLocked: { column: 'are_officers_locked', parse: yesNo },
  createdAt: { column: 'created_at', parse: instant },
};

const place = {
  club: { column: 'club', parse: codeOr('is empty; it names the club by its code') },
  username: { column: 'username', parse: username },
} as const;

export const clubMemberFields: Readonly<Record<string, Field<MemberColumn | 'club' | 'username'>>> =
  {
    ...place,
    status: { column: 'status', parse: oneOf([...memberStatuses, 'banned']) },
    since: { column: 'since', parse: instant },
    tags: { column: 'tags', parse: listOf(limits.memberTags, limits.memberTag) },
  };

export const clubOfficerFields: Readonly<
  Record<string, Field<'club' | 'username' | 'position' | 'since'>>
> = {
  ...place,
  position: { column: 'position', parse: position },
  since: { column: 'since', parse: instant },
};
