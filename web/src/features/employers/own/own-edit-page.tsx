import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness } from 'lucide-react';
import { createEmployerJob, updateEmployerJob } from '#contract/employers/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams } from '../../../lib/page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';
import { paths } from '../../../paths.ts';
import { JobForm, type JobStore } from '../../jobs/edit/job-form.tsx';
import english from '../messages/en.json';
import { OwnBackLink } from './back-link.tsx';
import { employerCall } from './employer-call.ts';
import { EmployerFrame, type EmployerAccount } from './employer-frame.tsx';
import { ownJobQuery, staleOwnJobs } from './own.data.ts';
import jobsWords from 'messages:en/jobs.*';

addEnglish({ ...jobsWords, ...english });

/** The only poster of the form: the employer, in place of a club. */
const posterId = 'employer';

const store: JobStore = {
  create: (content) => employerCall(createEmployerJob, content),
  update: ({ id, version }, changes) =>
    employerCall(updateEmployerJob, { id, version, ...changes }),
  stale: staleOwnJobs,
  to: paths.employerJob,
  kind: 'internship',
};

/** Posts a job of an employer, or edits one. */
export function OwnEditPage() {
  const { jobId } = useParams();
  return (
    <EmployerFrame>
      {(account) => (
        <>
          <OwnBackLink jobId={jobId} />
          <Edit account={account} jobId={jobId} />
        </>
      )}
    </EmployerFrame>
  );
}

function Edit({ account, jobId }: { account: EmployerAccount; jobId: string | undefined }) {
  const { t } = useMessages();
  const title = t(jobId === undefined ? 'jobs.post' : 'jobs.editTitle');
  usePageTitle(title);
  const posters = [{ id: posterId, name: account.employer.name }];
  return (
    <>
      <h1>{title}</h1>
      {jobId === undefined ? (
        <JobForm store={store} posters={posters} club={posterId} currency={account.currency} />
      ) : (
        <EditOne account={account} id={jobId} />
      )}
    </>
  );
}

function EditOne({ account, id }: { account: EmployerAccount; id: string }) {
  const { t } = useMessages();
  const query = useQuery(ownJobQuery(id));
  const poster = { id: posterId, name: account.employer.name };
  return (
    <QueryBoundary
      query={query}
      skeleton={['h-96']}
      isEmpty={() => false}
      errorContent={{
        not_found: {
          icon: BriefcaseBusiness,
          title: t('jobs.notFound'),
          body: t('jobs.notFoundBody'),
        },
      }}
    >
      {(job) => (
        <JobForm
          store={store}
          job={{ ...job, club: poster }}
          posters={[poster]}
          currency={account.currency}
        />
      )}
    </QueryBoundary>
  );
}
