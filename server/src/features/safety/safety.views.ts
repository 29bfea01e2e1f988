import { reportReasons, type Report } from '#contract/safety.ts';
import { faceView } from '../people/people.views.ts';
import type { ReportRow } from './safety.queries.ts';

/** A report as the moderators read it. */
export const reportView = (row: ReportRow): Report => ({
  id: String(row.id),
  state: row.state,
  reason: reportReasons.find((reason) => reason === row.reason) ?? 'other',
  note: row.note,
  at: row.created_at.toISOString(),
  reporter: faceView(row.reporter),
  person: faceView(row.person),
  earlier: row.earlier,
  notes: row.notes.map((note) => ({ ...note, author: note.author && faceView(note.author), at: new Date(note.at).toISOString() })),
});
