import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BriefcaseBusiness, ExternalLink, Send, ShieldCheck, UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Job } from '#contract/jobs/endpoints.ts';
import { getJob, listJobs, withdrawJobApplication } from '#contract/jobs/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useSchool } from '../../../lib/school.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { preloadDialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SubmissionTimeline } from '../../approvals/submission-timeline.tsx';
import { JobMark } from '../job-mark.tsx';
import { applicationTones, posterName, stateTones } from '../job-text.ts';
import { jobQuery, staleJobs } from '../jobs.data.ts';
import { SaveButton } from '../save-button.tsx';
import { JobActions } from './job-actions.tsx';
import { JobBody } from './job-body.tsx';
import { Sees } from './sees.tsx';

const ApplyDialog = lazyComponent(() => import('./apply-dialog.tsx'), 'ApplyDialog');
const ReportDialog = lazyComponent(() => import('../../safety/report-dialog.tsx'), 'ReportDialog');

interface JobContentProps {
  id: string;
  /** True if nothing else is on the page. */
  isPage?: boolean;
}

/** A job: its facts, its description, and what people can do with it. */
export function JobContent({ id, isPage = false }: JobContentProps) {
  const { t } = useMessages();
  const query = useQuery(jobQuery(id));
  return (
    <QueryBoundary
      query={query}
      isPage={isPage}
      showsRefetchError
      skeleton={['h-14', 'h-24', 'h-40']}
      isEmpty={() => false}
      errorContent={{
        not_found: {
          icon: BriefcaseBusiness,
          title: t('jobs.notFound'),
          body: t('jobs.notFoundBody'),
        },
      }}
    >
      {(job) => <Shown job={job} isPage={isPage} />}
    </QueryBoundary>
  );
}

function Shown({ job, isPage }: { job: Job; isPage: boolean }) {
  const { t } = useMessages();
  const school = useSchool();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isPage && <PageTitle title={job.title} />}
      <JobHead job={job} isPage={isPage} />
      {job.can.manage && <ManagerBar job={job} />}
      {job.application !== null && <OwnApplication job={job} headingLevel={isPage ? 'h2' : 'h3'} />}
      <JobBody job={job} headingLevel={isPage ? 'h2' : 'h3'} />
      <CheckedNote job={job} />
      {job.employerWebsite !== null && (
        <p className="text-sm text-ink-2">
          {t('jobs.outside', { employer: isolate(job.employer), school: isolate(school.name) })}
        </p>
      )}
      {job.isOwnClub && job.club !== null && (
        <p className="text-sm text-ink-2">{t('jobs.ownClub', { club: isolate(job.club.name) })}</p>
      )}
      <p className="border-t border-line pt-4 text-sm text-ink-2">
        <Sees job={job} />
      </p>
    </div>
  );
}

function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

function JobHead({ job, isPage }: { job: Job; isPage: boolean }) {
  const { t, date } = useMessages();
  const school = useSchool();
  const [isApplying, setApplying] = useState(false);
  const { title, kind, club, employerWebsite, place, postedAt, state, can, apply, url } = job;
  const poster = posterName(job, school.name);
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-4">
        <JobMark kind={kind} isLarge />
        <div className="grid min-w-0 gap-1">
          <Heading dir="auto" className="page-start text-2xl! wrap-anywhere">
            {title}
          </Heading>
          <p className="text-ink-2">
            {club === null && employerWebsite !== null ? (
              <a
                href={employerWebsite}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="rounded-sm text-brand-text hover:underline"
              >
                <bdi className="wrap-anywhere">{poster}</bdi>
                <ExternalLink size={14} aria-hidden className="ms-1 inline align-baseline" />
              </a>
            ) : club === null ? (
              <bdi className="wrap-anywhere">{poster}</bdi>
            ) : (
              <Link
                to={paths.club}
                params={{ clubId: club.id }}
                className="rounded-sm text-brand-text hover:underline"
              >
                <bdi className="wrap-anywhere">{poster}</bdi>
              </Link>
            )}
            {place !== '' && (
              <>
                <span aria-hidden> • </span>
                <bdi className="wrap-anywhere">{place}</bdi>
              </>
            )}
            {postedAt !== null && (
              <>
                <span aria-hidden> • </span>
                {t('jobs.postedOn', { date: date(postedAt, 'short') })}
              </>
            )}
          </p>
          {state !== 'open' && (
            <p className="flex flex-wrap gap-2">
              <Pill tone={stateTones[state]}>{t(`jobs.state_${state}`)}</Pill>
              {job.isHidden && <Pill tone="bad">{t('jobs.moderated')}</Pill>}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SaveButton job={job} />
        {apply === 'link' && url !== null && state === 'open' && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'primary' })}
          >
            <ExternalLink size={20} strokeWidth={1.9} aria-hidden />
            {t('jobs.applyByLink')}
          </a>
        )}
        {can.apply && (
          <Button
            variant="primary"
            icon={Send}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setApplying(true)}
          >
            {t('jobs.apply')}
          </Button>
        )}
      </div>
      {isApplying && (
        <Suspense fallback={null}>
          <ApplyDialog job={job} onClose={() => setApplying(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** Who checked the job, a warning about fraud, and the way to report it. */
function CheckedNote({ job: { id, title, checkedAt } }: { job: Job }) {
  const { t, date } = useMessages();
  const school = useSchool();
  const [isReporting, setReporting] = useState(false);
  return (
    <Note
      icon={ShieldCheck}
      {...(checkedAt !== null && {
        title: t('jobs.checked', { school: isolate(school.name), date: date(checkedAt, 'day') }),
      })}
    >
      <p>
        {t('jobs.fraud')}{' '}
        <button
          type="button"
          className="rounded-sm font-medium text-brand-text underline touch:py-2"
          onPointerEnter={preloadDialog}
          onClick={() => setReporting(true)}
        >
          {t('jobs.report')}
        </button>
      </p>
      {isReporting && (
        <Suspense fallback={null}>
          <ReportDialog
            target={{ kind: 'job', id }}
            title={t('jobs.reportTitle')}
            quote={title}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
    </Note>
  );
}

function OwnApplication({ job, headingLevel: Heading }: { job: Job; headingLevel: 'h2' | 'h3' }) {
  const { t, date } = useMessages();
  const [isApplying, setApplying] = useState(false);
  const withdraw = useAction(() => call(withdrawJobApplication, { id: job.id }), {
    confirm: () => ({
      title: t('jobs.withdrawTitle'),
      body: t('jobs.withdrawBody'),
      confirmLabel: t('jobs.withdraw'),
      isDanger: true,
    }),
    success: t('jobs.withdrawn'),
    invalidates: [getJob, listJobs],
  });
  const own = job.application;
  if (own === null) return null;
  const isOpen = job.state === 'open';
  return (
    <section
      aria-label={t('jobs.yourApplication')}
      className="grid gap-3 rounded-card border border-line p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Heading className="text-base!">{t('jobs.yourApplication')}</Heading>
        <Pill tone={applicationTones[own.state]}>{t(`jobs.application_${own.state}`)}</Pill>
        <p className="text-sm text-ink-2">
          {t('jobs.sentOn', { date: date(own.sentAt, 'medium') })}
        </p>
      </div>
      {own.message !== '' && (
        <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
          {own.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {own.canChange && isOpen && (
          <Button onPointerEnter={preloadDialog} onClick={() => setApplying(true)}>
            {t('jobs.changeApplication')}
          </Button>
        )}
        <Button isPending={withdraw.isPending} onClick={() => withdraw.run()}>
          {t('jobs.withdraw')}
        </Button>
      </div>
      {isApplying && (
        <Suspense fallback={null}>
          <ApplyDialog job={job} onClose={() => setApplying(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Approval, applicants and actions, for the people who manage the job. */
function ManagerBar({ job }: { job: Job }) {
  const { t } = useMessages();
  const { id, applicants, submission, state } = job;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {applicants !== null && (applicants > 0 || state === 'open') && job.apply === 'here' && (
          <Link
            to={paths.jobApplicants}
            params={{ jobId: id }}
            className={buttonClass({ variant: 'soft' })}
          >
            <UsersRound size={20} strokeWidth={1.9} aria-hidden />
            {t('jobs.applicantCount', { count: applicants })}
          </Link>
        )}
        <JobActions job={job} />
      </div>
      {submission !== null && submission.state !== 'approved' && (
        <SubmissionTimeline submission={submission} stale={staleJobs} isShort />
      )}
    </div>
  );
}
