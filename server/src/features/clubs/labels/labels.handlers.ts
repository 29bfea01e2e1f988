import * as clubs from '#contract/clubs/staff.endpoints.ts';
import type { ClubLabel } from '#contract/clubs/staff.endpoints.ts';
import { clubLimits, type ClubKind, type ClubLabelList } from '#contract/clubs/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, idOf, lockTable } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { isClubStaff } from '../club-access.ts';
import { selectClubState } from '../clubs.queries.ts';
import * as queries from './labels.queries.ts';

const labelView = (row: queries.LabelRow): ClubLabel => ({ ...row, id: String(row.id) });

/** Returns the kind of a type. Other labels have none. */
const kindOf = (list: ClubLabelList, kind: ClubKind | null): ClubKind | null =>
  list === 'types' ? (kind ?? 'other') : null;

const noteView = (row: queries.NoteRow) => ({
  id: String(row.id),
  author: row.author && faceView(row.author),
  text: row.text,
  at: row.created_at.toISOString(),
});

/** Returns a club of the school, including deleted ones. */
const clubOfStaff = async ({ db, me }: Call, id: string) =>
  orNotFound(await selectClubState(db, { viewer: me.userId, isStaff: true }, idOf(id)));

export const labelsHandlers = [
  handle(clubs.listClubLabels, async (call) => ({
    items: (await queries.selectLabels(call.db, call.me.userId, await isClubStaff(call))).map(
      labelView,
    ),
  })),

  handle(clubs.createClubLabel, async (call, { clientId, list, name, kind }) => {
    const { db, schoolId, me } = call;
    await lockTable(db, 'club_labels');
    const repeated = await queries.selectSentLabel(db, me.userId, clientId);
    if (repeated !== undefined) return labelView(repeated);
    await checkQuota(db, 'club_labels', clubLimits.labels, 'too_many_club_labels');
    const sent = { by: me.userId, clientId, list, name, kind: kindOf(list, kind) };
    const id = await queries.insertLabel(db, schoolId, sent);
    if (id === undefined) throw problem('club_label_taken');
    await record(call, 'club_label_changed', { label: String(id), list, name, act: 'added' });
    return labelView(orNotFound(await queries.selectLabel(db, me.userId, id)));
  }),

  handle(clubs.updateClubLabel, async (call, { id, name, kind }) => {
    const { db, me } = call;
    // The lock keeps others from taking the name between the check and the change.
    await lockTable(db, 'club_labels');
    const before = orNotFound(await queries.selectLabel(db, me.userId, idOf(id)));
    if (await queries.isLabelTaken(db, before, name)) throw problem('club_label_taken');
    await queries.updateLabel(db, before.id, { name, kind: kindOf(before.list, kind) });
    await record(call, 'club_label_changed', {
      label: id,
      list: before.list,
      name,
      act: 'changed',
    });
    return labelView(orNotFound(await queries.selectLabel(db, me.userId, before.id)));
  }),

  handle(clubs.deleteClubLabel, async (call, { id }) => {
    const { db, me } = call;
    const { list, name } = orNotFound(await queries.selectLabel(db, me.userId, idOf(id)));
    await queries.deleteLabel(db, idOf(id));
    await record(call, 'club_label_changed', { label: id, list, name, act: 'deleted' });
    return ok;
  }),

  handle(clubs.listClubNotes, async (call, { id }) => {
    const club = await clubOfStaff(call, id);
    return { items: (await queries.selectNotes(call.db, club.id)).map(noteView) };
  }),

  handle(clubs.createClubNote, async (call, { id, clientId, text }) => {
    const { db, schoolId: school, me, now } = call;
    const club = await clubOfStaff(call, id);
    const note = { school, club: club.id, author: me.userId, clientId, text, now };
    const { row, isNew } = await queries.insertNote(db, note);
    if (isNew) await record(call, 'club_note_added', { club: id, name: club.name });
    return noteView(orNotFound(row));
  }),
];
