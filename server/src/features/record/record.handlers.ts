import * as contract from '#contract/record/endpoints.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { recordLimits as limits } from '#contract/record/limits.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { ok, orNotFound, idOf } from '../../kernel/sql.ts';
import { forget, submit, submissionOf, withdrawOf } from '../approvals/submissions.ts';
import { lockUploads } from '../uploads/uploads.queries.ts';
import { selectOwnBadges } from './badges/badges.queries.ts';
import { ownBadgeView } from './badges/badges.views.ts';
import { settleBadges } from './badges/settle-badges.ts';
import { selectDocuments } from './documents/documents.queries.ts';
import { documentView } from './documents/documents.views.ts';
import { usualLayout } from './documents/layout.ts';
import { selectLayout } from './documents/layout.queries.ts';
import * as queries from './record.queries.ts';
import { canDelete, canSubmit, canUpdate, canWithdraw, isSpan } from './record.rules.ts';
import { entryView, kindView, namedView } from './record.views.ts';
import { experienceKind } from './verification.ts';

type Fields = Omit<InputOf<'POST /api/v1/cct/entries'>, 'clientId'>;

/** Returns the columns for the sent fields. Throws for deleted types and future dates. */
const columnsOf = async (call: Call, sent: Fields): Promise<queries.EntryColumns> => {
  const { startsOn, endsOn = null } = sent;
  // In some time zones the day may have started already.
  const today = new Date(call.now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  if (!isSpan(startsOn, endsOn, today)) throw problem('record_dates');
  const kind = idOf(sent.kind);
  if (!(await queries.isKind(call.db, kind))) throw problem('record_kind_unknown');
  return {
    type_id: kind,
    title: sent.title,
    organization: sent.organization ?? '',
    starts_on: startsOn,
    ends_on: endsOn,
    minutes: sent.minutes,
    summary: sent.summary ?? '',
    reflection: sent.reflection ?? '',
  };
};

const storeParts = async (call: Call, id: number, sent: Fields): Promise<void> => {
  const { db, schoolId, me } = call;
  const wanted = (sent.files ?? []).map(idOf);
  // The caller can use their own uploads and the current files of the experience.
  const own = await lockUploads(db, wanted, me.userId);
  const kept = await queries.selectEntryFiles(db, id);
  const files = wanted.filter((file) => own.includes(file) || kept.includes(file));
  const competencies = (sent.competencies ?? []).map(idOf);
  await queries.replaceParts(db, schoolId, id, { competencies, files });
};

const readOwn = async (call: Call, id: number) => {
  const row = orNotFound(await queries.selectEntry(call.db, id));
  if (row.user_id !== call.me.userId) throw problem('not_found');
  return entryView(call, row);
};

/** Locks and returns an experience of the caller. Throws a 404 for other people's. */
const hold = async (call: Call, id: string) =>
  orNotFound(await queries.lockEntry(call.db, call.me.userId, idOf(id)));

export const recordHandlers = [
  handle(contract.getRecord, async (call) => {
    const { db, me, origin, now } = call;
    const [figures, kinds, competencies, badges, documents, layout] = await Promise.all([
      queries.selectFigures(db, me.userId),
      queries.selectKinds(db),
      queries.selectCompetencies(db),
      selectOwnBadges(db, me.userId),
      selectDocuments(db, me.userId),
      selectLayout(db),
    ]);
    return {
      figures,
      kinds: kinds.map(kindView),
      competencies: competencies.map(namedView),
      badges: badges.map(ownBadgeView),
      documents: documents.map((row) => documentView(origin, row, now)),
      hasReflections: (layout ?? usualLayout).shown.includes('reflections'),
    };
  }),

  handle(contract.listExperiences, async (call) => ({
    items: (await queries.selectEntries(call.db, call.me.userId)).map((row) =>
      entryView(call, row),
    ),
  })),

  handle(contract.getExperience, async (call, { id }) => {
    const row = orNotFound(await queries.selectEntry(call.db, idOf(id)));
    if (row.user_id === call.me.userId) return { ...entryView(call, row), person: null };
    // People who are or were asked to verify it can read it. All others get a 404.
    const submission = orNotFound(await submissionOf(call, experienceKind, row.id));
    const by = submission.submitter;
    return {
      ...entryView(call, row, false),
      person: {
        uid: by?.uid ?? '',
        name: by === null ? '' : `${by.firstName} ${by.lastName}`.trim(),
      },
    };
  }),

  handle(contract.createExperience, async (call, { clientId, ...sent }) => {
    const { db, schoolId, me, now } = call;
    const columns = await columnsOf(call, sent);
    const count = await queries.countOwn(db, me.userId);
    const { id, isNew } = await queries.insertEntry(
      db,
      schoolId,
      me.userId,
      clientId,
      columns,
      now,
    );
    if (isNew && count >= limits.entries)
      throw problem('too_many_record_entries', { max: limits.entries });
    if (isNew) await storeParts(call, id, sent);
    return readOwn(call, id);
  }),

  handle(contract.updateExperience, async (call, { id, version, ...sent }) => {
    const before = await hold(call, id);
    if (before.version !== version) throw problem('record_entry_changed');
    if (!canUpdate(before)) throw problem('record_entry_fixed');
    const isOwn = before.source === 'own';
    const row = orNotFound(await queries.selectEntry(call.db, before.id));
    const columns: queries.EntryColumns = isOwn
      ? await columnsOf(call, sent)
      : {
          type_id: row.kind.id,
          title: row.title,
          organization: row.organization,
          starts_on: row.starts_on,
          ends_on: row.ends_on,
          minutes: row.minutes,
          summary: row.summary,
          reflection: sent.reflection ?? '',
        };
    await queries.updateEntry(call.db, before.id, columns, { resets: isOwn, now: call.now });
    await storeParts(call, before.id, sent);
    if (before.state === 'verified') await settleBadges(call, [call.me.userId]);
    return readOwn(call, before.id);
  }),

  handle(contract.deleteExperience, async (call, { id }) => {
    const row = await hold(call, id);
    if (row.source !== 'own') throw problem('record_entry_source');
    if (!canDelete(row)) throw problem('record_entry_fixed');
    await forget(call, experienceKind, row.id);
    await queries.deleteEntry(call.db, row.id);
    if (row.state === 'verified') await settleBadges(call, [call.me.userId]);
    return ok;
  }),

  handle(contract.submitExperience, async (call, { id }) => {
    const row = await hold(call, id);
    if (row.source !== 'own') throw problem('record_entry_source');
    if (!canSubmit(row)) throw problem('record_entry_fixed');
    await queries.updateState(call.db, row.id, {
      state: 'self_reported',
      verifier: null,
      reason: '',
      now: call.now,
    });
    await submit(call, experienceKind, row.id);
    return readOwn(call, row.id);
  }),

  handle(contract.withdrawExperience, async (call, { id }) => {
    const row = await hold(call, id);
    if (!canWithdraw(row)) throw problem('record_entry_fixed');
    await withdrawOf(call, experienceKind, row.id);
    return readOwn(call, row.id);
  }),
];
