import type { AuthenticatedUser, Face, User } from '#contract/people.ts';
import { memberOf, type Scope } from '../../kernel/context.ts';
import { languageIcon } from './languages.ts';
import type { MutualRow, PersonRow } from './people.queries.ts';
import { accountKind, canEdit, canMessage, canVisit, statusFor, type Viewer } from './people.rules.ts';

/** Address of a stored picture. */
export const fileUrl = (name: string | null): string | null => (name === null ? null : `/files/${name}`);

/** What a view depends on beside the row: who looks, and whether the school lets people connect. */
export interface Look {
  readonly viewer: Viewer;
  readonly connect: boolean;
}

/** Who looks, at which school; a visitor is refused. */
export const lookOf = (scope: Pick<Scope, 'actor' | 'school'>): Look => ({ viewer: memberOf(scope), connect: scope.school.connect });

/** How much of a person a call answers: `card` for lists, `full` for a profile. */
export type ViewDepth = 'card' | 'full';

const values = (list: readonly string[]) => list.map((value) => ({ value }));

export const faceView = (row: Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'photo'>): Face => ({
  uid: String(row.id),
  firstName: row.first_name,
  lastName: row.last_name,
  photoUrl: fileUrl(row.photo),
});

/** What only someone who may visit the profile is told. */
const visitedFields = (row: PersonRow) => ({
  bio: row.bio,
  languages: row.languages.map((language) => ({ language, iconUrl: languageIcon(language) })),
  companyName: row.company_name,
  workTitle: row.work_title,
  lookingForSelections: values(row.looking_for),
  industrySelections: values(row.industries),
  interests: row.interests.map((interest) => ({ interest })),
  sports: row.sports.map((name) => ({ name })),
  groups: [],
  email: row.email,
  phoneWork: row.phone_work,
  phoneHome: row.phone_home,
  phoneMobile: row.phone_mobile,
  city: row.city,
  zipcode: row.zipcode,
  state: row.state,
  country: row.country,
  currentAddress: row.current_address,
});

/**
 * A person as this viewer may see them: the one place where a profile's privacy is applied.
 * `mutuals` are the rows of this person from selectMutuals().
 */
export const userView = (look: Look, row: PersonRow, mutuals: readonly MutualRow[], depth: ViewDepth): User => {
  const visit = canVisit(look.viewer, row, look.connect);
  return {
    ...faceView(row),
    id: String(row.id),
    largePhotoUrl: fileUrl(row.cover),
    genderPronoun: row.gender_pronoun,
    accountType: row.account_type,
    yearOfGraduation: row.year_of_graduation,
    major: row.major,
    connectionStatus: statusFor(look.viewer, row, look.connect),
    visitableProfile: visit,
    mutualCount: mutuals[0]?.n ?? 0,
    mutuals: mutuals.map(faceView),
    can: {
      visit,
      connect: look.connect && row.id !== look.viewer.userId,
      message: canMessage(look.viewer, row, look.connect),
      edit: canEdit(look.viewer, row),
    },
    ...(visit && depth === 'full' && visitedFields(row)),
  };
};

/** The signed-in person, with what only they are told. */
export const authenticatedView = (look: Look, row: PersonRow, fields: readonly string[]): AuthenticatedUser => ({
  ...userView(look, row, [], 'full'),
  accountTypeType: accountKind(row.account_type),
  isAdmin: row.is_admin,
  isListed: row.is_listed,
  locale: row.locale,
  ...(fields.includes('officer_groups') && { officer_groups: [] }),
});
