import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BriefcaseBusiness, Info, ShieldAlert, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { JobApplication } from '#contract/jobs/endpoints.ts';
import { applicationStates, type ApplicationState } from '#contract/jobs/limits.ts';
import { DataTable, type DataColumn } from '../../../kit/data-table.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { isolate } from '../../../lib/apart.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { nameOf } from '../../people/person.ts';
import { applicationTones } from '../job-text.ts';
import { applicationPages, jobQuery } from '../jobs.data.ts';
import english from '../messages/en.json';
import { ApplicantDialog } from './applicant-dialog.tsx';

addEnglish(english);

/** The applications for a job, for the people who manage it. */
export function ApplicantsPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { jobId = '' } = useParams();
  const asked = useSearch()['state'];
  const state = applicationStates.find((one) => one === asked) ?? null;
  const job = useQuery(jobQuery(jobId));
  const title = job.data?.title;
  return (
    <Page>
      <PageHeader
        title={
          title === undefined
            ? t('jobs.applicants')
            : t('jobs.applicantsOf', { title: isolate(title) })
        }
        back={
          <BackLink to={paths.job} params={{ jobId }}>
            {t('jobs.backToJob')}
          </BackLink>
        }
      />
      <div>
        <Segmented
          label={t('jobs.applicantsFilter')}
          value={state ?? 'all'}
          options={[
            { value: 'all' as const, label: t('jobs.application_all') },
            ...applicationStates.map((value) => ({ value, label: t(`jobs.application_${value}`) })),
          ]}
          onChange={(next) =>
            void navigate({
              to: paths.jobApplicants,
              params: { jobId },
              search: next === 'all' ? {} : { state: next },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <Applicants key={state ?? ''} id={jobId} state={state} />
    </Page>
  );
}

function Applicants({ id, state }: { id: string; state: ApplicationState | null }) {
  const { t, date, number } = useMessages();
  const query = useInfiniteQuery(applicationPages(id, state));
  const [openId, setOpenId] = useState<string | null>(null);
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const opened = rows.find((one) => one.id === openId);
  const columns: readonly DataColumn<JobApplication>[] = [
    {
      id: 'name',
      label: t('jobs.applicantName'),
      cell: ({ person }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />
          <bdi className="font-medium wrap-anywhere">{nameOf(person)}</bdi>
        </span>
      ),
    },
    {
      id: 'email',
      label: t('jobs.applicantEmail'),
      phone: 'line',
      cell: ({ email }) => <bdi className="wrap-anywhere">{email}</bdi>,
    },
    {
      id: 'sent',
      label: t('jobs.applicantSent'),
      phone: 'line',
      cell: ({ sentAt }) => date(sentAt, 'medium'),
    },
    {
      id: 'files',
      label: t('jobs.applicantFiles'),
      isEnd: true,
      phone: 'none',
      cell: ({ files, answerFiles }) => number(files.length + answerFiles.length),
    },
    {
      id: 'state',
      label: t('jobs.applicantState'),
      phone: 'end',
      cell: (one) => (
        <Pill tone={applicationTones[one.state]}>{t(`jobs.application_${one.state}`)}</Pill>
      ),
    },
  ];
  return (
    <QueryBoundary
      query={query}
      showsRefetchError
      isEmpty={() => rows.length === 0}
      empty={
        state === null
          ? { icon: UsersRound, title: t('jobs.noApplicants'), body: t('jobs.noApplicantsBody') }
          : { icon: UsersRound, title: t('jobs.noApplicantsHere') }
      }
      errorContent={{
        not_found: {
          icon: BriefcaseBusiness,
          title: t('jobs.notFound'),
          body: t('jobs.notFoundBody'),
        },
        forbidden: {
          icon: ShieldAlert,
          title: t('jobs.noAccess'),
          body: t('jobs.noAccessBody'),
        },
      }}
    >
      {({ pages }) => (
        <div className="grid gap-4">
          <DataTable
            label={t('jobs.applicants')}
            rows={rows}
            idOf={(one) => one.id}
            nameOf={(one) => nameOf(one.person)}
            columns={columns}
            onOpen={(one) => setOpenId(one.id)}
          />
          <LoadMore query={query} />
          <Note icon={Info}>
            {t('jobs.applicantsDeleted', { date: date(pages[0]?.deletedAt ?? '', 'day') })}
          </Note>
          {opened !== undefined && (
            <ApplicantDialog
              key={opened.id}
              job={id}
              application={opened}
              onClose={() => setOpenId(null)}
            />
          )}
        </div>
      )}
    </QueryBoundary>
  );
}
