import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, ShieldAlert } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import { listJobs } from '#contract/jobs/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { callQuery } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { jobQuery, postingClub } from '../jobs.data.ts';
import english from '../messages/en.json';
import type { Poster } from './job-draft.ts';
import { JobForm } from './job-form.tsx';

addEnglish(english);

type Jobs = ReplyOf<typeof listJobs>;

/** Posts a job, or edits one. */
export function EditPage() {
  const { t } = useMessages();
  const { jobId } = useParams();
  const { club, from } = useSearch();
  const source = jobId ?? from;
  const own = useQuery(callQuery(listJobs, { list: 'managed', size: 1, ...(club && { club }) }));
  return (
    <Page width="wide">
      <PageHeader
        title={t(jobId === undefined ? 'jobs.post' : 'jobs.editTitle')}
        back={
          <BackLink
            {...(jobId === undefined ? { to: paths.jobs } : { to: paths.job, params: { jobId } })}
          >
            {t(jobId === undefined ? 'jobs.title' : 'jobs.backToJob')}
          </BackLink>
        }
      />
      <QueryBoundary query={own} skeleton={['h-96']} isEmpty={() => false}>
        {(jobs) =>
          source === undefined ? (
            <NewForm jobs={jobs} club={club} />
          ) : (
            <SourcedForm key={source} id={source} isCopy={jobId === undefined} jobs={jobs} />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

const postersOf = ({ clubs, can }: Jobs, school: string): readonly Poster[] => [
  ...(can.createForSchool ? [{ id: '', name: school }] : []),
  ...clubs,
];

function NoAccess() {
  const { t } = useMessages();
  return (
    <EmptyState icon={ShieldAlert} title={t('jobs.noAccess')}>
      {t('jobs.noAccessBody')}
    </EmptyState>
  );
}

function NewForm({ jobs, club }: { jobs: Jobs; club: string | undefined }) {
  const { t } = useMessages();
  const layout = useQuery({ ...postingClub(club ?? ''), enabled: club !== undefined });
  if (!jobs.can.create) return <NoAccess />;
  const posters = postersOf(jobs, t('jobs.wholeSchool'));
  const isStaff = jobs.can.createForSchool;
  if (club === undefined || posters.some(({ id }) => id === club))
    return <JobForm posters={posters} club={club} currency={jobs.currency} isStaff={isStaff} />;
  // Someone who manages all jobs posts for a club in which they have no position.
  return (
    <QueryBoundary query={layout} skeleton={['h-96']} isEmpty={() => false}>
      {({ id, name }) => (
        <JobForm
          posters={[...posters, { id, name }]}
          club={club}
          currency={jobs.currency}
          isStaff={isStaff}
        />
      )}
    </QueryBoundary>
  );
}

function SourcedForm({ id, isCopy, jobs }: { id: string; isCopy: boolean; jobs: Jobs }) {
  const { t } = useMessages();
  const query = useQuery(jobQuery(id));
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
      {(job) => {
        if (!job.can.manage) return <NoAccess />;
        const known = postersOf(jobs, t('jobs.wholeSchool'));
        const { club } = job;
        const posters =
          club === null || known.some((one) => one.id === club.id) ? known : [...known, club];
        return (
          <JobForm
            job={job}
            isCopy={isCopy}
            posters={posters}
            currency={jobs.currency}
            isStaff={jobs.can.createForSchool}
          />
        );
      }}
    </QueryBoundary>
  );
}
