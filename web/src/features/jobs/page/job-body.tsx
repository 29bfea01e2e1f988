import type { Job } from '#contract/jobs/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { JobFacts, type FactsOf } from './job-facts.tsx';

/** The facts and texts of a job, also in the preview of its form. */
export function JobBody({
  job,
  headingLevel: Heading = 'h3',
}: {
  job: FactsOf & Pick<Job, 'description' | 'requirements'>;
  headingLevel?: 'h2' | 'h3';
}) {
  const { t } = useMessages();
  return (
    <>
      <JobFacts job={job} />
      {job.description !== '' && (
        <section className="grid gap-1">
          <Heading className="text-base!">{t('jobs.description')}</Heading>
          <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
            {job.description}
          </p>
        </section>
      )}
      {job.requirements !== '' && (
        <section className="grid gap-1">
          <Heading className="text-base!">{t('jobs.requirements')}</Heading>
          <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
            {job.requirements}
          </p>
        </section>
      )}
    </>
  );
}
