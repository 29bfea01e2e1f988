import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { BriefcaseBusiness, Info, ShieldAlert, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Call } from '#contract/call.ts';
import { applicationStates, type ApplicationState } from '#contract/jobs/limits.ts';
import { DataTable, type DataColumn } from '../../../kit/data-table.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { applicationTones } from '../job-text.ts';
import { ApplicantDialog } from './applicant-dialog.tsx';
import type { Decision, ShownApplication } from './shown-application.ts';

/** Filters applications by their state. */
export function StateFilter({
  state,
  onChange,
}: {
  state: ApplicationState | null;
  onChange: (state: ApplicationState | null) => void;
}) {
  const { t } = useMessages();
  return (
    <div>
      <Segmented
        label={t('jobs.applicantsFilter')}
        value={state ?? 'all'}
        options={[
          { value: 'all' as const, label: t('jobs.application_all') },
          ...applicationStates.map((value) => ({ value, label: t(`jobs.application_${value}`) })),
        ]}
        onChange={(next) => onChange(next === 'all' ? null : next)}
      />
    </div>
  );
}

interface ApplicantListProps<T> {
  query: UseInfiniteQueryResult<{ pages: { items: T[]; deletedAt: string }[] }>;
  isFiltered: boolean;
  /** The text about an empty list. */
  emptyBody: string;
  shownOf: (application: T) => ShownApplication;
  decide: (application: ShownApplication, decision: Decision) => Promise<unknown>;
  /** The call to repeat after a decision. */
  stale: Call;
}

/** The applications for a job as a table, and one of them in a dialog. */
export function ApplicantList<T>({
  query,
  isFiltered,
  emptyBody,
  shownOf,
  decide,
  stale,
}: ApplicantListProps<T>) {
  const { t, date, number } = useMessages();
  const [openId, setOpenId] = useState<string | null>(null);
  const rows = query.data?.pages.flatMap(({ items }) => items.map(shownOf)) ?? [];
  const opened = rows.find((one) => one.id === openId);
  const columns: readonly DataColumn<ShownApplication>[] = [
    {
      id: 'name',
      label: t('jobs.applicantName'),
      cell: ({ name, photoUrl = null }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={name} photoUrl={photoUrl} size={2.25} />
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
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
        !isFiltered
          ? {
              icon: UsersRound,
              title: t('jobs.noApplicants'),
              body: emptyBody,
            }
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
            nameOf={({ name }) => name}
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
              application={opened}
              decide={(decision) => decide(opened, decision)}
              stale={stale}
              onClose={() => setOpenId(null)}
            />
          )}
        </div>
      )}
    </QueryBoundary>
  );
}
