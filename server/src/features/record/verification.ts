import type { ApprovalKind } from '../../kernel/feature.ts';
import { memberOf } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { settleBadges } from './badges/settle-badges.ts';
import { holdEntry, selectEntry, selectVerifiersOf, updateState } from './record.queries.ts';

/* Verification of experiences by the verifiers of their type, or else by the school's approval steps. */

const hours = (minutes: number): string => String(Math.round((minutes / 60) * 100) / 100);

/** The state of waiting and returned experiences comes from the open submission (record.queries.ts). */
const settle =
  (state: 'verified' | 'denied'): ApprovalKind['onApproved'] =>
  async (context, { subject, reason }) => {
    const row = await selectEntry(context.db, subject);
    if (row === undefined) return;
    const isVerified = state === 'verified';
    await updateState(context.db, subject, {
      state,
      verifier: isVerified ? { id: memberOf(context).userId } : null,
      reason: isVerified ? '' : reason,
      now: context.clock.now(),
    });
    if (isVerified) await settleBadges(context, [row.user_id]);
  };

/** Experiences as a type of approval. */
export const experienceKind: ApprovalKind = {
  kind: 'experience',
  name: 'Experience',
  isOfClub: false,
  reviewersOf: async ({ db }, subject) => {
    const people = await selectVerifiersOf(db, subject);
    return people.length > 0 ? people : null;
  },
  describe: async ({ db }, subject) => {
    await holdEntry(db, subject);
    const row = orNotFound(await selectEntry(db, subject));
    const lines = [
      { key: 'kind', label: 'Kind', value: row.kind.name },
      { key: 'organization', label: 'Organization', value: row.organization },
      {
        key: 'time',
        label: 'Time',
        value: `${row.starts_on} – ${row.ends_on ?? '…'}`,
      },
      { key: 'hours', label: 'Hours', value: row.minutes === 0 ? '' : hours(row.minutes) },
      { key: 'summary', label: 'What they did', value: row.summary },
      {
        key: 'competencies',
        label: 'Competencies',
        value: row.competencies.map(({ name }) => name).join(', '),
      },
      { key: 'files', label: 'Evidence', value: row.files.map(({ name }) => name).join('\n') },
    ];
    return {
      title: row.title,
      link: `/cct/entries/${subject}`,
      club: null,
      fields: lines.filter(({ value }) => value !== ''),
    };
  },
  onApproved: settle('verified'),
  onDenied: settle('denied'),
};
