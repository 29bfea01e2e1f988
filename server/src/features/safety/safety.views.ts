import type { Said } from '../../kernel/live/live.ts';
import { reportReasons, type Blocked, type Report } from '#contract/safety.ts';
import { chatFileUrl, type Signer } from '../chat/files/file-address.ts';
import { faceView } from '../people/people.views.ts';
import type { BlockedRow, ReportRow } from './safety.queries.ts';

/** Somebody in the list of whom one has blocked. */
export const blockedView = (row: BlockedRow): Blocked => ({
  ...faceView(row),
  since: row.since.toISOString(),
  isShown: row.is_shown,
});

/** A report as the moderators read it. */
export const reportView = (signer: Signer, row: ReportRow): Report => ({
  id: String(row.id),
  state: row.state,
  reason: reportReasons.find((reason) => reason === row.reason) ?? 'other',
  note: row.note,
  at: row.created_at.toISOString(),
  reporter: faceView(row.reporter),
  person: faceView(row.person),
  earlier: row.earlier,
  evidence: row.evidence,
  files: Object.fromEntries(
    row.files.map(({ id, hasSmall }) => [
      String(id),
      // In no conversation: the message may have let go of it.
      {
        url: chatFileUrl(signer, { conversation: 0, file: id, form: 'whole' }),
        small: hasSmall ? chatFileUrl(signer, { conversation: 0, file: id, form: 'small' }) : null,
      },
    ]),
  ),
  notes: row.notes.map((note) => ({
    ...note,
    author: note.author && faceView(note.author),
    at: new Date(note.at).toISOString(),
  })),
});

/** What the devices of the two hear when a block comes or goes: what they hold may be no longer what they may see. */
export const blockTold = ({ by, person }: { by: number; person: number }): Said => ({
  rooms: [`person:${by}`, `person:${person}`],
  event: { kind: 'resync', isAnew: true },
});
