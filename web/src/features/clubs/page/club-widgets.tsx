import { OfficerFace, officerLink } from '../club-parts.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense, useEffect, type ReactNode } from 'react';
import type { ClubLayout } from '#contract/clubs/endpoints.ts';
import type { ClubWidget } from '#contract/clubs/limits.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { getClubAbout } from '#contract/clubs/calls.ts';
import { Shape, WhenSettled } from '../../../kit/when-settled.tsx';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { SideColumn } from '../../../shell/side-column.tsx';
import { Card } from '../../../ui/card.tsx';
import { FileRow } from '../../../ui/file-row.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { filePages } from '../../club-files/club-files.data.ts';
import { EventPicture } from '../../events/event-picture.tsx';
import { electionPages } from '../../elections/elections.data.ts';
import { clubJobs, jobPages } from '../../jobs/jobs.data.ts';
import { profileLink } from '../../people/person.ts';
import { waitingSurveys } from '../../surveys/surveys.data.ts';
import { clubAbout } from '../clubs.data.ts';
import { ClubDetails } from './club-details.tsx';

const ClubElectionsCard = lazyComponent(
  () => import('../../elections/club-elections.tsx'),
  'ClubElectionsCard',
);

const ClubJobsCard = lazyComponent(() => import('../../jobs/club-jobs.tsx'), 'ClubJobsCard');

type About = ReplyOf<typeof getClubAbout>;

const filesShown = 3;

/** Widgets whose content the About tab shows in full. */
const shownInAbout: ReadonlySet<ClubWidget> = new Set(['officers', 'good_to_know']);

/** The content of each widget, or null if it is empty. */
const widgets: Record<ClubWidget, (club: ClubLayout, about: About | undefined) => ReactNode> = {
  next_event: (_, about) => about && <NextEvent about={about} />,
  officers: (_, about) =>
    about === undefined ? <Skeleton className="h-40" /> : <Officers about={about} />,
  good_to_know: (_, about) => about && <ClubFacts about={about} />,
  surveys: ({ id }) => <Surveys id={id} />,
  files: ({ id }) => <Files id={id} />,
};

/** The widgets next to a club's tabs, as the club configured them, after its elections for members and officers, and its open jobs. */
export function ClubWidgets({ club, isAbout }: { club: ClubLayout; isAbout: boolean }) {
  const { t } = useMessages();
  const hasElections = club.mine?.status === 'member' || club.can.manage;
  const has = (name: ClubWidget) => club.widgets.includes(name);
  const aboutQuery = useQuery({ ...clubAbout(club.id), enabled: club.widgets.length > 0 });
  const about = aboutQuery.data;
  // The cards are shown together, because a card that comes later would move those below it.
  const queries = [
    aboutQuery,
    useInfiniteQuery({ ...electionPages(club.id), enabled: hasElections }),
    useInfiniteQuery(jobPages({ ...clubJobs(club.id), list: 'open' })),
    useQuery({ ...waitingSurveys(), enabled: has('surveys') }),
    useInfiniteQuery({
      ...filePages({ club: club.id, folder: undefined, search: '', order: 'newest' }),
      enabled: has('files'),
    }),
  ];
  useEffect(() => {
    if (hasElections) void ClubElectionsCard.preload();
    void ClubJobsCard.preload();
  }, [hasElections]);
  const shape = ['h-36', 'h-56', 'h-40'];
  return (
    <SideColumn label={t('clubs.widgets')}>
      <WhenSettled queries={queries} skeleton={shape}>
        <Suspense fallback={<Shape blocks={shape} />}>
          {hasElections && <ClubElectionsCard club={club.id} />}
          <ClubJobsCard club={club.id} />
          {club.widgets
            .filter((name) => !isAbout || !shownInAbout.has(name))
            .map((name) => (
              <Fragment key={name}>{widgets[name](club, about)}</Fragment>
            ))}
        </Suspense>
      </WhenSettled>
    </SideColumn>
  );
}

/** Classes of a link that is a row of a widget. */
const lineLink =
  'page-start inline-block rounded-sm py-0.5 font-medium text-brand-text wrap-anywhere hover:underline touch:py-2.5';

/** The club's next event that the user can see. */
function NextEvent({ about }: { about: About }) {
  const { t, date } = useMessages();
  const [next] = about.events;
  if (next === undefined) return null;
  return (
    <Card>
      <h2 className="mb-2 text-lg!">{t('clubs.widget_next_event')}</h2>
      <Link
        to={paths.event}
        params={{ eventId: next.eventId }}
        className="-mx-2 flex items-center gap-3 rounded-control p-2 hover:bg-fill"
      >
        <EventPicture event={next} className="size-16 shrink-0 rounded-control object-cover" />
        <span className="grid min-w-0 flex-1">
          <span className="text-sm font-bold text-brand-text">
            {date(next.eventStartDate, 'day and time')}
          </span>
          <bdi className="font-bold wrap-anywhere">{next.title}</bdi>
          {next.location !== '' && (
            <bdi className="text-sm wrap-anywhere text-ink-2">{next.location}</bdi>
          )}
        </span>
      </Link>
    </Card>
  );
}

function Officers({ about }: { about: About }) {
  const { t } = useMessages();
  return (
    <Card>
      <h2 className="mb-2 text-lg!">{t('clubs.officers')}</h2>
      {about.officers.length === 0 ? (
        <p className="text-sm text-ink-2">{t('clubs.officersNone')}</p>
      ) : (
        <ul className="grid gap-1">
          {about.officers.map((officer) => (
            <li key={officer.uid}>
              <Link {...profileLink(officer.uid)} className={officerLink}>
                <OfficerFace officer={officer} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ClubFacts({ about }: { about: About }) {
  const { t } = useMessages();
  return (
    <ClubDetails about={about} plans={[]}>
      {(list) => (
        <Card>
          <h2 className="mb-2 text-lg!">{t('clubs.goodToKnow')}</h2>
          {list}
        </Card>
      )}
    </ClubDetails>
  );
}

/** The club's surveys that the user hasn't answered. */
function Surveys({ id }: { id: string }) {
  const { t } = useMessages();
  const { data } = useQuery(waitingSurveys());
  const waiting = (data?.items ?? []).filter(({ club }) => club.id === id);
  if (waiting.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-2 text-lg!">{t('clubs.widget_surveys')}</h2>
      <ul className="grid gap-1">
        {waiting.map((survey) => (
          <li key={survey.id}>
            <Link
              to={paths.survey}
              params={{ surveyId: survey.id }}
              dir="auto"
              className={lineLink}
            >
              {survey.title}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The most recently changed files at the top level. */
function Files({ id }: { id: string }) {
  const { t } = useMessages();
  const { data } = useInfiniteQuery(
    filePages({ club: id, folder: undefined, search: '', order: 'newest' }),
  );
  const files = (data?.pages[0]?.items ?? []).slice(0, filesShown);
  if (files.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-2 text-lg!">{t('clubs.widget_files')}</h2>
      <div className="grid gap-1">
        {files.map(({ id: file, file: version }) => (
          <FileRow key={file} file={version} className="-mx-1 p-1" />
        ))}
        <Link
          to={paths.club}
          params={{ clubId: id }}
          search={{ tab: 'files' }}
          className="text-link justify-self-start py-1 touch:py-2.5"
        >
          {t('clubs.allFiles')}
        </Link>
      </div>
    </Card>
  );
}
