import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';

/** Links back to a job, or to the list of jobs if there is no job. */
export function BackLink({ jobId }: { jobId?: string | undefined }) {
  const { t } = useMessages();
  return (
    <Link
      {...(jobId === undefined
        ? { to: paths.employer }
        : { to: paths.employerJob, params: { jobId } })}
      className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-control font-medium text-brand-text hover:underline touch:min-h-11"
    >
      <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
      {t(jobId === undefined ? 'employer.jobs' : 'jobs.backToJob')}
    </Link>
  );
}
