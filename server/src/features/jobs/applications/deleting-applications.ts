import { jobLimits } from '#contract/jobs/limits.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { deleteAnswers } from '../../forms/forms.queries.ts';
import { daysBefore } from '../jobs.rules.ts';
import { deleteApplications, selectExpired } from './applications.queries.ts';

const deletedAtOnce = 1_000;

/** Deletes applications with their answers and files some time after their job closed. */
export const deleteOldApplications: MaintenanceTask = async (db, now) => {
  const expired = await selectExpired(
    db,
    daysBefore(now, jobLimits.applicationDays),
    deletedAtOnce,
  );
  await deleteAnswers(
    db,
    expired.flatMap(({ response }) => (response === null ? [] : [response])),
  );
  await deleteApplications(
    db,
    expired.map(({ id }) => id),
  );
  return expired.length;
};
