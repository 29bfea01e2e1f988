import { Link, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowDownUp, SearchX, Shapes } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { listHubs } from '#contract/hubs/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { SearchBox } from '../../../kit/search-box.tsx';
import { callQuery } from '../../../lib/call.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { paths } from '../../../paths.ts';
import { menuAt, menuQuery, type Menu } from '../../../shell/menu.data.ts';
import { NotFoundPage } from '../../../shell/not-found-page.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { SideColumn } from '../../../shell/side-column.tsx';
import { Page } from '../../../shell/page.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { waitingSurveys } from '../../surveys/surveys.data.ts';
import { SurveysWaiting } from '../../surveys/surveys-waiting.tsx';
import { ClubsEntry, RegisterButton } from '../../club-registration/register-button.tsx';
import { ClubFilters } from './club-filters.tsx';
import { ClubRow } from '../club-row.tsx';
import {
  clubPages,
  featuredClubs,
  likelyClubs,
  myClubs,
  pastClubs,
  suggestedClubs,
} from '../clubs.data.ts';
import {
  clubOrders,
  isNarrowed,
  orderOf,
  withoutFilters,
  type ClubsSearch,
} from './clubs-search.ts';
import { MyClubs } from './my-clubs.tsx';
import { SuggestedClubs } from './suggested-clubs.tsx';
import english from '../messages/en.json';

addEnglish(english);

/** `_` in a URL means none. */
const named = (id: string | undefined) => (id === undefined || id === '_' ? null : id);

/** Returns whether the current menu has an item with this ID for the clubs page. */
const hasItem = ({ bar, sections }: Menu, id: string): boolean =>
  [
    ...bar,
    ...sections.flatMap(({ items }) =>
      items.flatMap((item) => (item.type === 'menu_group' ? item.items : [item])),
    ),
  ].some((item) => item.id === id && item.type === 'clubs');

/** The clubs of the school, or of the hub in the URL (ROUTE-03). */
export function ClubsPage() {
  const { hubId, hubMenuId } = useParams();
  const [hub, item] = [named(hubId), named(hubMenuId)];
  const hubs = useQuery({ ...callQuery(listHubs, {}), enabled: hub !== null });
  const here = useQuery({ ...menuQuery(), enabled: item !== null });
  const isHere = here.data !== undefined && (here.data.hub?.id ?? null) === hub;
  // If the URL names another hub than the current one, load that hub's menu.
  const there = useQuery({
    ...menuAt(hub),
    enabled: item !== null && here.data !== undefined && !isHere,
    retry: false,
  });
  const menu = isHere ? here : there;
  const found = hubs.data?.items.find(({ id }) => id === hub);
  if (hub !== null && hubs.data !== undefined && found === undefined) return <NotFoundPage />;
  if (item !== null && menu.data !== undefined && !hasItem(menu.data, item))
    return <NotFoundPage />;
  return <Clubs hub={hub} hubName={found?.name} />;
}

function Clubs({ hub, hubName }: { hub: string | null; hubName: string | undefined }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { hubId = '_', hubMenuId = '_' } = useParams();
  const search: ClubsSearch = useSearch();
  const isWide = useMinWidth('xl');
  const isPhone = !useMinWidth('md');
  const list = useClubPages(search, hub);
  const mine = useQuery(myClubs(hub));
  const narrowed = isNarrowed(search);
  // The parts above the list and next to it.
  const around = [
    mine,
    useQuery(waitingSurveys()),
    useInfiniteQuery(pastClubs(hub)),
    useQuery({ ...suggestedClubs(hub), enabled: !narrowed }),
    useQuery({ ...featuredClubs(hub), enabled: !narrowed }),
  ];
  const page = useRef<HTMLDivElement>(null);
  useClubKeys(page);
  const total = list.data?.pages[0]?.total;
  const change = (next: ClubsSearch) =>
    void navigate({
      to: paths.clubsOfHub,
      params: { hubId, hubMenuId },
      search: next,
      replace: true,
      resetScroll: false,
    });
  const note =
    total === undefined ? '\u00a0' : t(narrowed ? 'clubs.found' : 'clubs.count', { count: total });
  const side = <MyClubs clubs={mine.data?.items ?? []} hub={hub} isStrip={!isWide} />;
  return (
    <Page>
      <PageHeader
        title={t('nav.clubs')}
        note={
          <span aria-live="polite" className="tabular-nums">
            {hubName !== undefined && (
              <>
                <bdi>{hubName}</bdi>
                {' • '}
              </>
            )}
            {note}
          </span>
        }
      >
        {!isPhone && <ClubsEntry />}
      </PageHeader>
      <div ref={page} className="contents">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <SearchBox
            label={t('clubs.search')}
            placeholder={t('clubs.searchHint')}
            isBusy={list.isFetching && total !== undefined}
            onChange={change}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-2 md:flex md:flex-wrap md:justify-between">
            <div className="min-w-0 md:flex-1 md:basis-72">
              <ClubFilters search={search} hub={hub} total={total} onChange={change} />
            </div>
            {isPhone ? (
              <div className="flex items-center gap-2">
                <ClubsEntry isSmall />
                <span className="ms-auto">
                  <OrderMenu search={search} isSmall onChange={change} />
                </span>
              </div>
            ) : (
              <OrderMenu search={search} onChange={change} />
            )}
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <WhenSettled
            queries={around}
            className="grid gap-6"
            skeleton={['h-7 w-48', 'h-58', 'h-19', 'h-19', 'h-19', 'h-19', 'h-19', 'h-19']}
          >
            {!isWide && !narrowed && (
              <>
                <SurveysWaiting />
                {side}
              </>
            )}
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
              {!narrowed && <SuggestedClubs hub={hub} />}
              <section aria-label={t('clubs.all')} className="min-w-0">
                {narrowed && total === 0 && search['search_word'] && (
                  <LikelyClubs text={search['search_word']} hub={hub} />
                )}
                <ClubResults
                  list={list}
                  narrowed={narrowed}
                  onChange={change}
                  hub={hub}
                  hubName={hubName}
                />
              </section>
            </div>
          </WhenSettled>
          {isWide && (
            <SideColumn>
              <WhenSettled queries={around} skeleton={['h-48', 'h-80']}>
                <SurveysWaiting />
                {side}
              </WhenSettled>
            </SideColumn>
          )}
        </div>
      </div>
    </Page>
  );
}

const useClubPages = (search: ClubsSearch, hub: string | null) =>
  useInfiniteQuery(clubPages(search, hub));

interface ClubResultsProps {
  list: ReturnType<typeof useClubPages>;
  narrowed: boolean;
  onChange: (next: ClubsSearch) => void;
  hub: string | null;
  hubName: string | undefined;
}

function ClubResults({ list, narrowed, onChange, hub, hubName }: ClubResultsProps) {
  const { t } = useMessages();
  return (
    <QueryBoundary
      query={list}
      showsRefetchError
      skeleton={['h-19', 'h-19', 'h-19', 'h-19', 'h-19', 'h-19']}
      empty={
        narrowed
          ? {
              icon: SearchX,
              title: t('clubs.noneFound'),
              body: t('clubs.noneFoundBody'),
              action: (
                <span className="flex flex-wrap justify-center gap-2">
                  <Button onClick={() => onChange(withoutFilters({}))}>{t('clubs.clear')}</Button>
                  <RegisterButton />
                </span>
              ),
            }
          : hub === null
            ? { icon: Shapes, title: t('clubs.none'), body: t('clubs.noneBody') }
            : {
                icon: Shapes,
                title: t('clubs.noneInHub', { hub: hubName ?? '' }),
                body: t('clubs.noneInHubBody'),
                action: (
                  <Link to={paths.clubs} className={buttonClass({ variant: 'primary' })}>
                    {t('clubs.showAll')}
                  </Link>
                ),
              }
      }
    >
      {({ pages }) => (
        <div className="grid gap-4">
          {!narrowed && <Featured hub={hub} />}
          <ul className="grid gap-x-8 lg:grid-cols-2">
            {pages.flatMap(({ items }) =>
              items.map((club) => <ClubRow key={club.id} club={club} />),
            )}
          </ul>
          <LoadMore query={list} />
        </div>
      )}
    </QueryBoundary>
  );
}

/** Keyboard shortcuts of the list: `/` searches, and J joins the focused club or requests to. */
function useClubKeys(page: RefObject<HTMLElement | null>): void {
  const { t } = useMessages();
  useShortcuts([
    {
      key: '/',
      label: t('clubs.key_search'),
      run: () => page.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
    },
    {
      key: 'j',
      label: t('clubs.key_join'),
      run: () =>
        document.activeElement
          ?.closest('[data-club]')
          ?.querySelector<HTMLElement>('[data-key="join"]')
          ?.click(),
    },
  ]);
}

/** Similar club names, shown above the empty state of a search. Shows nothing if no name is similar. */
function LikelyClubs({ text, hub }: { text: string; hub: string | null }) {
  const { t } = useMessages();
  const { data } = useQuery(likelyClubs(text, hub));
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h2 className="text-lg!">{t('clubs.didYouMean')}</h2>
      <ul className="grid gap-x-8 lg:grid-cols-2">
        {data.map((club) => (
          <ClubRow key={club.id} club={club} />
        ))}
      </ul>
    </section>
  );
}

/** The school's featured clubs. Shows nothing if there are none. */
function Featured({ hub }: { hub: string | null }) {
  const { t } = useMessages();
  const { data } = useQuery(featuredClubs(hub));
  const suggested = useQuery(suggestedClubs(hub)).data?.items ?? [];
  if (data === undefined || data.items.length === 0) return null;
  // The page already shows the suggested ones.
  const others = data.items.filter(({ id }) => !suggested.some((one) => one.id === id));
  return (
    <>
      {others.length > 0 && (
        <section className="grid gap-1">
          <h2 className="text-lg!">{t('clubs.featured')}</h2>
          <ul className="grid gap-x-8 lg:grid-cols-2">
            {others.map((club) => (
              <ClubRow key={club.id} club={club} />
            ))}
          </ul>
        </section>
      )}
      <h2 className="mt-2 text-lg!">{t('clubs.all')}</h2>
    </>
  );
}

function OrderMenu({
  search,
  isSmall = false,
  onChange,
}: {
  search: ClubsSearch;
  /** Shows only the icon. */
  isSmall?: boolean;
  onChange: (next: ClubsSearch) => void;
}) {
  const { t } = useMessages();
  const order = orderOf(search);
  return (
    <MenuButton
      label={t('clubs.order', { name: t(`clubs.order_${order}`) })}
      icon={ArrowDownUp}
      variant={isSmall ? 'outline' : 'quiet'}
      selected={order}
      items={clubOrders.map((id) => ({ id, label: t(`clubs.order_${id}`) }))}
      onAction={(id) => {
        const { order: _, ...rest } = search;
        onChange(id === 'NameAsc' ? rest : { ...rest, order: id });
      }}
    >
      {isSmall ? undefined : t(`clubs.order_${order}`)}
    </MenuButton>
  );
}
