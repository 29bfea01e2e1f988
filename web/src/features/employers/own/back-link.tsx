import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';

/** Links back to a job, or to the list of jobs if there is no job. */
export function OwnBackLink({ jobId }: { jobId?: string | undefined }) {
  const { t } = useMessages();
  return jobId === undefined ? (
    <BackLink to={paths.employer}>{t('employer.jobs')}</BackLink>
  ) : (
    <BackLink to={paths.employerJob} params={{ jobId }}>
      {t('jobs.backToJob')}
    </BackLink>
  );
}
