import type { Submission } from '#contract/approvals/endpoints.ts';
import type { Job, JobItem, JobPay } from '#contract/jobs/endpoints.ts';
import type { JobRow } from './jobs.queries.ts';
import { acceptsApplications, canClose, isJobWritable, shownStateOf } from './jobs.rules.ts';

/** Facts about the person who reads jobs. */
export interface JobReader {
  readonly now: Date;
  readonly manages: boolean;
}

const payView = (row: JobRow): JobPay | null => {
  const { pay_min: min, pay_max: max, pay_currency: currency, pay_per: per } = row;
  if (min === null || currency === null || per === null) return null;
  return {
    min: { amount: min, currency },
    max: max === null ? null : { amount: max, currency },
    per,
  };
};

export const jobItemView = (row: JobRow, { now, manages }: JobReader): JobItem => ({
  id: String(row.id),
  title: row.title,
  club: row.club_id === null ? null : { id: String(row.club_id), name: row.club_name ?? '' },
  employer: row.employer,
  kind: row.kind,
  pay: payView(row),
  place: row.location,
  hours: row.hours,
  closesAt: (row.closed_at ?? row.closes_at).toISOString(),
  postedAt: row.opened_at?.toISOString() ?? null,
  state: shownStateOf(row, now),
  isHidden: row.is_hidden,
  isSaved: row.is_saved,
  hasApplied: row.application !== null,
  can: {
    manage: manages,
    apply: acceptsApplications(row, now) && row.application === null,
  },
});

export const jobView = (
  row: JobRow,
  reader: JobReader,
  more: { submission: Submission | null; application: Job['application'] },
): Job => {
  const item = jobItemView(row, reader);
  const writes = reader.manages && isJobWritable(row);
  return {
    ...item,
    description: row.description,
    requirements: row.requirements,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    apply: row.url === null ? 'here' : 'link',
    url: row.url,
    asksFiles: row.asks_files,
    questions:
      row.questions === null || row.questions.definition.questions.length === 0
        ? null
        : row.questions,
    checkedAt: item.state === 'draft' ? null : (row.checked_at?.toISOString() ?? null),
    employerWebsite: row.employer_website,
    isOwnClub: row.is_member,
    application: more.application,
    applicants: reader.manages ? row.applicants : null,
    submission: more.submission,
    can: {
      ...item.can,
      edit: writes && item.state !== 'closed',
      submit: writes && item.state === 'draft',
      close: reader.manages && canClose(row) && item.state !== 'closed',
      remove: reader.manages,
    },
    version: row.version,
  };
};
