import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BriefcaseBusiness, UsersRound } from 'lucide-react';
import type { JobItem } from '#contract/jobs/endpoints.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { isolate } from '../../lib/apart.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Pill } from '../../ui/pill.tsx';
import { JobMark } from './job-mark.tsx';
import { posterName, stateTones } from './job-text.ts';
import { clubJobs, jobPages } from './jobs.data.ts';

interface ManagedJobsProps {
  /** Only this club's jobs. Without it, all jobs that the user manages. */
  club?: { readonly id: string };
}

/** Jobs in every state, for the people who manage them. */
export function ManagedJobs({ club }: ManagedJobsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const query = useInfiniteQuery(jobPages({ ...clubJobs(club?.id ?? ''), club: club?.id ?? null }));
  const canCreate = query.data?.pages[0]?.can.create === true;
  return (
    <ListPage
      query={query}
      intro={t(club === undefined ? 'jobs.introAll' : 'jobs.introClub')}
      {...(canCreate && {
        add: {
          label: t('jobs.post'),
          onAdd: () =>
            void navigate({
              to: paths.newJob,
              search: club === undefined ? {} : { club: club.id },
            }),
        },
      })}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={{ icon: BriefcaseBusiness, title: t('jobs.none_managed') }}
    >
      {({ pages }) => (
        <div className="grid gap-4">
          <RowList label={t('jobs.title')} isCard>
            {pages.flatMap(({ items }) =>
              items.map((job) => (
                <ManagedRow key={job.id} job={job} isOfClub={club !== undefined} />
              )),
            )}
          </RowList>
          <LoadMore query={query} />
        </div>
      )}
    </ListPage>
  );
}

function ManagedRow({ job, isOfClub }: { job: JobItem; isOfClub: boolean }) {
  const { t, date } = useMessages();
  const school = useSchool();
  const { id, title, kind, state, closesAt } = job;
  return (
    <Row
      mark={<JobMark kind={kind} />}
      title={
        <Link to={paths.job} params={{ jobId: id }} className="rounded-sm hover:underline">
          {title}
        </Link>
      }
      aside={<Pill tone={stateTones[state]}>{t(`jobs.state_${state}`)}</Pill>}
      isQuiet={state === 'closed'}
      lines={[
        !isOfClub && <bdi key="poster">{posterName(job, school.name)}</bdi>,
        state === 'closed'
          ? t('jobs.closedOn', { date: date(closesAt, 'medium') })
          : t('jobs.closesOn', { date: date(closesAt, 'medium') }),
      ]}
      end={
        (state === 'open' || state === 'closed') && (
          <Link
            to={paths.jobApplicants}
            params={{ jobId: id }}
            aria-label={t('jobs.applicantsOf', { title: isolate(title) })}
            className={buttonClass()}
          >
            <UsersRound size={20} strokeWidth={1.9} aria-hidden />
            {t('jobs.applicants')}
          </Link>
        )
      }
    />
  );
}
