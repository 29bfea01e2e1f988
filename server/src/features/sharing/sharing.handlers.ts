import type { ProfileField } from '#contract/people/audiences.ts';
import { shareableFields, shareLinksMax } from '#contract/sharing/shared-fields.ts';
import * as sharing from '#contract/sharing/endpoints.ts';
import { transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { countUse, countUseInTransaction, networkOf } from '../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import { selectPerson, type PersonRow } from '../people/people.queries.ts';
import { canVisit, isVisiblePerson } from '../people/people.rules.ts';
import { audienceOf } from '../people/privacy/privacy.rules.ts';
import * as queries from './sharing.queries.ts';
import { chosenFields, endOf, linkCreationLimit, publicReads } from './sharing.rules.ts';
import { publicUrl, publicView, shareLinkView } from './sharing.views.ts';

/** The viewer who isn't signed in. Has no connections and no blocks. */
const noViewer = 0;

/** Returns whether everyone at the school can see a person. Only then can they share their profile. */
const isOpenAtSchool = (row: PersonRow): boolean =>
  isVisiblePerson(row, 'stranger') && canVisit(row, 'stranger');

const encryptionContext = ({ schoolId, me }: Call): string => `share-link:${schoolId}:${me.userId}`;

const linkView = (call: Call, row: queries.ShareLinkRow) => {
  const token = call.tokens.decrypt(encryptionContext(call), row.encrypted_token) ?? '';
  return shareLinkView(row, publicUrl(call.origin, call.me.userId, token), call.now);
};

/** Returns what the caller shares. */
const sharingOf = async (call: Call) => {
  const { db, school, origin, now } = call;
  const me = call.me.userId;
  const row = await selectPerson(db, me, me);
  if (row === undefined) throw problem('not_logged_in');
  const chosen = await queries.selectSharing(db, me);
  const links = await queries.selectShareLinks(db, me, now);
  const shared = chosenFields(chosen);
  const audience = (field: ProfileField) => audienceOf(school.field_rules, field, row, false);
  return {
    isOn: school.share_mode,
    isHeld: !isOpenAtSchool(row),
    isPublic: chosen?.is_public ?? false,
    url: publicUrl(origin, me),
    fields: shareableFields.map((field) => ({
      field,
      isShared: shared.includes(field),
      audience: field === 'picture' ? ('everyone' as const) : audience(field),
    })),
    links: links.map((link) => linkView(call, link)),
  };
};

export const sharingHandlers = [
  // The response doesn't reveal why a profile isn't shown.
  handleWithoutTransaction(sharing.getPublicProfile, async (call, { uid, link }) => {
    const { school, address, now, tokens } = call;
    if (!school.share_mode) throw problem('not_shared');
    // In a separate transaction, because an error rolls back the reading one, and people who try many ids only get
    // errors.
    await countUse(call, `public:${networkOf(address)}`, publicReads);
    return transact(
      call,
      async ({ db }) => {
        const row = await selectPerson(db, noViewer, idOf(uid));
        if (row === undefined || !isOpenAtSchool(row)) throw problem('not_shared');
        const chosen = await queries.selectSharing(db, row.id);
        const isByLink =
          link !== undefined && (await queries.openShareLink(db, row.id, tokens.hash(link), now));
        if (!isByLink && chosen?.is_public !== true) throw problem('not_shared');
        return {
          profile: publicView(row, school.field_rules, chosenFields(chosen)),
          // A profile behind a link is for people who got the link, not for search engines.
          isIndexed: school.share_indexed && chosen?.is_public === true && link === undefined,
        };
      },
      // Only requests with a link write, because they count how often it was opened.
      { readOnly: link === undefined },
    );
  }),

  handle(sharing.getSharing, (call) => sharingOf(call)),

  handle(sharing.updateSharing, async (call, { isPublic, fields }) => {
    const { db, schoolId: school, me, now } = call;
    // People can always turn sharing off, even if the school has turned it off.
    if (!call.school.share_mode && isPublic === true) throw problem('sharing_off');
    const before = await queries.selectSharing(db, me.userId);
    await queries.upsertSharing(db, {
      school,
      me: me.userId,
      isPublic: isPublic ?? before?.is_public ?? false,
      fields: fields ?? chosenFields(before),
      now,
    });
    return sharingOf(call);
  }),

  handle(sharing.createShareLink, async (call, { days }) => {
    const { db, schoolId: school, now, tokens } = call;
    const me = call.me.userId;
    if (!call.school.share_mode) throw problem('sharing_off');
    await countUseInTransaction(call, `share-link:${me}`, linkCreationLimit);
    if ((await queries.lockShareLinks(db, me, now)) >= shareLinksMax)
      throw problem('too_many_links', { max: shareLinksMax });
    const token = tokens.newToken();
    const ciphertext = tokens.encrypt(encryptionContext(call), token);
    const link = {
      school,
      me,
      hash: tokens.hash(token),
      sealed: ciphertext,
      now,
      expiresAt: endOf(days, now),
    };
    return linkView(call, orNotFound(await queries.insertShareLink(db, link)));
  }),

  handle(sharing.updateShareLink, async (call, { id, isWithdrawn }) => {
    const { db, now } = call;
    const me = call.me.userId;
    await queries.lockShareLinks(db, me, now);
    const row = orNotFound(
      await queries.updateShareLink(db, me, idOf(id), isWithdrawn ? now : null),
    );
    if (!isWithdrawn && (await queries.lockShareLinks(db, me, now)) > shareLinksMax)
      throw problem('too_many_links', { max: shareLinksMax });
    return linkView(call, row);
  }),
];
