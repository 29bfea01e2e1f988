import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Archive, Clock, Shapes, Snowflake, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { ClubLayout } from '#contract/clubs/endpoints.ts';
import type { ClubTab } from '#contract/clubs/limits.ts';
import { CompactHead } from '../../../kit/compact-head.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { Shape, WhenSettled } from '../../../kit/when-settled.tsx';
import { isolate } from '../../../lib/apart.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { addEnglish, useMessages, type Messages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { Page } from '../../../shell/page.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { FaceStack } from '../../../ui/face-stack.tsx';
import { Note } from '../../../ui/note.tsx';
import { sourcesOf } from '../../../ui/picture-sources.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Poster } from '../../../ui/poster.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { myPoints } from '../../club-points/club-points.data.ts';
import { duesQuery } from '../../dues/dues.data.ts';
import { postingQuery } from '../../posts/posting.data.ts';
import { useReadingClub } from '../../posts/use-reading-club.ts';
import { ClubAbout } from './club-about.tsx';
import { ClubActions, ManageLink, PageJoinButton } from './club-actions.tsx';
import { ClubMembers } from './club-members.tsx';
import { ClubWidgets } from './club-widgets.tsx';
import { clubLayout } from '../clubs.data.ts';
import { ClubSurveys } from '../../surveys/club-surveys.tsx';
import english from '../messages/en.json';

addEnglish(english);

const ClubFeed = lazyComponent(() => import('../../posts/feed/club-posts.tsx'), 'ClubFeed');
const ClubNews = lazyComponent(() => import('../../posts/feed/club-posts.tsx'), 'ClubNews');
const ClubForum = lazyComponent(() => import('../../posts/forum/club-forum.tsx'), 'ClubForum');
const ClubFiles = lazyComponent(() => import('../../club-files/club-files.tsx'), 'ClubFiles');
const ClubStore = lazyComponent(() => import('../../store/club-store.tsx'), 'ClubStore');
const OwnDues = lazyComponent(() => import('../../dues/own-dues.tsx'), 'OwnDues');
const MyPoints = lazyComponent(() => import('../../club-points/my-points.tsx'), 'MyPoints');
const ClubEvents = lazyComponent(
  () => import('../../events/listing/club-events.tsx'),
  'ClubEvents',
);

/** The content of each tab. */
const panels: Record<ClubTab, (club: ClubLayout) => ReactNode> = {
  about: (club) => <ClubAbout id={club.id} club={club} />,
  events: (club) => (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ClubEvents club={club.id} name={club.name} hasFile={club.shareUrl !== null} />
    </Suspense>
  ),
  members: (club) => <ClubMembers club={club} />,
  surveys: ({ id }) => (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ClubSurveys club={id} />
    </Suspense>
  ),
  files: ({ id }) => (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ClubFiles club={id} />
    </Suspense>
  ),
  store: ({ id }) => (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ClubStore club={id} />
    </Suspense>
  ),
  feed: ({ id }) => (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ClubFeed club={id} />
    </Suspense>
  ),
  forum: ({ id }) => (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ClubForum club={id} />
    </Suspense>
  ),
  news: ({ id }) => (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ClubNews club={id} />
    </Suspense>
  ),
};

/** A club's page with its button and tabs. */
export function ClubPage() {
  const { t } = useMessages();
  const { clubId = '' } = useParams();
  const club = useQuery(clubLayout(clubId));
  usePageTitle(club.data?.name ?? t('nav.clubs'));
  return (
    <Page>
      <QueryBoundary
        query={club}
        isPage
        skeleton={shape}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: Shapes,
            title: t('clubs.notFound'),
            body: t('clubs.notFoundBody'),
            action: (
              <Link to={paths.clubs} className={buttonClass({ variant: 'primary' })}>
                {t('nav.clubs')}
              </Link>
            ),
          },
        }}
      >
        {(data) => (
          <Suspense fallback={<Shape blocks={shape} />}>
            <Settled club={data} />
          </Suspense>
        )}
      </QueryBoundary>
    </Page>
  );
}

const shape = ['h-9 w-24', 'h-72', 'h-40'];

/** The page waits for the user's dues and points, because they change the height of its head. */
function Settled({ club }: { club: ClubLayout }) {
  const isMember = club.mine?.status === 'member';
  const queries = [
    useQuery({ ...duesQuery(club.id), enabled: isMember }),
    useQuery({ ...myPoints(club.id), enabled: isMember }),
  ];
  useEffect(() => {
    if (!isMember) return;
    void OwnDues.preload();
    void MyPoints.preload();
  }, [isMember]);
  return (
    <WhenSettled queries={queries} skeleton={shape}>
      <Shown club={club} />
    </WhenSettled>
  );
}

function Shown({ club }: { club: ClubLayout }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const asked = useSearch()['tab'];
  // Members see the first tab. For others, the first tab is About.
  const first =
    club.mine?.status === 'member' ? club.tabs[0] : club.tabs.find(({ name }) => name === 'about');
  const defaultTab = first?.name ?? club.tabs[0]?.name ?? 'about';
  const tab = club.tabs.find(({ name }) => name === asked)?.name ?? defaultTab;
  const posting = useQuery({
    ...postingQuery(club.id),
    enabled: club.tabs.some(({ name }) => name === 'feed' || name === 'forum' || name === 'news'),
  }).data;
  // Members get live updates anyway.
  const isReading = posting?.can.read === true && club.mine?.status !== 'member';
  useReadingClub(isReading ? club.id : null);
  const unreadOf = (name: ClubTab) =>
    name === 'feed' || name === 'forum' || name === 'news' ? (posting?.unread[name] ?? 0) : 0;
  return (
    <>
      <CompactHead
        head={title}
        mark={<Avatar name={club.name} photoUrl={club.logo} size={2.25} shape="square" />}
        title={club.name}
      >
        {club.can.manage ? <ManageLink club={club} /> : <PageJoinButton club={club} />}
      </CompactHead>
      <div className="-mb-3">
        <BackLink to={paths.clubs}>{t('nav.clubs')}</BackLink>
      </div>
      <State club={club} />
      <Tabs
        label={t('clubs.tabs')}
        isBelowBar
        head={<Head club={club} title={title} isFull={tab === defaultTab} />}
        items={club.tabs.map(({ name, count }) => ({
          id: name,
          label: t(`clubs.tab_${name}`),
          count: count || unreadOf(name) || undefined,
          isMarked: unreadOf(name) > 0 && name !== tab,
        }))}
        selected={tab}
        onSelect={(next) =>
          void navigate({
            to: paths.club,
            params: { clubId: club.id },
            search: next === defaultTab ? {} : { tab: next },
            replace: true,
            resetScroll: false,
          })
        }
      >
        {/* Where the widgets are below the panel, they wait for it, because its content would move them. */}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 [--stuck:calc(56px+2.75rem)] max-lg:has-[>div_.skeleton]:[&>aside]:hidden lg:has-[>aside:not(:empty)]:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0">{panels[tab](club)}</div>
          {/* The cart and orders are at the side of the store. */}
          {tab !== 'store' && <ClubWidgets club={club} isAbout={tab === 'about'} />}
        </div>
      </Tabs>
    </>
  );
}

function Cover({ club }: { club: ClubLayout }) {
  const look = 'h-14 w-full md:h-44 [@media(max-height:45rem)]:h-9';
  return club.cover === null ? (
    <Poster name={club.name} className={look} />
  ) : (
    <img
      src={club.cover}
      {...sourcesOf(club.cover, 'cover', '(min-width: 76rem) 76rem, 100vw')}
      alt=""
      className={`bg-fill-2 object-cover ${look}`}
    />
  );
}

/** Returns text such as “Ana, Ben and 5 more you know”. If only one person is left, it shows the name instead of a count. */
const knownText = ({ count, people }: ClubLayout['known'], { t, list }: Messages): string => {
  const names = people.map(({ firstName }) => isolate(firstName));
  const more = count - 2;
  if (names.length < 2) return t('clubs.youKnow', { count });
  return more > 1
    ? t('clubs.youKnowMore', { names: names.slice(0, 2).join(', '), count: more })
    : t('clubs.youKnowAll', { names: list(names) });
};

/** The club's name, picture and buttons. In full, with its cover and description, on the first tab; the others have more space. */
function Head({
  club,
  title,
  isFull,
}: {
  club: ClubLayout;
  title: RefObject<HTMLHeadingElement | null>;
  isFull: boolean;
}) {
  const messages = useMessages();
  const { t, list } = messages;
  const what = club.categories.map(({ name }) => name);
  const line = [
    ...(what.length > 0 ? [list(what)] : club.type ? [club.type.name] : []),
    t(`clubs.membership_${club.membership}`),
    t('clubs.members', { count: club.members }),
  ].join(' • ');
  return (
    <>
      {isFull && <Cover club={club} />}
      <div
        className={`flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 max-md:gap-x-2 max-[22rem]:gap-x-1 max-[22rem]:px-3 sm:px-6 ${isFull ? 'items-end' : 'items-center pt-3 pb-1'}`}
      >
        <span
          className={`shrink-0 ${isFull ? '-mt-7 rounded-[1.1rem] border-4 border-ground bg-ground md:-mt-10' : ''}`}
        >
          <Avatar
            name={club.name}
            photoUrl={club.logo}
            size={isFull ? 5 : 3.25}
            shape="square"
            // Next to it, the buttons fit into one line on phones.
            className={isFull ? 'max-md:size-16!' : ''}
          />
        </span>
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5 max-md:order-last max-md:basis-full">
          <h1 ref={title} dir="auto" className="page-start wrap-anywhere">
            {club.name}
            {club.acronym !== '' && <span className="ms-2 text-lg text-ink-2">{club.acronym}</span>}
          </h1>
          <p className="text-ink-2">
            <bdi>{line}</bdi>
          </p>
        </div>
        <ClubActions club={club} />
      </div>
      {isFull && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-1 px-4 pt-1 pb-1 max-md:min-h-0 max-md:gap-y-0 max-[22rem]:px-3 sm:px-6">
          {club.description !== '' && (
            // The controls next to it come later, and don't change its width.
            <p dir="auto" className="page-start min-w-0 flex-1 basis-80 wrap-anywhere lg:max-w-3/5">
              {club.description}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden max-md:gap-y-0">
            {club.known.count > 0 && (
              // On phones, members have dues and points there.
              <p
                className={`flex min-h-9 items-center gap-2 text-sm text-ink-2 ${club.mine?.status === 'member' ? 'max-md:hidden' : ''}`}
              >
                <span className="shrink-0">
                  <FaceStack people={club.known.people} total={0} shown={3} />
                </span>
                <span className="min-w-0 wrap-anywhere">{knownText(club.known, messages)}</span>
              </p>
            )}
            {club.mine?.status === 'member' && (
              <>
                <OwnDues club={club.id} />
                <MyPoints club={club.id} />
              </>
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** A note that explains an unusual status, such as frozen or archived. */
function State({ club }: { club: ClubLayout }) {
  const { t } = useMessages();
  if (club.isDeleted)
    return (
      <Note tone="bad" icon={Trash2} title={t('clubs.deletedNote')}>
        {t('clubs.deletedBody')}
      </Note>
    );
  if (club.status === 'frozen')
    return (
      <Note tone="warn" icon={Snowflake} title={t('clubs.frozen')}>
        {t('clubs.frozenBody')}
      </Note>
    );
  if (club.status === 'archived')
    return (
      <Note icon={Archive} title={t('clubs.archived')}>
        {t('clubs.archivedBody')}
      </Note>
    );
  if (club.status === 'pending' || !club.isPublished)
    return (
      <Note
        tone="warn"
        icon={Clock}
        title={t(club.status === 'pending' ? 'clubs.pending' : 'clubs.unpublished')}
      >
        {t('clubs.pendingBody')}
      </Note>
    );
  return null;
}
