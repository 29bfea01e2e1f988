import { Navigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { FirstRun } from '#contract/onboarding/endpoints.ts';
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
import { clubInvitations } from '../clubs/listing/club-list.data.ts';
import { firstRunQuery, isLikelyNew } from '../onboarding/first-run.data.ts';
import { HomeFeed } from '../posts/feed/home-feed.tsx';
import { waitingSurveys } from '../surveys/surveys.data.ts';
import { ComingPlaceholder } from './coming-skeleton.tsx';
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

/** Loads after the feed. Above the feed, a placeholder reserves the card's height. */
const Coming = ({ isAboveFeed = false }: { isAboveFeed?: boolean }) => (
  <Suspense fallback={isAboveFeed ? <ComingPlaceholder /> : null}>
    <ComingCard isAboveFeed={isAboveFeed} />
  </Suspense>
);

/** Club invitations and open surveys. Their code loads only if there are any. */
function Waiting() {
  const clubs = useQuery(clubInvitations());
  const surveys = useQuery(waitingSurveys());
  return (
    <Suspense fallback={null}>
      {(clubs.data?.items.length ?? 0) > 0 && <ClubInvitationsCard />}
      {(surveys.data?.items.length ?? 0) > 0 && <SurveysWaiting />}
    </Suspense>
  );
}

/** Opens the welcome page for new students, once. In a host's frame, a card offers it instead. */
export function HomePage() {
  const run = useQuery(firstRunQuery());
  const user = useUser();
  if (!isEmbedded() && run.data?.state === 'new') return <Navigate to={paths.start} replace />;
  if (run.isPending && isLikelyNew(user)) return <Page width="read">{null}</Page>;
  return <Home run={run.data} />;
}

function Home({ run }: { run: FirstRun | undefined }) {
  const isWide = useMinWidth('lg');
  const isPhone = !useMinWidth('md');
  const messages = useMessages();
  const user = useUser();
  const school = useSchool();
  const welcome = run && run.state !== 'none' && (
    <Suspense fallback={<div className="card h-44" />}>
      <WelcomeCard run={run} />
    </Suspense>
  );
  return (
    <Page width="read">
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
        <Suspense fallback={<div className="card h-96" />}>
          <SetupCard />
        </Suspense>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-5">
        {!isWide && welcome}
        {!isWide && <Coming isAboveFeed />}
        <HomeFeed
          beginning={
            <Suspense fallback={null}>
              <EmptyFeedSuggestions />
            </Suspense>
          }
        />
        <div className="grid gap-4 lg:gap-5">
          {isWide && welcome}
          {isWide && <Coming />}
          <Waiting />
          {!welcome && <ProfileCard />}
          {school.config.connect && <RequestsCard />}
          {school.config.connect && <SuggestionsCard />}
          <NewcomersCard />
        </div>
      </div>
    </Page>
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
