import type { AnalyticsSettings } from '#contract/schools/analytics.endpoints.ts';
import {
  alwaysListed,
  profileFields,
  type FieldRules,
  type ProfileField,
} from '#contract/people/audiences.ts';
import type { AuthenticatedUser, Face, User } from '#contract/people/endpoints.ts';
import { memberOf, type Scope } from '../../kernel/context.ts';
import { languageIcon } from './languages.ts';
import type { GroupRow } from './groups/groups.queries.ts';
import type { MutualRow, PersonRow } from './people.queries.ts';
import {
  accountKind,
  canEdit,
  canMessage,
  canVisit,
  relationshipOf,
  isVisiblePerson,
  statusFor,
  type Viewer,
} from './people.rules.ts';
import { audienceOf, isSeenBy, type Relationship } from './privacy/privacy.rules.ts';

/** Returns the address of a stored picture. */
export const fileUrl = (name: string | null): string | null =>
  name === null ? null : `/files/${name}`;

/** The facts besides the row that a view depends on: the viewer, and whether the school has connections on. */
export interface ViewContext {
  readonly viewer: Viewer;
  readonly connect: boolean;
  readonly rules: FieldRules;
  readonly analytics: AnalyticsSettings | null;
  /** Shows the caller's own profile as a viewer with this relationship sees it. */
  readonly as?: Relationship;
}

/** Returns the viewer and their school. Throws for visitors. */
export const viewContextOf = (scope: Pick<Scope, 'actor' | 'school'>): ViewContext => ({
  viewer: memberOf(scope),
  connect: scope.school.connect,
  rules: scope.school.field_rules,
  analytics: scope.school.analytics,
});

/** The fields of a person that a call returns: `card` in lists, `full` for a profile. */
export type ViewDepth = 'card' | 'full';

const values = (list: readonly string[]) => list.map((value) => ({ value }));

export const faceView = (
  row: Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'photo'>,
): Face => ({
  uid: String(row.id),
  firstName: row.first_name,
  lastName: row.last_name,
  photoUrl: fileUrl(row.photo),
});

/** The fields with an audience. A field that the viewer can't see looks like an empty one. */
const fieldViews: Record<ProfileField, (row: PersonRow | null) => Partial<User>> = {
  genderPronoun: (row) => ({ genderPronoun: row?.gender_pronoun ?? null }),
  yearOfGraduation: (row) => ({ yearOfGraduation: row?.year_of_graduation ?? null }),
  major: (row) => ({ major: row?.major ?? null }),
  bio: (row) => ({ bio: row?.bio ?? null }),
  languages: (row) => ({
    languages: (row?.languages ?? []).map((language) => ({
      language,
      iconUrl: languageIcon(language),
    })),
  }),
  work: (row) => ({ companyName: row?.company_name ?? null, workTitle: row?.work_title ?? null }),
  lookingFor: (row) => ({ lookingForSelections: values(row?.looking_for ?? []) }),
  industries: (row) => ({ industrySelections: values(row?.industries ?? []) }),
  interests: (row) => ({ interests: (row?.interests ?? []).map((interest) => ({ interest })) }),
  sports: (row) => ({ sports: (row?.sports ?? []).map((name) => ({ name })) }),
  email: (row) => ({ email: row?.email ?? null }),
  phoneWork: (row) => ({ phoneWork: row?.phone_work ?? null }),
  phoneHome: (row) => ({ phoneHome: row?.phone_home ?? null }),
  phoneMobile: (row) => ({ phoneMobile: row?.phone_mobile ?? null }),
  place: (row) => ({
    city: row?.city ?? null,
    zipcode: row?.zipcode ?? null,
    state: row?.state ?? null,
    country: row?.country ?? null,
  }),
  currentAddress: (row) => ({ currentAddress: row?.current_address ?? null }),
};

/**
 * Returns a person's fields that a viewer with this relationship can see. All responses apply audiences here and
 * nowhere else.
 */
const seenFields = (
  row: PersonRow,
  rules: FieldRules,
  relationship: Relationship,
  fields: readonly ProfileField[],
): Partial<User> =>
  Object.assign(
    {},
    ...fields.map((field) => {
      const audience = audienceOf(rules, field, row, alwaysListed.includes(field));
      return fieldViews[field](isSeenBy(relationship, audience) ? row : null);
    }),
  );

/** Returns those of the given fields that everyone at the school can see, for calls that show them to everyone. */
export const openFields = (
  row: PersonRow,
  rules: FieldRules,
  fields: readonly ProfileField[],
): Partial<User> => seenFields(row, rules, 'stranger', fields);

const groupViews = (groups: readonly GroupRow[]) =>
  groups.map(({ name, logo }) => ({ groupName: name, logoUrl: fileUrl(logo) }));

/**
 * Returns a person as this viewer sees them. `mutuals` are the person's rows from selectMutuals(), `groups` those from
 * selectGroups().
 */
export const userView = (
  viewContext: ViewContext,
  row: PersonRow,
  mutuals: readonly MutualRow[],
  depth: ViewDepth,
  groups: readonly GroupRow[] = [],
): User => {
  const relationship =
    viewContext.as ?? relationshipOf(viewContext.viewer, row, viewContext.connect);
  const visit = canVisit(row, relationship);
  return {
    ...faceView(row),
    id: String(row.id),
    largePhotoUrl: visit ? fileUrl(row.cover) : null,
    accountType: row.account_type,
    genderPronoun: null,
    yearOfGraduation: null,
    major: null,
    connectionStatus: statusFor(viewContext.viewer, row, viewContext.connect),
    visitableProfile: visit,
    mutualCount: visit ? (mutuals[0]?.n ?? 0) : 0,
    mutuals: visit ? mutuals.map(faceView) : [],
    can: {
      visit,
      connect: viewContext.connect && row.id !== viewContext.viewer.userId,
      message: canMessage(viewContext.viewer, row, viewContext.connect),
      edit: canEdit(viewContext.viewer, row),
    },
    ...seenFields(
      row,
      viewContext.rules,
      relationship,
      visit && depth === 'full' ? profileFields : alwaysListed,
    ),
    ...(visit && depth === 'full' && { groups: groupViews(groups) }),
  };
};

/** Returns a person's name and picture only, for rosters, which name people that the viewer can't see elsewhere. */
export const unavailableView = (row: PersonRow): User => ({
  ...faceView(row),
  id: String(row.id),
  largePhotoUrl: null,
  accountType: '',
  genderPronoun: null,
  yearOfGraduation: null,
  major: null,
  connectionStatus: 0,
  visitableProfile: false,
  mutualCount: 0,
  mutuals: [],
  can: { visit: false, connect: false, message: false, edit: false },
});

/** Returns whether a person has filled in a field. */
const isFilled = (row: PersonRow, field: ProfileField): boolean =>
  Object.values(fieldViews[field](row)).some(
    (value) => value !== null && (!Array.isArray(value) || value.length > 0),
  );

/** Returns the people and fields that the viewer can see only as an advisor or admin. */
export const readAsStaff = (
  viewContext: ViewContext,
  rows: readonly PersonRow[],
  depth: ViewDepth,
): { people: number[]; fields: ProfileField[] } => {
  const { viewer, rules, connect } = viewContext;
  const people: number[] = [];
  const fields = new Set<ProfileField>();
  if (!viewer.isAdmin && !viewer.isAdviser) return { people, fields: [] };
  const asAnyone = { ...viewer, isAdmin: false, isAdviser: false };
  for (const row of rows) {
    const [anyway, now] = [
      relationshipOf(asAnyone, row, connect),
      relationshipOf(viewer, row, connect),
    ];
    const shown = (depth === 'full' ? profileFields : alwaysListed).filter((field) => {
      const audience = audienceOf(rules, field, row, alwaysListed.includes(field));
      return isSeenBy(now, audience) && !isSeenBy(anyway, audience) && isFilled(row, field);
    });
    if (shown.length > 0 || !isVisiblePerson(row, anyway)) people.push(row.id);
    for (const field of shown) fields.add(field);
  }
  return { people, fields: profileFields.filter((field) => fields.has(field)) };
};

/** Returns the signed-in person, with the fields that only they see. */
export const authenticatedView = (
  viewContext: ViewContext,
  row: PersonRow,
  permissions: AuthenticatedUser['permissions'],
  fields: readonly string[],
  groups: readonly GroupRow[] = [],
): AuthenticatedUser => ({
  ...userView(viewContext, row, [], 'full', groups),
  accountTypeType: accountKind(row.account_type),
  isAdmin: row.is_admin,
  permissions,
  isListed: row.is_listed,
  // People without a choice are asked or counted by the school's setting. Without analytics, nothing is counted.
  isCounted:
    viewContext.analytics !== null && (row.is_counted ?? !viewContext.analytics.requiresConsent),
  locale: row.locale,
  ...(fields.includes('officer_groups') && {
    officer_groups: groupViews(groups.filter((one) => one.is_officer)),
  }),
});
