import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BriefcaseBusiness, Plus, UsersRound } from 'lucide-react';
import type { EmployerJobItem } from '#contract/employers/own.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useSchool } from '../../../lib/school.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Pill } from '../../../ui/pill.tsx';
import { JobMark } from '../../jobs/job-mark.tsx';
import { stateTones } from '../../jobs/job-text.ts';
import english from '../messages/en.json';
import { EmployerFrame } from './employer-frame.tsx';
import { ownJobPages } from './own.data.ts';
import jobsWords from 'messages:en/jobs.*';

addEnglish({ ...jobsWords, ...english });

/** An employer's jobs in every state. */
export function OwnJobsPage() {
  return <EmployerFrame>{() => <OwnJobs />}</EmployerFrame>;
}

function OwnJobs() {
  const { t } = useMessages();
  const school = useSchool();
  const query = useInfiniteQuery(ownJobPages());
  usePageTitle(t('employer.jobs'));
  return (
    <>
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1>{t('employer.jobs')}</h1>
          <p className="text-ink-2 text-pretty">{t('employer.intro', { school: school.name })}</p>
        </div>
        <Link to={paths.newEmployerJob} className={buttonClass({ variant: 'primary' })}>
          <Plus size={20} strokeWidth={1.9} aria-hidden />
          {t('jobs.post')}
        </Link>
      </header>
      <QueryBoundary
        query={query}
        showsRefetchError
        skeleton={['h-16', 'h-16']}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={{
          icon: BriefcaseBusiness,
          title: t('jobs.none_managed'),
          body: t('employer.noneBody'),
        }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList label={t('employer.jobs')} isCard>
              {pages.flatMap(({ items }) => items.map((job) => <OwnRow key={job.id} job={job} />))}
            </RowList>
            <LoadMore query={query} />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

function OwnRow({
  job: { id, title, kind, state, closesAt, applicants },
}: {
  job: EmployerJobItem;
}) {
  const { t, date } = useMessages();
  return (
    <Row
      mark={<JobMark kind={kind} />}
      title={
        <Link to={paths.employerJob} params={{ jobId: id }} className="rounded-sm hover:underline">
          {title}
        </Link>
      }
      aside={<Pill tone={stateTones[state]}>{t(`jobs.state_${state}`)}</Pill>}
      isQuiet={state === 'closed'}
      lines={[
        state === 'closed'
          ? t('jobs.closedOn', { date: date(closesAt, 'medium') })
          : t('jobs.closesOn', { date: date(closesAt, 'medium') }),
      ]}
      end={
        (applicants > 0 || state === 'open') && (
          <Link to={paths.employerApplicants} params={{ jobId: id }} className={buttonClass()}>
            <UsersRound size={20} strokeWidth={1.9} aria-hidden />
            {t('jobs.applicantCount', { count: applicants })}
            <span className="sr-only">: {title}</span>
          </Link>
        )
      }
    />
  );
}
