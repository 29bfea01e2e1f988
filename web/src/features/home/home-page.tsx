import { Navigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { FirstRun } from '#contract/onboarding/endpoints.ts';
import { Shape, WhenSettled } from '../../kit/when-settled.tsx';
import { dateFormat } from '../../lib/date-format.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { isEmbedded } from '../../lib/host-page.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { SideColumn } from '../../shell/side-column.tsx';
import { mayHaveTasks, schoolOverview } from '../admin/overview/overview.data.ts';
import { clubInvitations } from '../clubs/listing/club-list.data.ts';
import { firstRunQuery, isLikelyNew } from '../onboarding/first-run.data.ts';
import { SetupShape } from '../onboarding/setup-shape.tsx';
import { HomeFeed } from '../posts/feed/home-feed.tsx';
import { suggestions } from '../people/suggestions.data.ts';
import { waitingSurveys } from '../surveys/surveys.data.ts';
import { ComingPlaceholder } from './coming-skeleton.tsx';
import { comingQuery, incomingRequests } from './home.data.ts';
import { NewcomersCard } from './newcomers-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { SuggestionsCard } from './suggestions-card.tsx';
import english from './messages/en.json';

addEnglish(english);

// Few users have an empty feed.
const EmptyFeedSuggestions = lazyComponent(
  () => import('./empty-feed-suggestions.tsx'),
  'EmptyFeedSuggestions',
);
const ClubInvitationsCard = lazyComponent(
  () => import('./club-invitations-card.tsx'),
  'ClubInvitationsCard',
);
const SurveysWaiting = lazyComponent(
  () => import('../surveys/surveys-waiting.tsx'),
  'SurveysWaiting',
);
// Few users are new.
const WelcomeCard = lazyComponent(() => import('../onboarding/welcome-card.tsx'), 'WelcomeCard');
const SetupCard = lazyComponent(() => import('../onboarding/setup-card.tsx'), 'SetupCard');
const ComingCard = lazyComponent(() => import('./coming-card.tsx'), 'ComingCard');
// Students have no tasks of staff.
const HomeTodos = lazyComponent(() => import('../admin/overview/home-todos.tsx'), 'HomeTodos');

/**
 * The cards next to the feed, or below it. The code of club invitations and open surveys loads only if there are any. All cards
 * are shown together, because a card that comes later would move those below it.
 */
function Cards({ isWide, welcome }: { isWide: boolean; welcome: ReactNode }) {
  const school = useSchool();
  const { connect } = school.config;
  const [now] = useState(() => new Date());
  const clubs = useQuery(clubInvitations());
  const surveys = useQuery(waitingSurveys());
  const isStaff = mayHaveTasks(useUser());
  const others = [
    useQuery({ ...schoolOverview(), enabled: isStaff }),
    useQuery({ ...comingQuery(now), enabled: isWide }),
    useQuery({ ...incomingRequests(), enabled: connect }),
    useQuery({ ...suggestions(), enabled: connect }),
  ];
  useEffect(() => {
    if (isWide) void ComingCard.preload();
  }, [isWide]);
  const shape = ['h-48', 'h-72', 'h-48', 'h-80'];
  return (
    <WhenSettled queries={[clubs, surveys, ...others]} skeleton={shape}>
      <Suspense fallback={<Shape blocks={shape} />}>
        {isWide && welcome}
        {isWide && isStaff && <HomeTodos />}
        {isWide && <ComingCard />}
        {(clubs.data?.items.length ?? 0) > 0 && <ClubInvitationsCard />}
        {(surveys.data?.items.length ?? 0) > 0 && <SurveysWaiting />}
        {!welcome && <ProfileCard />}
        {connect && <RequestsCard />}
        {connect && <SuggestionsCard />}
        <NewcomersCard />
      </Suspense>
    </WhenSettled>
  );
}

/** Opens the welcome page for new students, once. In a host's frame, a card offers it instead. */
export function HomePage() {
  const run = useQuery(firstRunQuery());
  const user = useUser();
  if (!isEmbedded() && run.data?.state === 'new') return <Navigate to={paths.start} replace />;
  if (run.isPending && isLikelyNew(user)) return <Page>{null}</Page>;
  return <Home run={run.data} />;
}

function Home({ run }: { run: FirstRun | undefined }) {
  const isWide = useMinWidth('lg');
  const isPhone = !useMinWidth('md');
  const messages = useMessages();
  const user = useUser();
  const isStaff = mayHaveTasks(user);
  const welcome = run && run.state !== 'none' && (
    <Suspense fallback={<div className="card h-44" />}>
      <WelcomeCard run={run} />
    </Suspense>
  );
  return (
    <Page>
      {/* On phones, there is little space next to the bell and the picture. */}
      <PageHeader
        title={
          isPhone
            ? messages.t('home.hello', { name: user.firstName })
            : greeting(messages, user.firstName)
        }
        pageTitle={messages.t('home.title')}
        note={today(messages, isPhone ? 'short' : 'long')}
      />
      {run?.hasSetup && (
        <Suspense fallback={<SetupShape />}>
          <SetupCard />
        </Suspense>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        {!isWide && welcome}
        {!isWide && isStaff && <TodosAboveFeed />}
        {/* A placeholder reserves the card's height. */}
        {!isWide && (
          <Suspense fallback={<ComingPlaceholder />}>
            <ComingCard isAboveFeed />
          </Suspense>
        )}
        <HomeFeed
          beginning={
            <Suspense fallback={null}>
              <EmptyFeedSuggestions />
            </Suspense>
          }
        />
        <SideColumn>
          <Cards isWide={isWide} welcome={welcome} />
        </SideColumn>
      </div>
    </Page>
  );
}

/** The tasks of staff on phones. A placeholder reserves the height of most lists, so that the feed doesn't move. */
function TodosAboveFeed() {
  const placeholder = <Shape blocks={['h-52']} />;
  return (
    <WhenSettled queries={[useQuery(schoolOverview())]} skeleton={['h-52']}>
      <Suspense fallback={placeholder}>
        <HomeTodos />
      </Suspense>
    </WhenSettled>
  );
}

/** Returns today as text: Thursday, November 19; or Thu, Nov 19. */
const today = ({ locale }: Messages, length: 'long' | 'short'): string =>
  dateFormat(locale, { weekday: length, month: length, day: 'numeric' }).format(new Date());

function greeting({ t }: Messages, name: string, hour: number = new Date().getHours()): string {
  if (hour < 5) return t('home.night', { name });
  if (hour < 12) return t('home.morning', { name });
  return hour < 18 ? t('home.afternoon', { name }) : t('home.evening', { name });
}
