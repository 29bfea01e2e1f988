import type { Job } from '#contract/jobs/endpoints.ts';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useSchool } from '../../../lib/school.ts';
import { posterName } from '../job-text.ts';

/** What the people who manage the job see of an applicant. */
export function Sees({
  job,
}: {
  job: Pick<Job, 'apply' | 'asksFiles' | 'questions' | 'club' | 'employer'>;
}) {
  const { t } = useMessages();
  const school = useSchool();
  const poster = isolate(posterName(job, school.name));
  if (job.apply === 'link') return t('jobs.seesLink');
  if (job.asksFiles && job.questions !== null) return t('jobs.seesAll', { poster });
  if (job.asksFiles) return t('jobs.seesFiles', { poster });
  return t(job.questions === null ? 'jobs.seesNote' : 'jobs.seesAnswers', { poster });
}
