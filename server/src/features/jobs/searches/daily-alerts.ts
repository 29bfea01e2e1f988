import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { daysBefore } from '../jobs.rules.ts';
import { updateDueSearches, type DueSearch } from './searches.queries.ts';

const searchedAtOnce = 1_000;
const minuteMs = 60_000;

/** Returns the path of the list of jobs with a saved search. */
const pathOf = ({ search, kind, club_id: club, is_paid: isPaid }: DueSearch): string => {
  const params = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(kind !== null && { kind }),
    ...(club !== null && { club: String(club) }),
    ...(isPaid && { paid: 'true' }),
  });
  return params.size === 0 ? '/jobs' : `/jobs?${params}`;
};

/** Sends daily alerts: one for each saved search that found new jobs in the last day. */
export const alertDaily: MaintenanceTask = async (db, now, school) => {
  const due = await updateDueSearches(db, {
    before: daysBefore(now, 1),
    // A job that opened in the last minute may not be committed yet.
    until: new Date(now.getTime() - minuteMs),
    now,
    size: searchedAtOnce,
  });
  for (const one of due)
    await insertEvent(db, school, null, 'job_search_matched', {
      search: one.id,
      person: one.user_id,
      jobs: one.jobs,
      title: one.title,
      path: pathOf(one),
    });
  return 0;
};
