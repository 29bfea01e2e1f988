import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import {
  authenticate,
  updateProfile,
  getProfile,
  profileOptions,
  type AuthenticatedUser,
  type User,
} from '#contract/people/endpoints.ts';
import { permissionsIn } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { countInMemory } from '../../kernel/security/rate-limits.ts';
import { idOf } from '../../kernel/sql.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { cleanBio } from './bio.ts';
import { readGroups, readOwnGroups } from './groups/read-groups.ts';
import {
  type PersonUpdate,
  profileFaces,
  selectFacetValues,
  selectPerson,
  selectPersonWithMutuals,
  updatePerson,
} from './people.queries.ts';
import { canEdit, relationshipOf, isVisiblePerson } from './people.rules.ts';
import { authenticatedView, viewContextOf, userView } from './people.views.ts';
import { visibilityOf } from './privacy/privacy.queries.ts';
import { recordReading } from './privacy/reading.ts';
import { countReading } from './reading-limit.ts';

/** Returns a person as the caller sees them. Null if the caller can't see them. */
const readPerson = async (
  context: Context,
  uid: string | undefined,
  view: 'full' | 'card',
): Promise<User | null> => {
  const viewContext = viewContextOf(context);
  const id = uid === undefined ? viewContext.viewer.userId : idOf(uid);
  const [row, groups] = await Promise.all([
    selectPersonWithMutuals(
      context.db,
      viewContext.viewer.userId,
      id,
      viewContext.connect ? profileFaces : null,
    ),
    view === 'full' ? readGroups(context, [id]) : [],
  ]);
  if (
    row === undefined ||
    !isVisiblePerson(row, relationshipOf(viewContext.viewer, row, viewContext.connect))
  )
    return null;
  if (view === 'full' && row.id !== viewContext.viewer.userId) await countReading(context, 1);
  await recordReading(context, viewContext, [row], view);
  return userView(viewContext, row, row.mutuals ?? [], view, groups);
};

const fieldNames = (fields: string | undefined): string[] =>
  (fields ?? '').split(',').map((name) => name.trim());

const readSelf = async (
  context: Context,
  fields: readonly string[],
): Promise<AuthenticatedUser> => {
  const viewContext = viewContextOf(context);
  const { userId } = viewContext.viewer;
  const asksGroups = fields.includes('groups') || fields.includes('officer_groups');
  const [row, permissionsAt, groups] = await Promise.all([
    selectPerson(context.db, userId, userId),
    permissionsIn(context, 'school', [0]),
    asksGroups ? readOwnGroups(context) : [],
  ]);
  if (row === undefined) throw problem('not_logged_in');
  return authenticatedView(viewContext, row, [...permissionsAt(0)], fields, groups);
};

const columns = {
  genderPronoun: 'gender_pronoun',
  languages: 'languages',
  companyName: 'company_name',
  workTitle: 'work_title',
  lookingFor: 'looking_for',
  industries: 'industries',
  interests: 'interests',
  sports: 'sports',
  phoneWork: 'phone_work',
  phoneHome: 'phone_home',
  phoneMobile: 'phone_mobile',
  city: 'city',
  zipcode: 'zipcode',
  state: 'state',
  country: 'country',
  currentAddress: 'current_address',
  isListed: 'is_listed',
  isCounted: 'is_counted',
  locale: 'locale',
} as const satisfies Partial<Record<keyof HandlerInput<typeof updateProfile>, keyof PersonUpdate>>;

const distinct = (list: readonly string[]): string[] => [...new Set(list)];

/** Limits the profile changes of a person. Each change updates the directory's indexes. */
const changes = { max: 60, seconds: 60 };

const optionsShown = 300;
const optionFacets = {
  languages: 'languages',
  looking_for: 'lookingFor',
  industries: 'industries',
  interests: 'interests',
  sports: 'sports',
} as const;

export const peopleHandlers = [
  // Returns the caller, or another person if the request has a uid. Visitors get the logout mark.
  handle(authenticate, async (call, input) => {
    if (call.actor.kind !== 'member') return [{ logout: true as const }];
    if (input.uid !== undefined && input.uid !== String(call.actor.userId)) {
      const other = await readPerson(call, input.uid, input.view);
      return other === null ? [] : [other];
    }
    return [await readSelf(call, fieldNames(input.fields))];
  }),

  // Returns a profile. The list is empty if the person doesn't exist, is hidden or belongs to another school.
  handle(getProfile, async (call, input) => ({
    data: (await readPerson(call, input.uid, input.view)) ?? [],
  })),

  // Updates the caller's profile. Changes only the fields that were sent. An empty text clears the field.
  handle(updateProfile, async (call, input) => {
    const member = call.me;
    if (!canEdit(member, { id: member.userId })) throw problem('forbidden');
    await countInMemory(call, `profile-changes:${call.schoolId}:${member.userId}`, changes);
    const change: Record<string, unknown> = {};
    for (const [field, column] of Object.entries(columns)) {
      const value = input[field as keyof typeof columns];
      if (value === undefined) continue;
      change[column] = value === '' ? null : Array.isArray(value) ? distinct(value) : value;
    }
    if (input.bio !== undefined) change['bio'] = cleanBio(input.bio);
    // Every column comes from `columns` above and has the type from its schema.
    await updatePerson(call.db, member.userId, change as PersonUpdate, call.now);
    await emit(call, 'profile_changed', { userId: member.userId });
    return readSelf(call, []);
  }),

  // Returns the values for a profile's list fields that are in use at the school, most frequent first.
  handle(profileOptions, async (call) => {
    const viewContext = viewContextOf(call);
    const found = await selectFacetValues(
      call.db,
      visibilityOf(viewContext.viewer, viewContext.connect, viewContext.rules),
      Object.keys(optionFacets),
      optionsShown,
    );
    const options: Reply<typeof profileOptions> = {
      languages: [],
      lookingFor: [],
      industries: [],
      interests: [],
      sports: [],
    };
    for (const { facet, value } of found)
      options[optionFacets[facet as keyof typeof optionFacets]].push(value);
    return options;
  }),
];
