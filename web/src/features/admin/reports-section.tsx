import { Link, useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Flag, NotebookPen, UserCog } from 'lucide-react';
import { useState } from 'react';
import { reportStates, type ReportState } from '#contract/reports/kinds.ts';
import type { Report } from '#contract/reports/endpoints.ts';
import { listReports, updateReport } from '#contract/reports/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { nameOf, profileLink } from '../people/person.ts';
import { ReportActions } from './report-actions.tsx';
import { ReportedSubjectBox } from './reported-subject.tsx';
import { ReportedMessagesBox } from './reported-messages.tsx';
import safetyEnglish from '../safety/messages/en.json';

addEnglish(safetyEnglish);

/** The possible next states of a report, most common first. */
const ways: Record<ReportState, readonly ReportState[]> = {
  open: ['reviewing', 'resolved', 'dismissed'],
  reviewing: ['resolved', 'dismissed', 'open'],
  resolved: ['open'],
  dismissed: ['open'],
};

/** The moderators' queue of reports. */
export function ReportsSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch()['list'];
  const state = reportStates.find((one) => one === asked) ?? 'open';
  const { data, error, isFetching, refetch } = useQuery(callQuery(listReports, { state }));
  return (
    <Tabs
      label={t('reportQueue.title')}
      items={reportStates.map((id) => ({
        id,
        label: t(`report.${id}`),
        count: data?.counts[id],
        isMarked: id === 'open',
      }))}
      selected={state}
      onSelect={(next) =>
        void navigate({
          to: paths.adminReports,
          search: { list: next },
          replace: true,
          resetScroll: false,
        })
      }
    >
      <div className="grid gap-4 pt-4">
        {data === undefined ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <Loading>
              <Skeleton className="h-40" />
              <Skeleton className="h-40" />
            </Loading>
          )
        ) : data.items.length === 0 ? (
          <EmptyState icon={Flag} title={t('report.none')}>
            {t(`report.none_${state}`)}
          </EmptyState>
        ) : (
          data.items.map((one) => <ReportCard key={one.id} report={one} />)
        )}
      </div>
    </Tabs>
  );
}

function Named({ person }: { person: NonNullable<Report['reporter']> }) {
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <Link {...profileLink(person.uid)} className="font-bold hover:underline" dir="auto">
      {name}
    </Link>
  );
}

/** The button that opened the field is gone, so the field gets the focus. */
const takeFocus = (field: HTMLTextAreaElement | null) => field?.focus();

function ReportCard({ report }: { report: Report }) {
  const messages = useMessages();
  const { t, ago } = messages;
  const { person } = report;
  const canManage = useHasPermission('people.manage');
  const [note, setNote] = useState('');
  const [hasNote, setHasNote] = useState(false);
  const move = useMutation({
    mutationFn: (to: ReportState) =>
      call(updateReport, { id: report.id, from: report.state, to, note }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listReports] }),
  });
  return (
    <article className="card grid gap-4 p-4 sm:p-5">
      <header className="flex items-start gap-3">
        {person && (
          <Avatar name={`${person.firstName} ${person.lastName}`} photoUrl={person.photoUrl} />
        )}
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h2 className="text-base">
            {person ? (
              <Named person={person} />
            ) : report.target.kind === 'job' ? (
              <Link
                to={paths.job}
                params={{ jobId: report.target.id }}
                className="rounded-sm text-brand-text hover:underline"
              >
                {report.target.title}
              </Link>
            ) : (
              report.target.title
            )}
          </h2>
          <p className="text-sm text-ink-2">
            {[
              ...(report.target.kind === 'message'
                ? [t('report.message')]
                : report.target.kind === 'person'
                  ? []
                  : [t(`report.subject_${report.target.kind}`)]),
              ...(report.reporter === null ? [] : [t(`safety.reason_${report.reason}`)]),
              ago(report.at),
            ].join(' • ')}
            {report.earlier > 0 && ` • ${t('report.earlier', { count: report.earlier })}`}
          </p>
        </div>
        {person && canManage && (
          <Link
            to={paths.adminPerson}
            params={{ personId: person.uid }}
            aria-label={t('report.accountOf', { name: nameOf(person) })}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            <UserCog size={18} aria-hidden />
            {t('report.account')}
          </Link>
        )}
      </header>
      {report.note !== '' && (
        <blockquote className="border-s-2 border-line-strong ps-3 whitespace-pre-wrap" dir="auto">
          {report.reporter === null ? t('report.listedWords', { words: report.note }) : report.note}
        </blockquote>
      )}
      <ReportedSubjectBox report={report} />
      {report.evidence !== null && (
        <ReportedMessagesBox evidence={report.evidence} files={report.files} />
      )}
      <ReportActions report={report} />
      <p className="text-sm text-ink-2">
        {report.reporter === null ? (
          t('report.byWordList')
        ) : (
          <>
            {t('report.by')} <Named person={report.reporter} />
          </>
        )}
      </p>
      {report.notes.length > 0 && (
        <ol className="grid gap-2 border-t border-line pt-3 text-sm">
          {report.notes.map((one) => (
            <li key={one.at} className="grid gap-0.5">
              <span className="text-ink-2">
                {one.author
                  ? `${one.author.firstName} ${one.author.lastName}`
                  : t('report.somebody')}{' '}
                • {t(`report.${one.to}`)} • {ago(one.at)}
              </span>
              {one.text !== '' && <span dir="auto">{one.text}</span>}
            </li>
          ))}
        </ol>
      )}
      <div className="grid gap-3 border-t border-line pt-4">
        {hasNote && (
          <TextArea
            label={t('report.note')}
            ref={takeFocus}
            rows={2}
            maxLength={2000}
            value={note}
            onChange={setNote}
          />
        )}
        {move.isError && (
          <p role="alert" className="text-sm text-bad">
            {errorText(move.error, messages)}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {ways[report.state].map((to, index) => (
            <Button
              key={to}
              variant={index === 0 ? 'soft' : 'outline'}
              isPending={move.isPending && move.variables === to}
              onClick={() => move.mutate(to)}
            >
              {t(`report.to_${to}`)}
            </Button>
          ))}
          {!hasNote && (
            <Button variant="quiet" icon={NotebookPen} onClick={() => setHasNote(true)}>
              {t('report.addNote')}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}
