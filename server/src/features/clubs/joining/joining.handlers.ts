import * as clubs from '#contract/clubs/joining.endpoints.ts';
import { clubLimits, type LinkState } from '#contract/clubs/limits.ts';
import type { ClubLink } from '#contract/clubs/joining.endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { record } from '../../../kernel/security/audit.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { saveQuestions } from '../../forms/form-store.ts';
import { faceView, fileUrl } from '../../people/people.views.ts';
import { accessTo } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { lockClub, selectClubState } from '../clubs.queries.ts';
import { isWritable, nextMembership, type ClubState } from '../clubs.rules.ts';
import { upsertMembership } from '../membership/membership.queries.ts';
import * as queries from './joining.queries.ts';
import { questionsOf, readQuestions } from '../membership/questions.ts';

const dayMs = 86_400_000;

/** Returns a club whose members the caller manages. Throws 404 if they can't see it. */
const managed = async (call: Call, id: string) => {
  const access = await accessTo(call, [idOf(id)]);
  const who = { viewer: call.me.userId, isStaff: access.isStaff };
  const club = orNotFound(await selectClubState(call.db, who, idOf(id)));
  if (!access.may(club.id, 'clubs.manage_members')) throw problem('forbidden');
  return { ...club, visibility: clubViewer(call, access.isStaff).visibility };
};

const keep = async (
  call: Call,
  club: ClubState & { name: string },
  change: { act: 'changed' | 'link_added' | 'link_revoked'; fields?: readonly string[] },
): Promise<void> => {
  await record(call, 'club_changed', { club: String(club.id), name: club.name, ...change });
};

type Ending = Pick<queries.ClubLinkRow, 'expires_at' | 'revoked_at' | 'uses' | 'max_uses'>;

const stateOf = (link: Ending, now: Date): LinkState => {
  if (link.revoked_at !== null) return 'revoked';
  if (link.max_uses !== null && link.uses >= link.max_uses) return 'used_up';
  return link.expires_at <= now ? 'expired' : 'active';
};

const linkView = (row: queries.ClubLinkRow, now: Date): ClubLink => ({
  id: String(row.id),
  note: row.note,
  createdAt: row.created_at.toISOString(),
  createdBy: row.author && faceView(row.author),
  expiresAt: row.expires_at.toISOString(),
  uses: row.uses,
  maxUses: row.max_uses,
  state: stateOf(row, now),
});

/** Returns why the club can't be joined by link, or undefined. */
const errorOf = (club: queries.LinkedClubRow, now: Date) => {
  const next = nextMembership({
    ...club,
    my_status: club.my_status === 'banned' ? 'banned' : 'invited',
  });
  if ('refused' in next) return next.refused;
  if (club.membership === 'closed') return 'club_closed';
  return stateOf(club, now) === 'active' ? null : 'club_link_ended';
};

export const joiningHandlers = [
  handle(clubs.getClubQuestions, async (call, { id }) => {
    const { isStaff } = await accessTo(call, [idOf(id)]);
    const who = { viewer: call.me.userId, isStaff };
    return readQuestions(call.db, orNotFound(await selectClubState(call.db, who, idOf(id))).id);
  }),

  handle(clubs.updateClubQuestions, async (call, { id, version, definition }) => {
    const club = await managed(call, id);
    if (!isWritable(club)) throw problem('club_inactive');
    // If two people save the first questions at the same time, the second gets a conflict.
    await lockClub(call.db, club.id);
    await saveQuestions(call, questionsOf(club.id), { version, definition });
    await keep(call, club, { act: 'changed', fields: ['questions'] });
    return readQuestions(call.db, club.id);
  }),

  handle(clubs.listClubLinks, async (call, { id }) => {
    const club = await managed(call, id);
    const rows = await queries.selectLinks(call.db, club.visibility, club.id);
    return { items: rows.map((row) => linkView(row, call.now)) };
  }),

  handle(clubs.createClubLink, async (call, { id, clientId, days, maxUses, note }) => {
    const { db, schoolId: school, me, now, tokens, origin } = call;
    const club = await managed(call, id);
    // Derived from the sender's id and the installation's secret, so a repeated call returns the same address.
    const token = tokens.linkToken(`club:${school}:${club.id}:${me.userId}:${clientId}`);
    const reply = (row: queries.ClubLinkRow) => ({
      ...linkView(row, now),
      url: `${origin}/clubs/join#token=${token}`,
    });
    await lockClub(db, club.id);
    const sent = await queries.selectSentLink(db, club.visibility, clientId);
    if (sent !== undefined) return reply(orNotFound(sent.club_id === club.id ? sent : undefined));
    if (!isWritable(club)) throw problem('club_inactive');
    if (club.membership === 'closed') throw problem('club_closed');
    const max = clubLimits.links;
    if ((await queries.countActiveLinks(db, club.id, now)) >= max)
      throw problem('too_many_club_links', { max });
    const expiresAt = new Date(now.getTime() + days * dayMs);
    const scope = { school, club: club.id, me: me.userId, now };
    await queries.insertLink(db, {
      ...scope,
      hash: tokens.hash(token),
      note,
      clientId,
      expiresAt,
      maxUses,
    });
    await keep(call, club, { act: 'link_added' });
    return reply(orNotFound(await queries.selectSentLink(db, club.visibility, clientId)));
  }),

  handle(clubs.deleteClubLink, async (call, { id, link }) => {
    const club = await managed(call, id);
    const row = orNotFound(
      await queries.updateRevoked(call.db, club.visibility, club.id, idOf(link), call.now),
    );
    if (!row.was_revoked) await keep(call, club, { act: 'link_revoked' });
    return linkView(row, call.now);
  }),

  // Returns a club to anyone with its link.
  handle(clubs.readClubLink, async (call, { token }) => {
    const hash = call.tokens.hash(token);
    const club = orNotFound(await queries.selectLinkedClub(call.db, call.me.userId, hash));
    return {
      id: String(club.id),
      name: club.name,
      description: club.description,
      logo: fileUrl(club.logo),
      cover: fileUrl(club.cover),
      isMember: club.my_status === 'member',
      state: stateOf(club, call.now),
      expiresAt: club.expires_at.toISOString(),
    };
  }),

  // Joins a club with its link, unless the person is banned.
  handle(clubs.joinByClubLink, async (call, { token }) => {
    const { db, me, now, schoolId: school } = call;
    const hash = call.tokens.hash(token);
    // If several people use the link's last use at the same time, one gets in.
    await queries.lockLink(db, hash);
    const club = orNotFound(await queries.selectLinkedClub(db, me.userId, hash));
    const joined = { id: String(club.id), status: 'member' as const };
    if (club.my_status === 'member') return joined;
    const refused = errorOf(club, now);
    if (refused !== null) throw problem(refused);
    const scope = { school, club: club.id, now };
    const stored = await upsertMembership(db, scope, me.userId, 'member');
    if (stored?.status !== 'member') throw problem('club_membership_refused');
    await queries.updateUses(db, club.link_id);
    await emit(call, 'club_joined', { club: club.id, user: me.userId, by: me.userId });
    return joined;
  }),
];

/** Removes links that ended long enough ago. */
export const deleteOldLinks: MaintenanceTask = (db, now) =>
  queries.deleteLinksBefore(db, new Date(now.getTime() - clubLimits.linkKeptDays * dayMs));
