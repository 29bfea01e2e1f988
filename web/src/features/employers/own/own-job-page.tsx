import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  BriefcaseBusiness,
  CircleSlash,
  Hourglass,
  Pencil,
  Send,
  Trash2,
  UsersRound,
} from 'lucide-react';
import {
  closeEmployerJob,
  deleteEmployerJob,
  submitEmployerJob,
} from '#contract/employers/calls.ts';
import type { EmployerJob } from '#contract/employers/own.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { isolate } from '../../../lib/apart.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams } from '../../../lib/page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { JobMark } from '../../jobs/job-mark.tsx';
import { stateTones } from '../../jobs/job-text.ts';
import { JobBody } from '../../jobs/page/job-body.tsx';
import english from '../messages/en.json';
import { OwnBackLink } from './back-link.tsx';
import { employerCall } from './employer-call.ts';
import { EmployerFrame } from './employer-frame.tsx';
import { ownJobQuery, staleOwnJobs } from './own.data.ts';
import jobsWords from 'messages:en/jobs.*';

addEnglish({ ...jobsWords, ...english });

/** One of an employer's jobs, with its approval. */
export function OwnJobPage() {
  const { jobId = '' } = useParams();
  return (
    <EmployerFrame>
      {() => (
        <>
          <OwnBackLink />
          <OwnJob key={jobId} id={jobId} />
        </>
      )}
    </EmployerFrame>
  );
}

function OwnJob({ id }: { id: string }) {
  const { t } = useMessages();
  const query = useQuery(ownJobQuery(id));
  return (
    <QueryBoundary
      query={query}
      isPage
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
      {(job) => <Shown job={job} />}
    </QueryBoundary>
  );
}

function Shown({ job }: { job: EmployerJob }) {
  const { t } = useMessages();
  const { id, title, kind, state, applicants } = job;
  usePageTitle(title);
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)] gap-5 p-4 sm:p-6">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-4">
          <JobMark kind={kind} isLarge />
          <div className="grid min-w-0 gap-1">
            <h1 dir="auto" className="page-start text-2xl! wrap-anywhere">
              {title}
            </h1>
            <p>
              <Pill tone={stateTones[state]}>{t(`jobs.state_${state}`)}</Pill>
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {job.apply === 'here' && (applicants > 0 || state === 'open') && (
            <Link
              to={paths.employerApplicants}
              params={{ jobId: id }}
              className={buttonClass({ variant: 'soft' })}
            >
              <UsersRound size={20} strokeWidth={1.9} aria-hidden />
              {t('jobs.applicantCount', { count: applicants })}
            </Link>
          )}
          <Actions job={job} />
        </div>
      </header>
      <Review review={job.review} />
      <JobBody job={job} headingLevel="h2" />
    </article>
  );
}

function Actions({ job: { id, title, can, applicants } }: { job: EmployerJob }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const submit = useAction(() => employerCall(submitEmployerJob, { id }), {
    invalidates: staleOwnJobs,
    success: t('jobs.submitted'),
  });
  const close = useAction(() => employerCall(closeEmployerJob, { id }), {
    confirm: () => ({
      title: t('jobs.closeTitle', { title: isolate(title) }),
      body: t('jobs.closeBody'),
      confirmLabel: t('jobs.close'),
    }),
    invalidates: staleOwnJobs,
    success: t('jobs.closed'),
  });
  const remove = useAction(() => employerCall(deleteEmployerJob, { id }), {
    confirm: () => ({
      title: t('jobs.deleteTitle', { title: isolate(title) }),
      body: t('jobs.deleteBody', { count: applicants }),
      confirmLabel: t('jobs.delete'),
      isDanger: true,
    }),
    success: t('jobs.deleted'),
    onSuccess: () => navigate({ to: paths.employer, replace: true }),
    invalidates: staleOwnJobs,
  });
  return (
    <>
      {can.submit && (
        <Button
          variant="primary"
          icon={Send}
          isPending={submit.isPending}
          onClick={() => submit.run()}
        >
          {t('jobs.submit')}
        </Button>
      )}
      {can.edit && (
        <Link to={paths.editEmployerJob} params={{ jobId: id }} className={buttonClass()}>
          <Pencil size={20} strokeWidth={1.9} aria-hidden />
          {t('jobs.edit')}
        </Link>
      )}
      {can.close && (
        <Button icon={CircleSlash} isPending={close.isPending} onClick={() => close.run()}>
          {t('jobs.close')}
        </Button>
      )}
      {can.remove && (
        <Button icon={Trash2} isPending={remove.isPending} onClick={() => remove.run()}>
          {t('jobs.delete')}
        </Button>
      )}
    </>
  );
}

/** The school's decision, with the reviewer's comment. */
function Review({ review }: { review: EmployerJob['review'] }) {
  const { t, date } = useMessages();
  if (review === null || review.state === 'approved' || review.state === 'withdrawn') return null;
  const { state, reason, at } = review;
  const shown = at === null ? '' : date(at, 'medium');
  return (
    <Note
      icon={Hourglass}
      tone={state === 'denied' ? 'bad' : state === 'waiting' ? 'quiet' : 'warn'}
      title={t(`employer.review_${state}`, { date: shown })}
    >
      {reason !== '' && (
        <p dir="auto" className="page-start whitespace-pre-wrap wrap-anywhere">
          {reason}
        </p>
      )}
    </Note>
  );
}
