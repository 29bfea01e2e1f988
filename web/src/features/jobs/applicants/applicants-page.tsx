import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { decideJobApplication, listJobApplications } from '#contract/jobs/calls.ts';
import { applicationStates, type ApplicationState } from '#contract/jobs/limits.ts';
import { call } from '../../../lib/call.ts';
import { isolate } from '../../../lib/apart.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { nameOf } from '../../people/person.ts';
import { applicationPages, jobQuery } from '../jobs.data.ts';
import english from '../messages/en.json';
import { ApplicantList, StateFilter } from './applicant-list.tsx';

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
      <StateFilter
        state={state}
        onChange={(next) =>
          void navigate({
            to: paths.jobApplicants,
            params: { jobId },
            search: next === null ? {} : { state: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Applicants key={state ?? ''} id={jobId} state={state} />
    </Page>
  );
}

function Applicants({ id, state }: { id: string; state: ApplicationState | null }) {
  const { t } = useMessages();
  const query = useInfiniteQuery(applicationPages(id, state));
  return (
    <ApplicantList
      query={query}
      isFiltered={state !== null}
      emptyBody={t('jobs.noApplicantsBody')}
      shownOf={({ person, ...application }) => ({
        ...application,
        name: nameOf(person),
        photoUrl: person.photoUrl,
        uid: person.uid,
      })}
      decide={({ uid = '' }, decision) => call(decideJobApplication, { id, uid, ...decision })}
      stale={listJobApplications}
    />
  );
}
