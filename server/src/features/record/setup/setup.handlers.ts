import * as contract from '#contract/record/staff.endpoints.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { recordLimits as limits, showCode } from '#contract/record/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit, emitAll, chunkPeople, type Events } from '../../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, idOf, lockTable } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import {
  startSettling,
  revokeAward,
  selectHolders,
  upsertAward,
  upsertAwards,
} from '../badges/badges.queries.ts';
import { badgeView } from '../badges/badges.views.ts';
import { settleBadges } from '../badges/settle-badges.ts';
import { revokeDocument } from '../documents/documents.queries.ts';
import { selectKeys } from '../keys/record-keys.queries.ts';
import { renewSigningKey } from '../keys/record-keys.ts';
import { isKind, selectCompetencies } from '../record.queries.ts';
import { namedView } from '../record.views.ts';
import * as queries from './setup.queries.ts';

/** `about` is the name of what changed, `person` the person it concerns. */
const keep = (
  call: Call,
  act: Acts['record_changed'],
  detail: { about: string; person?: number },
): Promise<unknown> => record(call, 'record_changed', { act, ...detail });

/** Notifies people about something that staff awarded to them or revoked. */
const notice = (
  call: Call,
  people: readonly number[],
  of: Omit<Events['record_noticed'], 'people'>,
): Promise<void> =>
  emitAll(
    call,
    'record_noticed',
    chunkPeople(people).map((some) => ({ payload: { ...of, people: some }, dueAt: null })),
  );

const readSetup = async ({ db }: Call) => ({
  kinds: (await queries.selectManagedKinds(db)).map((row) => ({
    ...namedView(row),
    description: row.description,
    source: row.source,
    verifiers: row.verifiers.map(faceView),
    entries: row.entries,
    version: row.version,
  })),
  competencies: (await selectCompetencies(db)).map(namedView),
  badges: (await queries.selectManagedBadges(db)).map((row) => ({
    ...badgeView(row),
    awards: row.awards,
    settling:
      row.awarding_total === null ? null : { done: row.awarding_done, total: row.awarding_total },
    version: row.version,
  })),
  keys: (await selectKeys(db)).map((row) => ({
    id: String(row.id),
    createdAt: row.created_at.toISOString(),
    retiredAt: row.retired_at?.toISOString() ?? null,
  })),
});

/** Makes a source fill this type and no other. Earlier attendance counts too. */
const fillFrom = async (
  call: Call,
  source: 'positions' | 'events' | null,
  kind: number | null,
): Promise<void> => {
  if (source !== null) await queries.clearSource(call.db, source, kind);
  if (source === 'events') await emit(call, 'record_counting', { after: 0 });
};

const refuseTaken = async (
  { db }: Call,
  table: 'record_types' | 'record_badges',
  name: string,
  but: number | null,
): Promise<void> => {
  await lockTable(db, table);
  if (await queries.isNameTaken(db, table, name, but)) throw problem('record_name_taken');
};

type KindSettings = InputOf<'POST /api/v1/school/record/kinds'>;

const kindColumns = ({ name, description = '', source = null }: KindSettings) => ({
  name,
  description,
  source,
});

type BadgeSettings = InputOf<'POST /api/v1/school/record/badges'>;

const badgeColumns = async ({ db }: Call, sent: BadgeSettings): Promise<queries.BadgeColumns> => {
  const { name, description = '', icon, color, basis, goal } = sent;
  const kind = sent.kind === undefined || sent.kind === null ? null : idOf(sent.kind);
  if (kind !== null && !(await isKind(db, kind))) throw problem('record_kind_unknown');
  return { name, description, icon, color, basis, goal, kind };
};

const storeSteps = (call: Call, badge: number, { basis, steps = [] }: BadgeSettings) =>
  queries.replaceSteps(call.db, call.schoolId, badge, basis === 'badges' ? steps.map(idOf) : []);

/** Awards a badge in the background to people who qualify. The page shows the progress. */
const settleForAll = async (call: Call, badge: number, version: number): Promise<void> => {
  await startSettling(call.db, badge);
  await emit(call, 'record_badge_changed', { badge, version, after: 0 });
};

export const setupHandlers = [
  handle(contract.getRecordSetup, async (call) => readSetup(call)),

  handle(contract.createKind, async (call, sent) => {
    const { db, schoolId } = call;
    await checkQuota(db, 'record_types', limits.kinds, 'record_setup_full');
    await refuseTaken(call, 'record_types', sent.name, null);
    const columns = kindColumns(sent);
    await fillFrom(call, columns.source, null);
    const id = await queries.insertKind(db, schoolId, columns);
    await queries.replaceVerifiers(db, schoolId, id, (sent.verifiers ?? []).map(idOf));
    await keep(call, 'setup', { about: sent.name });
    return readSetup(call);
  }),

  handle(contract.updateKind, async (call, { id, version, ...sent }) => {
    const { db, schoolId } = call;
    const kind = idOf(id);
    if (!(await isKind(db, kind))) throw problem('not_found');
    await refuseTaken(call, 'record_types', sent.name, kind);
    const columns = kindColumns(sent);
    await fillFrom(call, columns.source, kind);
    if (!(await queries.updateKind(db, kind, version, columns)))
      throw problem('record_setup_changed');
    await queries.replaceVerifiers(db, schoolId, kind, (sent.verifiers ?? []).map(idOf));
    await keep(call, 'setup', { about: sent.name });
    return readSetup(call);
  }),

  handle(contract.deleteKind, async (call, { id }) => {
    const kind = idOf(id);
    if (!(await isKind(call.db, kind))) throw problem('not_found');
    if (!(await queries.deleteKind(call.db, kind))) throw problem('record_kind_used');
    await keep(call, 'setup', { about: id });
    return readSetup(call);
  }),

  handle(contract.replaceCompetencies, async (call, { items }) => {
    const names = items.map(({ name }) => name.toLowerCase());
    if (new Set(names).size < names.length) throw problem('record_name_taken');
    await lockTable(call.db, 'record_competencies');
    await queries.replaceCompetencies(
      call.db,
      call.schoolId,
      items.map(({ id, name }) => ({ id: id === null ? null : idOf(id), name })),
    );
    await keep(call, 'setup', { about: '' });
    return readSetup(call);
  }),

  handle(contract.createBadge, async (call, sent) => {
    const { db, schoolId } = call;
    await checkQuota(db, 'record_badges', limits.badges, 'record_setup_full');
    await refuseTaken(call, 'record_badges', sent.name, null);
    const badge = await queries.insertBadge(db, schoolId, await badgeColumns(call, sent));
    await storeSteps(call, badge, sent);
    await settleForAll(call, badge, 1);
    await keep(call, 'setup', { about: sent.name });
    return readSetup(call);
  }),

  handle(contract.updateBadge, async (call, { id, version, ...sent }) => {
    const badge = idOf(id);
    const rows = await queries.selectManagedBadges(call.db);
    orNotFound(rows.find((row) => row.id === badge));
    await refuseTaken(call, 'record_badges', sent.name, badge);
    if (!(await queries.updateBadge(call.db, badge, version, await badgeColumns(call, sent))))
      throw problem('record_setup_changed');
    await storeSteps(call, badge, sent);
    await settleForAll(call, badge, version + 1);
    await keep(call, 'setup', { about: sent.name });
    return readSetup(call);
  }),

  handle(contract.awardBadge, async (call, { id, uid }) => {
    const { db, schoolId, me, now } = call;
    const [badge, user] = [idOf(id), idOf(uid)];
    const row = orNotFound(await upsertAward(db, schoolId, { badge, user, by: me.userId, now }));
    await settleBadges(call, [user]);
    if (row.is_new)
      await notice(call, [user], { kind: 'badge_awarded', item: badge, title: row.name });
    await keep(call, 'badge_awarded', { about: row.name, person: user });
    return ok;
  }),

  handle(contract.awardPeople, async (call, { id, uids }) => {
    const { db, schoolId, me, now } = call;
    const users = [...new Set(uids.map(idOf))];
    const wanted = { badge: idOf(id), users, by: me.userId, now };
    const { name, people, found: here } = orNotFound(await upsertAwards(db, schoolId, wanted));
    if (here < users.length) throw problem('person_not_found');
    await settleBadges(call, people);
    await notice(call, people, { kind: 'badge_awarded', item: wanted.badge, title: name });
    for (const person of people) await keep(call, 'badge_awarded', { about: name, person });
    return { awarded: people.length };
  }),

  handle(contract.listAwards, async (call, { id, cursor, size }) => {
    const key = readCursor<[Date, number]>(cursor, ['time', 'number']);
    const badge = idOf(id);
    orNotFound((await queries.selectManagedBadges(call.db)).find((row) => row.id === badge));
    const before = key && { at: key[0], id: key[1] };
    const rows = await selectHolders(call.db, badge, before, size + 1);
    await keep(call, 'read', { about: 'awards' });
    return pageOfRows(rows, size, {
      view: (row) => ({
        person: faceView(row),
        awardedAt: row.awarded_at.toISOString(),
        isByHand: row.is_manual,
        awardedBy: row.awarded_by,
      }),
      keyOf: (row) => [row.awarded_at, row.award],
    });
  }),

  handle(contract.revokeAward, async (call, { id, uid, reason, publicReason }) => {
    const user = idOf(uid);
    const award = { badge: idOf(id), user, reason, publicReason, now: call.now };
    const row = orNotFound(await revokeAward(call.db, award));
    // Paths that count this badge are revoked too.
    await settleBadges(call, [user]);
    if (row.is_new)
      await notice(call, [user], { kind: 'badge_revoked', item: award.badge, title: row.name });
    await keep(call, 'badge_revoked', { about: row.name, person: user });
    return ok;
  }),

  handle(contract.listVerified, async (call, { search, cursor, size }) => {
    const key = readCursor<[Date, number]>(cursor, ['time', 'number']);
    const before = key && { at: key[0], id: key[1] };
    const rows = await queries.selectVerified(call.db, search, before, size + 1);
    await keep(call, 'read', { about: 'entries' });
    return pageOfRows(rows, size, {
      view: (row) => ({
        id: String(row.entry),
        person: faceView(row),
        kind: row.kind,
        title: row.title,
        organization: row.organization,
        minutes: row.minutes,
        state: row.state,
        verifiedBy: row.verified_by,
        verifiedAt: row.verified_at.toISOString(),
        reason: row.reason,
      }),
      keyOf: (row) => [row.verified_at, row.entry],
    });
  }),

  handle(contract.revokeEntry, async (call, { id, reason }) => {
    const row = orNotFound(await queries.revokeVerified(call.db, idOf(id), reason, call.now));
    await settleBadges(call, [row.user_id]);
    const { title } = row;
    await notice(call, [row.user_id], { kind: 'experience_revoked', item: idOf(id), title });
    await keep(call, 'entry_revoked', { about: row.title, person: row.user_id });
    return ok;
  }),

  handle(contract.listIssued, async (call, { cursor, size }) => {
    const key = readCursor<[Date, number]>(cursor, ['time', 'number']);
    const before = key && { at: key[0], id: key[1] };
    const rows = await queries.selectIssued(call.db, before, size + 1);
    await keep(call, 'read', { about: 'documents' });
    return pageOfRows(rows, size, {
      view: (row) => ({
        id: String(row.document),
        person: faceView(row),
        kind: row.kind,
        code: row.code,
        issuedAt: row.issued_at.toISOString(),
        revokedAt: row.revoked_at?.toISOString() ?? null,
      }),
      keyOf: (row) => [row.issued_at, row.document],
    });
  }),

  handle(contract.revokeIssued, async (call, { id, reason, publicReason }) => {
    const { now } = call;
    const row = orNotFound(
      await revokeDocument(call.db, idOf(id), { user: null, reason, publicReason, now }),
    );
    // Experiences that were already revoked don't change.
    if (row.revoked_at?.getTime() === now.getTime())
      await notice(call, [row.user_id], {
        kind: 'document_revoked',
        item: row.id,
        title: showCode(row.code),
      });
    await keep(call, 'document_revoked', { about: row.code, person: row.user_id });
    return ok;
  }),

  handle(contract.renewKey, async (call) => {
    await renewSigningKey(call);
    await keep(call, 'key_renewed', { about: '' });
    return readSetup(call);
  }),
];
