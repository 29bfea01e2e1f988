import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { ProfileField } from '#contract/audiences.ts';
import { shareableFields, shareLinksMax } from '#contract/shared-fields.ts';
import type {
  changeShareLink,
  changeSharing,
  getPublicProfile,
  getSharing,
  makeShareLink,
} from '#contract/sharing.ts';
import { memberOf, transact, type Context, type Scope } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { countUse, countUseWithin, networkOf } from '../../kernel/security/rate-limits.ts';
import { refused } from '../../kernel/http/problem.ts';
import { selectPerson, type PersonRow } from '../people/people.queries.ts';
import { canVisit, isThere } from '../people/people.rules.ts';
import { audienceOf } from '../people/privacy/privacy.rules.ts';
import {
  holdShareLinks,
  insertShareLink,
  openShareLink,
  selectShareLinks,
  selectSharing,
  updateShareLink,
  upsertSharing,
  type ShareLinkRow,
} from './sharing.queries.ts';
import { chosenFields, endOf, linksMade, publicReads } from './sharing.rules.ts';
import { publicUrl, publicView, shareLinkView } from './sharing.views.ts';

/** Nobody: the eyes of somebody who is not signed in. Has no connections and no blocks. */
const nobody = 0;

/** Whether a person is there for everyone at school at all; only then can anybody see them. */
const isOpenAtSchool = (row: PersonRow): boolean =>
  isThere(row, 'stranger') && canVisit(row, 'stranger');

/** The public profile of somebody, where they show it or the link is open. Why not, nobody is told. */
export const readPublicProfile = async (
  scope: Scope,
  { uid, link }: HandlerInput<typeof getPublicProfile>,
): Promise<Reply<typeof getPublicProfile>> => {
  const { school, address, clock, tickets } = scope;
  if (!school.share_mode) throw refused('not_shared');
  // Apart from the reading, which a refusal undoes: whoever tries out numbers meets nothing but refusals.
  await countUse(scope, `public:${networkOf(address)}`, publicReads);
  const id = personId(uid);
  if (id === null) throw refused('not_shared');
  const read = async ({ db }: Context): Promise<Reply<typeof getPublicProfile>> => {
    const row = await selectPerson(db, nobody, id);
    if (row === undefined || !isOpenAtSchool(row)) throw refused('not_shared');
    const sharing = await selectSharing(db, row.id);
    const isByLink =
      link !== undefined && (await openShareLink(db, row.id, tickets.hash(link), clock.now()));
    if (!isByLink && sharing?.is_public !== true) throw refused('not_shared');
    return {
      profile: publicView(row, school.field_rules, chosenFields(sharing)),
      // Behind a link stands what its owner gave to somebody, not to a search engine.
      isIndexed: school.share_indexed && sharing?.is_public === true && link === undefined,
    };
  };
  // Only an opened link writes: it counts how often.
  return transact(scope, read, { readOnly: link === undefined });
};

const sealPlace = (context: Pick<Context, 'school'>, me: number): string =>
  `share-link:${context.school.school_id}:${me}`;

const linkView = (context: Context, me: number, row: ShareLinkRow) => {
  const token = context.tickets.unseal(sealPlace(context, me), row.token_sealed) ?? '';
  return shareLinkView(row, publicUrl(context.origin, me, token), context.clock.now());
};

/** What the caller shows to anybody. */
export const readSharing = async (context: Context): Promise<Reply<typeof getSharing>> => {
  const me = memberOf(context).userId;
  const { db, school, origin, clock } = context;
  const row = await selectPerson(db, me, me);
  if (row === undefined) throw refused('not_logged_in');
  const sharing = await selectSharing(db, me);
  const links = await selectShareLinks(db, me, clock.now());
  const shared = chosenFields(sharing);
  const audience = (field: ProfileField) => audienceOf(school.field_rules, field, row, false);
  return {
    isOn: school.share_mode,
    isHeld: !isOpenAtSchool(row),
    isPublic: sharing?.is_public ?? false,
    url: publicUrl(origin, me),
    fields: shareableFields.map((field) => ({
      field,
      isShared: shared.includes(field),
      audience: field === 'picture' ? 'everyone' : audience(field),
    })),
    links: links.map((link) => linkView(context, me, link)),
  };
};

/** Shows the caller's profile to anybody or no longer, and chooses what of it. */
export const changeOwnSharing = async (
  context: Context,
  input: HandlerInput<typeof changeSharing>,
): Promise<Reply<typeof getSharing>> => {
  const me = memberOf(context).userId;
  const { db, school, clock } = context;
  // Off is always possible: what closes a door waits for nobody.
  if (!school.share_mode && input.isPublic === true) throw refused('sharing_off');
  const before = await selectSharing(db, me);
  await upsertSharing(db, {
    school: school.school_id,
    me,
    isPublic: input.isPublic ?? before?.is_public ?? false,
    fields: input.fields ?? chosenFields(before),
    now: clock.now(),
  });
  return readSharing(context);
};

/** Makes a link to the caller's profile. */
export const makeOwnLink = async (
  context: Context,
  { days }: HandlerInput<typeof makeShareLink>,
): Promise<Reply<typeof makeShareLink>> => {
  const me = memberOf(context).userId;
  const { db, school, clock, tickets } = context;
  if (!school.share_mode) throw refused('sharing_off');
  await countUseWithin(context, `share-link:${me}`, linksMade);
  const now = clock.now();
  if ((await holdShareLinks(db, me, now)) >= shareLinksMax)
    throw refused('too_many_links', { max: shareLinksMax });
  const token = tickets.newToken();
  const row = await insertShareLink(db, {
    school: school.school_id,
    me,
    hash: tickets.hash(token),
    sealed: tickets.seal(sealPlace(context, me), token),
    now,
    expiresAt: endOf(days, now),
  });
  if (row === undefined) throw refused('internal');
  return linkView(context, me, row);
};

/** Withdraws a link of the caller, or takes that back. */
export const changeOwnLink = async (
  context: Context,
  input: HandlerInput<typeof changeShareLink>,
): Promise<Reply<typeof changeShareLink>> => {
  const me = memberOf(context).userId;
  const { db, clock } = context;
  const now = clock.now();
  await holdShareLinks(db, me, now);
  const id = personId(input.id);
  const row =
    id === null ? undefined : await updateShareLink(db, me, id, input.isWithdrawn ? now : null);
  if (row === undefined) throw refused('not_found');
  if (!input.isWithdrawn && (await holdShareLinks(db, me, now)) > shareLinksMax)
    throw refused('too_many_links', { max: shareLinksMax });
  return linkView(context, me, row);
};
