import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { decideEmployerApplication, listEmployerApplications } from '#contract/employers/calls.ts';
import { applicationStates, type ApplicationState } from '#contract/jobs/limits.ts';
import { isolate } from '../../../lib/apart.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';
import { paths } from '../../../paths.ts';
import { ApplicantList, StateFilter } from '../../jobs/applicants/applicant-list.tsx';
import english from '../messages/en.json';
import { OwnBackLink } from './back-link.tsx';
import { employerCall } from './employer-call.ts';
import { EmployerFrame } from './employer-frame.tsx';
import { ownApplicationPages, ownJobQuery } from './own.data.ts';
import jobsWords from 'messages:en/jobs.*';

addEnglish({ ...jobsWords, ...english });

/** The applications for one of an employer's jobs. */
export function OwnApplicantsPage() {
  const { jobId = '' } = useParams();
  return (
    <EmployerFrame>
      {() => (
        <>
          <OwnBackLink jobId={jobId} />
          <OwnApplicants key={jobId} id={jobId} />
        </>
      )}
    </EmployerFrame>
  );
}

function OwnApplicants({ id }: { id: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch()['state'];
  const state = applicationStates.find((one) => one === asked) ?? null;
  const { data } = useQuery(ownJobQuery(id));
  const title =
    data === undefined
      ? t('jobs.applicants')
      : t('jobs.applicantsOf', { title: isolate(data.title) });
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <StateFilter
        state={state}
        onChange={(next) =>
          void navigate({
            to: paths.employerApplicants,
            params: { jobId: id },
            search: next === null ? {} : { state: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Applications key={state ?? ''} id={id} state={state} />
    </>
  );
}

function Applications({ id, state }: { id: string; state: ApplicationState | null }) {
  const { t } = useMessages();
  const query = useInfiniteQuery(ownApplicationPages(id, state));
  return (
    <ApplicantList
      query={query}
      isFiltered={state !== null}
      emptyBody={t('employer.noApplicantsBody')}
      shownOf={(application) => application}
      decide={({ id: application }, decision) =>
        employerCall(decideEmployerApplication, { id, application, ...decision })
      }
      stale={listEmployerApplications}
    />
  );
}
