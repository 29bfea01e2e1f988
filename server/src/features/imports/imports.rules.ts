import { audiences, profileFields } from '#contract/people/audiences.ts';
import { profileLimits } from '#contract/people/endpoints.ts';
import { visibleText } from '#contract/visible-text.ts';
import type { BulkValue } from '../../kernel/database/bulk.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { cleanBio } from '../people/bio.ts';
import type { StagedColumn } from '../people/import/import.queries.ts';

/** Reason that a cell is invalid. */
export class InvalidCell {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export type Parse = (text: string) => BulkValue | InvalidCell;

/** Maximum lengths of texts, in characters. */
const limits = { username: 120, email: 254, address: 400, fileName: 200, bioHtml: 20_000 } as const;

export const short = (text: string, max: number): string | InvalidCell => {
  const trimmed = visibleText(text);
  return trimmed.length > max ? new InvalidCell(`is longer than ${max} characters`) : trimmed;
};

export const line =
  (max: number): Parse =>
  (text) => {
    const value = short(text, max);
    return value === '' ? null : value;
  };

// Names come from other systems, where a line break or a double space is a mistake.
const name: Parse = (text) => short(text.replace(/\s+/gu, ' '), profileLimits.line);

export const username: Parse = (text) => {
  const value = short(text, limits.username);
  if (value === '') return new InvalidCell('is empty; every person needs one');
  return /\p{Cc}/u.test(text.trim()) ? new InvalidCell('contains a control character') : value;
};

const email: Parse = (text) => {
  const value = short(text, limits.email);
  if (value === '') return null;
  return typeof value === 'string' && !/^[^\s@]+@[^\s@]+$/u.test(value)
    ? new InvalidCell('is not an e-mail address')
    : value;
};

const year: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  const number = Number(value);
  return /^\d{4}$/.test(value) && number >= 1900 && number <= 2200
    ? number
    : new InvalidCell('is not a year from 1900 to 2200');
};

const switches: Record<string, boolean> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
};
export const yesNo: Parse = (text) => {
  const value = text.trim().toLowerCase();
  return value === ''
    ? null
    : Object.hasOwn(switches, value)
      ? (switches[value] ?? null)
      : new InvalidCell('is neither yes nor no');
};

const instantForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?(Z|[+-]\d\d:\d\d))?$/;
export const instant: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  const parts = instantForm.exec(value);
  const [year_ = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (parts ?? [])
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year_, month - 1, day));
  const isReal =
    parts !== null &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    year_ >= 1900 &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!isReal) return new InvalidCell('is not a moment such as 2026-09-01 or 2026-09-01T08:30:00Z');
  return parts[7] === undefined ? `${value}T00:00:00Z` : value;
};

/** Splits a list at `|`. `\|` is a literal `|`, and `\\` is a backslash. */
export const splitList = (text: string): string[] => {
  const items = [...text.matchAll(/(?:\\[\\|]|[^|])+/gu)].map(([item]) =>
    visibleText(item.replace(/\\([\\|])/g, '$1')),
  );
  return [...new Set(items.filter((item) => item !== ''))];
};

export const listOf =
  (most: number, longest: number): Parse =>
  (text) => {
    const items = splitList(text);
    if (items.length > most) return new InvalidCell(`has more than ${most} items`);
    return items.every((item) => item.length <= longest)
      ? items
      : new InvalidCell(`has an item longer than ${longest} characters`);
  };
const list = listOf(profileLimits.listItems, profileLimits.listItem);

/** Parses `bio:me|phoneHome:connections` to JSON. If it is empty, every field has the school's default. */
const choices: Parse = (text) => {
  const chosen: Record<string, string> = {};
  for (const item of splitList(text)) {
    const [field = '', audience = '', more] = item.split(':').map((part) => part.trim());
    if (!profileFields.some((one) => one === field) || more !== undefined)
      return new InvalidCell(
        `has ${JSON.stringify(item)}, which is no field:audience; fields: ${profileFields.join(', ')}`,
      );
    if (!audiences.some((one) => one === audience))
      return new InvalidCell(`has ${JSON.stringify(item)}; audiences are ${audiences.join(', ')}`);
    if (Object.hasOwn(chosen, field)) return new InvalidCell(`has ${field} twice`);
    chosen[field] = audience;
  }
  return JSON.stringify(chosen);
};

const bio: Parse = (text) => {
  if (text.length > limits.bioHtml)
    return new InvalidCell(`is longer than ${limits.bioHtml} characters`);
  try {
    return text.trim() === '' ? null : cleanBio(text);
  } catch (error) {
    if (error instanceof Problem)
      return new InvalidCell(`has more than ${profileLimits.bioText} characters of text`);
    throw error;
  }
};

const locale: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value) && value.length <= 35
    ? value
    : new InvalidCell('is not a language such as en or de-AT');
};

const pictureFile: Parse = (text) => {
  const value = short(text, limits.fileName);
  if (value === '') return null;
  return typeof value === 'string' && (/[/\\\p{Cc}]/u.test(value) || value.startsWith('.'))
    ? new InvalidCell('is not the name of a file in photos/')
    : value;
};

interface Field {
  readonly column: StagedColumn | 'username';
  readonly parse: Parse;
}

const short_ = line(profileLimits.line);

/** Columns of people.csv, with where each is stored and its valid values. */
export const personFields: Readonly<Record<string, Field>> = {
  username: { column: 'username', parse: username },
  email: { column: 'email', parse: email },
  firstName: { column: 'first_name', parse: name },
  lastName: { column: 'last_name', parse: name },
  romanizedName: { column: 'romanized_name', parse: short_ },
  genderPronoun: { column: 'gender_pronoun', parse: short_ },
  accountType: { column: 'account_type', parse: short_ },
  yearOfGraduation: { column: 'year_of_graduation', parse: year },
  major: { column: 'major', parse: short_ },
  bio: { column: 'bio', parse: bio },
  languages: { column: 'languages', parse: list },
  companyName: { column: 'company_name', parse: short_ },
  workTitle: { column: 'work_title', parse: short_ },
  lookingFor: { column: 'looking_for', parse: list },
  industries: { column: 'industries', parse: list },
  interests: { column: 'interests', parse: list },
  sports: { column: 'sports', parse: list },
  phoneWork: { column: 'phone_work', parse: short_ },
  phoneHome: { column: 'phone_home', parse: short_ },
  phoneMobile: { column: 'phone_mobile', parse: short_ },
  city: { column: 'city', parse: short_ },
  zipcode: { column: 'zipcode', parse: short_ },
  state: { column: 'state', parse: short_ },
  country: { column: 'country', parse: short_ },
  currentAddress: { column: 'current_address', parse: line(limits.address) },
  visitableProfile: { column: 'is_listed', parse: yesNo },
  isAdmin: { column: 'is_admin', parse: yesNo },
  isDisabled: { column: 'is_deactivated', parse: yesNo },
  locale: { column: 'locale', parse: locale },
  photo: { column: 'photo', parse: pictureFile },
  cover: { column: 'cover', parse: pictureFile },
  createdAt: { column: 'created_at', parse: instant },
  audiences: { column: 'audiences', parse: choices },
  isSuggested: { column: 'is_suggested', parse: yesNo },
  hasHold: { column: 'has_hold', parse: yesNo },
  isAdviser: { column: 'is_advisor', parse: yesNo },
};

const status: Parse = (text) => {
  const value = text.trim().toLowerCase();
  if (value === 'connected') return true;
  return value === 'pending' ? false : new InvalidCell('is neither connected nor pending');
};

export const connectionFields: Readonly<
  Record<string, { readonly column: string; readonly parse: Parse }>
> = {
  a: { column: 'a', parse: username },
  b: { column: 'b', parse: username },
  status: { column: 'is_accepted', parse: status },
  requestedAt: { column: 'requested_at', parse: instant },
  acceptedAt: { column: 'accepted_at', parse: instant },
};

/** Parses one of these words, in upper or lower case. Empty means not given. */
export const oneOf =
  (values: readonly string[]): Parse =>
  (text) => {
    const value = text.trim().toLowerCase();
    if (value === '') return null;
    return values.includes(value) ? value : new InvalidCell(`is none of ${values.join(', ')}`);
  };
