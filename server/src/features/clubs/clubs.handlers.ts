import * as clubs from '#contract/clubs/endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { changedValues, record } from '../../kernel/security/audit.ts';
import { ok, orNotFound, definedOnly, idOf } from '../../kernel/sql.ts';
import { isPerson } from '../people/people.queries.ts';
import { faceView } from '../people/people.views.ts';
import {
  insertPositions,
  replacePositions,
  selectPositions,
} from '../roles/positions/positions.queries.ts';
import { additionalInfo } from './additional-info/additional-info.ts';
import { cleanAbout } from './club-about.ts';
import { accessTo, isClubStaff, type ClubAccess } from './club-access.ts';
import { clubViewer } from './club-viewer.ts';
import { canOf } from './clubs.rules.ts';
import * as queries from './clubs.queries.ts';
import { clubEventView, clubLayoutView, clubSettingsView } from './clubs.views.ts';
import { selectClubEvents } from './listing/club-events.queries.ts';
import { upsertMembership } from './membership/membership.queries.ts';

type ClubInput = Omit<HandlerInput<typeof clubs.updateClub>, 'id' | 'version'>;
/** The fields that only staff can change. */
const byStaff = [
  'name',
  'type',
  'parent',
  'hub',
  'status',
  'isPublished',
  'isHidden',
  'isFeatured',
  'areOfficersLocked',
] as const satisfies readonly (keyof ClubInput)[];

/** Settings whose values the activity log shows. Others are long, or IDs. */
const recorded = [
  'name',
  'acronym',
  'description',
  'url',
  'address',
  'email',
  'cost',
  'founded',
  'membership',
  'membersSeenBy',
  'isPublic',
  'postsFor',
  'postsBy',
  'takesProposals',
  'status',
  'isPublished',
  'isHidden',
  'isFeatured',
  'areOfficersLocked',
] as const satisfies readonly (keyof ClubInput)[];

const idOrNull = (id: string | null | undefined) =>
  id === undefined ? undefined : id === null ? null : idOf(id);

/** Converts the given fields of the input to columns. */
const columnsOf = (sent: ClubInput): queries.ClubColumns =>
  definedOnly({
    name: sent.name,
    acronym: sent.acronym,
    description: sent.description,
    about: sent.about === undefined ? undefined : cleanAbout(sent.about),
    url: sent.url,
    address: sent.address,
    email: sent.email,
    cost: sent.cost,
    founded: sent.founded,
    links: sent.links === undefined ? undefined : [...new Set(sent.links)],
    meetings: sent.meetings === undefined ? undefined : JSON.stringify(sent.meetings),
    membership: sent.membership,
    members_seen_by: sent.membersSeenBy,
    is_public: sent.isPublic,
    posts_for: sent.postsFor,
    posts_by: sent.postsBy,
    takes_proposals: sent.takesProposals,
    tabs: sent.tabs === undefined ? undefined : [...new Set(sent.tabs)],
    widgets: sent.widgets === undefined ? undefined : [...new Set(sent.widgets)],
    type_id: idOrNull(sent.type),
    parent_id: idOrNull(sent.parent),
    hub_id: idOrNull(sent.hub),
    status: sent.status,
    is_published: sent.isPublished,
    is_hidden: sent.isHidden,
    is_featured: sent.isFeatured,
    are_officers_locked: sent.areOfficersLocked,
  });

/** Throws if a type, category, tag, hub or parent club doesn't exist. */
const checkNamed = async ({ db, me }: Call, sent: ClubInput): Promise<void> => {
  const wanted = [
    ...(sent.categories ?? []).map((id) => ({ list: 'categories', id: idOf(id) })),
    ...(sent.tags ?? []).map((id) => ({ list: 'tags', id: idOf(id) })),
    ...(sent.type ? [{ list: 'types', id: idOf(sent.type) }] : []),
  ];
  if (wanted.length > 0) {
    const rows = await queries.selectLabelIds(
      db,
      wanted.map(({ id }) => id),
    );
    if (!wanted.every(({ id, list }) => rows.some((row) => row.id === id && row.list === list)))
      throw problem('club_label_unknown');
  }
  if (sent.hub && !(await queries.isHub(db, idOf(sent.hub)))) throw problem('not_found');
  if (sent.parent)
    orNotFound(
      await queries.selectClubState(db, { viewer: me.userId, isStaff: true }, idOf(sent.parent)),
    );
};

const replaceLabels = async (
  { db, schoolId }: Call,
  club: number,
  sent: ClubInput,
): Promise<void> => {
  for (const list of ['categories', 'tags'] as const) {
    const ids = sent[list];
    if (ids !== undefined) await queries.replaceLabels(db, schoolId, club, list, ids.map(idOf));
  }
};

const readLayout = async (call: Call, id: number, access: ClubAccess) =>
  clubLayoutView(
    orNotFound(
      await queries.selectClubPage(call.db, clubViewer(call, access.isStaff), id, call.now),
    ),
    access,
    call.origin,
  );

/** Returns a club's settings. Throws if the caller has no permission in it. */
const readSettings = async (call: Call, id: string, access: ClubAccess) => {
  const viewer = clubViewer(call, access.isStaff);
  const row = orNotFound(await queries.selectClubSettings(call.db, viewer, idOf(id)));
  if (!access.canAny(row.id)) throw problem('forbidden');
  return clubSettingsView(row, access, await selectPositions(call.db));
};

/** Milliseconds for which an admin can restore a deleted club with its elections. */
const restorableMs = 24 * 3_600_000;

export const clubsHandlers = [
  handle(clubs.getClubLayout, async (call, { id }) =>
    readLayout(call, idOf(id), await accessTo(call, [idOf(id)])),
  ),

  handle(clubs.getClubAbout, async (call, { id }) => {
    const viewer = clubViewer(call, await isClubStaff(call));
    const row = orNotFound(await queries.selectClubAbout(call.db, viewer, idOf(id)));
    return {
      ...row,
      children: [...row.children],
      tags: [...row.tags],
      links: [...row.links],
      meetings: [...row.meetings],
      officers: row.officers.map((one) => ({ ...faceView(one), position: one.position })),
      additionalInfo: await additionalInfo(call, idOf(id)),
      events: (
        await selectClubEvents(call.db, viewer, { club: idOf(id), now: call.now, size: 20 })
      ).map(clubEventView),
    };
  }),

  handle(clubs.createClub, async (call, { clientId, president, ...sent }) => {
    const { db, me, schoolId, now } = call;
    await checkNamed(call, sent);
    if (president !== undefined && !(await isPerson(db, idOf(president))))
      throw problem('person_not_found');
    await insertPositions(db, schoolId, now);
    const { id, isNew } = await queries.insertClub(
      db,
      { school: schoolId, by: me.userId, clientId, now },
      {
        // If not everyone can join, posts are for members by default.
        posts_for:
          sent.membership === 'invitation' || sent.membership === 'closed' ? 'members' : 'everyone',
        ...columnsOf(sent),
        name: sent.name,
        membership: sent.membership,
      },
    );
    if (isNew) {
      await replaceLabels(call, id, sent);
      const [first] = await selectPositions(db);
      if (president !== undefined && first !== undefined) {
        const scope = { school: schoolId, club: id, now };
        await upsertMembership(db, scope, idOf(president), 'member');
        const appointed = { ...scope, position: first.id, by: me.userId };
        await replacePositions(db, [idOf(president)], appointed);
      }
      await record(call, 'club_changed', { club: String(id), name: sent.name, act: 'added' });
    }
    return readLayout(call, id, await accessTo(call, [id], true));
  }),

  handle(clubs.getClubSettings, async (call, { id }) =>
    readSettings(call, id, await accessTo(call, [idOf(id)])),
  ),

  handle(clubs.updateClub, async (call, { id, version, ...sent }) => {
    const { db, me, schoolId, now } = call;
    const access = await accessTo(call, [idOf(id)]);
    const who = { viewer: me.userId, isStaff: access.isStaff };
    const club = orNotFound(await queries.selectClubState(db, who, idOf(id)));
    if (!access.may(club.id, 'clubs.edit')) throw problem('forbidden');
    if (!access.isStaff && byStaff.some((name) => sent[name] !== undefined))
      throw problem('forbidden');
    if (!canOf(club, access).edit) throw problem('club_inactive');
    await checkNamed(call, sent);
    if (sent.parent) {
      await queries.lockParents(db, schoolId);
      if (await queries.isBelow(db, club.id, idOf(sent.parent))) throw problem('club_ring');
    }
    const before = await readSettings(call, id, access);
    if (!(await queries.updateClub(db, { id: club.id, version, now }, columnsOf(sent))))
      throw problem('club_changed');
    await replaceLabels(call, club.id, sent);
    const after = await readSettings(call, id, access);
    await record(call, 'club_changed', {
      club: id,
      name: sent.name ?? club.name,
      fields: Object.keys(sent),
      ...changedValues(before, after, recorded),
      act: 'changed',
    });
    return after;
  }),

  handle(clubs.deleteClub, async (call, { id }) => {
    const { db, me, now } = call;
    orNotFound(await queries.selectClubState(db, { viewer: me.userId, isStaff: true }, idOf(id)));
    const row = await queries.updateDeleted(db, idOf(id), now);
    if (row) {
      await record(call, 'club_changed', { club: id, name: row.name, act: 'deleted' });
      // Until then, an admin who restores the club loses nothing.
      const at = new Date(now.getTime() + restorableMs);
      await emit(call, 'club_deleted', { club: idOf(id), deletedAt: now.toISOString() }, at);
    }
    return ok;
  }),

  handle(clubs.restoreClub, async (call, { id }) => {
    const row = await queries.updateDeleted(call.db, idOf(id), null);
    if (row) await record(call, 'club_changed', { club: id, name: row.name, act: 'restored' });
    return readLayout(call, idOf(id), await accessTo(call, [idOf(id)], true));
  }),
];
