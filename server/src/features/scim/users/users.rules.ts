import { visibleText } from '#contract/visible-text.ts';
import { profileLimits } from '#contract/people/endpoints.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { ProvisionedPerson } from '../../people/provisioned/provisioned.queries.ts';
import { isObject, itemsOf, under, type Document, type WritableAttributes } from '../patch.ts';

/** The stored columns of a person that SCIM uses. */
export interface ScimPerson {
  readonly id: number;
  readonly external_id: string | null;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly phone_work: string | null;
  readonly phone_home: string | null;
  readonly phone_mobile: string | null;
  readonly account_type: string;
  readonly work_title: string | null;
  readonly locale: string | null;
  readonly is_deactivated: boolean;
}

/** A change to a person: the columns that change, and the external id if it changes. */
export type PersonChange = { -readonly [K in keyof Omit<ScimPerson, 'id'>]?: ScimPerson[K] };

const list = ['value', 'type', 'primary', 'display'] as const;

export const userShapes: WritableAttributes = {
  written: {
    username: { name: 'userName' },
    externalid: { name: 'externalId' },
    name: {
      name: 'name',
      parts: [
        'givenName',
        'familyName',
        'formatted',
        'middleName',
        'honorificPrefix',
        'honorificSuffix',
      ],
    },
    displayname: { name: 'displayName' },
    title: { name: 'title' },
    usertype: { name: 'userType' },
    preferredlanguage: { name: 'preferredLanguage' },
    active: { name: 'active' },
    emails: { name: 'emails', parts: list, isList: true },
    phonenumbers: { name: 'phoneNumbers', parts: list, isList: true },
  },
  readOnly: ['id', 'meta', 'groups', 'schemas'],
  ignored: [
    'nickname',
    'profileurl',
    'locale',
    'timezone',
    'password',
    'addresses',
    'ims',
    'photos',
    'entitlements',
    'roles',
    'x509certificates',
  ],
};

/** Types of phone numbers with their columns. */
export const phones = { work: 'phone_work', home: 'phone_home', mobile: 'phone_mobile' } as const;

/** Returns a person as a document to which PATCH can be applied. */
export const documentOf = (person: ScimPerson): Document => ({
  userName: person.username,
  ...(person.external_id !== null && { externalId: person.external_id }),
  name: { givenName: person.first_name, familyName: person.last_name },
  ...(person.work_title !== null && { title: person.work_title }),
  userType: person.account_type,
  ...(person.locale !== null && { preferredLanguage: person.locale }),
  active: !person.is_deactivated,
  emails: person.email === null ? [] : [{ value: person.email, type: 'work', primary: true }],
  phoneNumbers: Object.entries(phones).flatMap(([type, column]) => {
    const value = person[column];
    return value === null ? [] : [{ value, type }];
  }),
});

const wrong = (name: string, reason: string) => problem('invalid_value', { name, reason });

/** Returns a text within a profile's limit. Null if it is empty. */
const line = (value: unknown, name: string, max: number = profileLimits.line): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw wrong(name, 'it must be a string');
  const text = visibleText(value.replace(/\s+/gu, ' '));
  if (/\p{Cc}/u.test(text)) throw wrong(name, 'it contains a control character');
  if (text.length > max) throw wrong(name, `it is longer than ${max} characters`);
  return text === '' ? null : text;
};

/** Some providers write "True" and "False". */
const truth = (value: unknown, name: string): boolean => {
  const parsed =
    typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value;
  if (typeof parsed !== 'boolean') throw wrong(name, 'it must be true or false');
  return parsed;
};

const emailForm = /^[^\s@]+@[^\s@]+$/u;
const localeForm = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Returns the email address to store: the primary one, else the work one, else the first. */
const emailOf = (value: unknown): string | null => {
  const items = itemsOf({ name: 'emails', parts: list, isList: true }, value ?? []);
  const isPrimary = ({ primary }: Document) =>
    primary === true || (typeof primary === 'string' && primary.toLowerCase() === 'true');
  const best = items.find(isPrimary) ?? items.find(({ type }) => type === 'work') ?? items[0];
  const address = line(best?.['value'], 'emails', 254);
  if (address !== null && !emailForm.test(address))
    throw wrong('emails', 'it must be an email address');
  return address;
};

const phonesOf = (value: unknown): PersonChange => {
  const items = itemsOf({ name: 'phoneNumbers', parts: list, isList: true }, value ?? []);
  const change: PersonChange = {};
  for (const [type, column] of Object.entries(phones)) {
    const item = items.findLast(
      (one) => (typeof one['type'] === 'string' ? one['type'].toLowerCase() : 'work') === type,
    );
    change[column] = line(item?.['value'], 'phoneNumbers');
  }
  return change;
};

/** Returns the first and last name. Some providers have neither and send the whole name. Throws if there is none. */
const namesOf = (document: Document, sent: (name: string) => unknown): PersonChange => {
  const name = sent('name');
  if (name !== undefined && name !== null && !isObject(name))
    throw wrong('name', 'it must be an object');
  const parts = isObject(name) ? name : {};
  const first = line(under(parts, 'givenName'), 'name.givenName');
  const last = line(under(parts, 'familyName'), 'name.familyName');
  if (first !== null || last !== null) return { first_name: first ?? '', last_name: last ?? '' };
  const whole =
    line(under(parts, 'formatted'), 'name.formatted') ??
    line(sent('displayName'), 'displayName') ??
    line(document['userName'], 'userName');
  return { first_name: whole ?? '', last_name: '' };
};

/**
 * Returns the columns of a document's attributes, without missing ones. Null clears a column. The password and
 * attributes that aren't stored are never read.
 */
export const changeOf = (sent: Document, isNew: boolean): PersonChange => {
  const document: Document = {};
  for (const [name, value] of Object.entries(sent)) {
    const shape = Object.hasOwn(userShapes.written, name.toLowerCase())
      ? userShapes.written[name.toLowerCase()]
      : undefined;
    if (shape !== undefined) document[shape.name] = value;
  }
  const has = (name: string) => document[name] !== undefined;
  const change: PersonChange = {};
  if (has('userName') || isNew) {
    const username = line(document['userName'], 'userName');
    if (username === null) throw wrong('userName', 'it is required');
    change.username = username;
  }
  if (has('externalId')) change.external_id = line(document['externalId'], 'externalId', 255);
  if (has('name') || isNew)
    Object.assign(
      change,
      namesOf(document, (name) => document[name]),
    );
  if (has('title')) change.work_title = line(document['title'], 'title');
  if (has('userType')) change.account_type = line(document['userType'], 'userType') ?? 'Student';
  if (has('preferredLanguage')) {
    // Providers also send en_US and lists as in Accept-Language. Anything else becomes null.
    const first =
      line(document['preferredLanguage'], 'preferredLanguage')
        ?.split(/[,;]/)[0]
        ?.trim()
        .replaceAll('_', '-') ?? null;
    change.locale = first !== null && localeForm.test(first) && first.length <= 35 ? first : null;
  }
  if (has('active')) change.is_deactivated = !truth(document['active'], 'active');
  if (has('emails')) change.email = emailOf(document['emails']);
  if (has('phoneNumbers')) Object.assign(change, phonesOf(document['phoneNumbers']));
  return change;
};

/** Attributes that PATCH removed become empty. */
export const changeOfPatched = (document: Document): PersonChange =>
  changeOf(
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [name, value === undefined ? null : value]),
    ),
    false,
  );

const attributes: Record<keyof PersonChange, string> = {
  external_id: 'externalId',
  username: 'userName',
  first_name: 'name',
  last_name: 'name',
  email: 'emails',
  phone_work: 'phoneNumbers',
  phone_home: 'phoneNumbers',
  phone_mobile: 'phoneNumbers',
  account_type: 'userType',
  work_title: 'title',
  locale: 'preferredLanguage',
  is_deactivated: 'active',
};

/** Returns the columns of a change that differ from the stored ones, and their attributes. */
export const differenceOf = (
  person: ScimPerson,
  change: PersonChange,
): { columns: ProvisionedPerson; external: string | null | undefined; fields: string[] } => {
  const names = (Object.keys(change) as (keyof PersonChange)[]).filter(
    (name) => change[name] !== person[name],
  );
  const { external_id: external, ...columns } = Object.fromEntries(
    names.map((name) => [name, change[name]]),
  ) as PersonChange;
  return {
    columns,
    external,
    fields: [...new Set(names.map((name) => attributes[name]))].toSorted(),
  };
};
