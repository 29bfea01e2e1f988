import type { AuditEntry } from '#contract/audit/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { AuditRow } from './audit.queries.ts';

/** Converts an entry for admins. */
export const entryView = (row: AuditRow): AuditEntry => {
  const { people: _people, person: _person, fields, ...detail } = row.detail;
  return {
    number: row.number,
    at: row.at.toISOString(),
    actor: row.actor && faceView(row.actor),
    kind: row.kind,
    people: row.people.map(faceView),
    peopleCount: row.people_count,
    fields: Array.isArray(fields) ? fields.map(String) : [],
    detail,
  };
};
