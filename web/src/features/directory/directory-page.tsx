import { useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import {
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useState,
  type ComponentProps,
} from 'react';
import { SearchBox } from '../../kit/search-box.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMinWidth, useProfileBeside } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RetryBar } from '../../ui/retry-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PeopleWindow } from '../people/people-window.tsx';
import { PersonCard, PersonRow, type OpenLink } from '../people/person-card.tsx';
import { usePages } from '../people/use-pages.ts';
import { SavedSearches } from '../saved-searches/saved-searches.tsx';
import { directoryPage } from './directory.data.ts';
import { filtersOf, withoutFilters, type DirectorySearch } from './directory-search.ts';
import { FilterBar } from './filter-bar.tsx';
import { ViewControls, type Layout } from './view-controls.tsx';
import english from 'messages:en/directory.*';
import orders from 'messages:en/order.*';
import filters from 'messages:en/filter.*';
import type { User } from '#contract/people/endpoints.ts';

// The texts of the pickers load with them.
addEnglish({ ...english, ...orders, ...filters });

// The table carries react-aria's, and phones never show it.
const loadTable = () => import('./directory-table.tsx');
const DirectoryTable = lazyComponent(loadTable, 'DirectoryTable');
const TableTools = lazyComponent(loadTable, 'TableTools');
const loadNotes = () => import('./no-people.tsx');
const NoPeople = lazyComponent(loadNotes, 'NoPeople');
const BestMatchesNote = lazyComponent(loadNotes, 'BestMatchesNote');
// The list loads first. The profile pane loads when the user is about to open a person.
const PersonPane = lazyComponent(() => import('../profile/person-pane.tsx'), 'PersonPane');

/**
 * The directory. The URL contains search, filters, order and layout. A person opens next to the list, in a modal, or on a
 * separate page.
 */
export function DirectoryPage() {
  const search: DirectorySearch = useSearch();
  // The router renders a new URL immediately. The list renders with lower priority, so that typing stays responsive.
  return <Directory search={useDeferredValue(search)} />;
}

const Directory = memo(function Directory({ search }: { search: DirectorySearch }) {
  const { t } = useMessages();
  const isPhone = !useMinWidth('md');
  const isWide = useProfileBeside();
  const layout: Layout = isPhone
    ? 'list'
    : search['layout'] === 'list' || search['layout'] === 'grid'
      ? search['layout']
      : 'grid';
  const isTable = !isPhone && layout === 'list';
  const openUid = search['uid'] || undefined;

  const { openLink, openSaved, refine, change, close } = useDirectoryNavigation(isPhone, search);

  const pages = usePages(
    (page) => directoryPage(search, page),
    (answer) => ({
      total: answer[0]?.total ?? 0,
      isMinimum: answer[0]?.totalIsMinimum === true,
      items: answer[0]?.people ?? [],
    }),
  );
  const { total, isMinimum, itemAt } = pages;
  const draw = useDrawPerson({ itemAt, layout, openLink, openUid });
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  const note = useCountNote({ isMinimum, isFiltered, total, isFormer: pages.isFormer });
  const saved = <SavedSearches search={search} onOpen={openSaved} />;

  return (
    <div className={openUid && isWide ? 'grid grid-cols-[minmax(0,1fr)_26rem]' : ''}>
      <Page>
        <PageHeader
          title={t('nav.directory')}
          note={
            <span aria-live="polite" className="tabular-nums">
              {note}
            </span>
          }
        >
          {!isPhone && (
            <div className="flex flex-wrap items-center justify-end gap-2">
              {saved}
              <ViewControls search={search} layout={layout} onChange={refine}>
                {isTable && (
                  <Suspense fallback={null}>
                    <TableTools search={search} />
                  </Suspense>
                )}
              </ViewControls>
            </div>
          )}
        </PageHeader>
        {/* Sticky while scrolling, unless the window is so low that it would cover too much of the list. */}
        <div
          data-sticky
          className="stuck-edge z-10 -mx-4 -my-2 grid grid-cols-[minmax(0,1fr)] gap-3 bg-canvas/92 px-4 py-2 backdrop-blur-sm sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8 [@media(min-height:36rem)]:sticky [@media(min-height:36rem)]:top-(--top-bar)"
        >
          <SearchBox
            label={t('directory.search')}
            placeholder={t('directory.searchHint')}
            isBusy={pages.isFetching && total !== undefined}
            onChange={refine}
          />
          <FilterBar search={search} total={total} onChange={refine} saved={isPhone && saved} />
        </div>
        {total === undefined && pages.error && (
          <ErrorState error={pages.error} onRetry={pages.retry} isRetrying={pages.isFetching} />
        )}
        {total === 0 && (
          <Suspense fallback={null}>
            <NoPeople
              isFiltered={isFiltered}
              isSearch={Object.keys(filtersOf(search)).every((name) => name === 'search_word')}
              onClear={() => change(withoutFilters(search), { replace: false })}
            />
          </Suspense>
        )}
        {isTable && total !== 0 && (total !== undefined || !pages.error) && (
          <div
            aria-busy={pages.isFormer}
            className={`transition-opacity duration-150 ${pages.isFormer ? 'opacity-55' : ''}`}
          >
            <Suspense fallback={<Skeleton className="h-240" />}>
              <DirectoryTable
                // A new list starts with its first page.
                key={JSON.stringify([filtersOf(search), search['order']])}
                search={search}
                total={total}
                isFetching={pages.isFetching}
                itemAt={itemAt}
                onRange={pages.onRange}
                openLink={openLink}
                openUid={openUid}
                onOpen={(uid) => change({ ...search, uid }, { replace: false })}
                isNarrowed={openUid !== undefined && isWide}
                onChange={refine}
              />
            </Suspense>
          </div>
        )}
        {!isTable && total !== 0 && (total !== undefined || !pages.error) && (
          <DirectoryResults
            total={total}
            layout={layout}
            openUid={openUid}
            draw={draw}
            isMinimum={isMinimum}
            isNarrowed={openUid !== undefined && isWide}
            isFormer={pages.isFormer}
            onRange={pages.onRange}
          />
        )}
        {total !== undefined && pages.error && (
          <RetryBar error={pages.error} onRetry={pages.retry} isRetrying={pages.isFetching} />
        )}
      </Page>
      {openUid !== undefined && (
        <Suspense fallback={null}>
          <PersonPane uid={openUid} as={isWide ? 'side' : 'modal'} onClose={close} />
        </Suspense>
      )}
    </div>
  );
});

interface DrawPersonOptions {
  itemAt: (index: number) => User | undefined;
  layout: Layout;
  openLink: OpenLink;
  openUid: string | undefined;
}

/** Returns a function that draws a person as a card or row. */
function useDrawPerson({ itemAt, layout, openLink, openUid }: DrawPersonOptions) {
  const draw = useCallback(
    (index: number) => {
      const person = itemAt(index);
      const Drawn = layout === 'grid' ? PersonCard : PersonRow;
      return (
        person && (
          <Drawn
            key={person.uid}
            person={person}
            openLink={openLink}
            isOpen={person.uid === openUid}
          />
        )
      );
    },
    [itemAt, layout, openLink, openUid],
  );
  return draw;
}

interface DirectoryResultsProps {
  total: number | undefined;
  layout: Layout;
  openUid: string | undefined;
  draw: ComponentProps<typeof PeopleWindow>['draw'];
  isMinimum: boolean;
  isNarrowed: boolean;
  isFormer: boolean;
  onRange: (from: number, to: number) => void;
}

/** The people, as far as they are loaded. */
function DirectoryResults({
  total,
  layout,
  openUid,
  draw,
  isMinimum,
  isNarrowed,
  isFormer,
  onRange,
}: DirectoryResultsProps) {
  const { t, number } = useMessages();
  return (
    <div
      aria-busy={isFormer}
      onPointerEnter={PersonPane.preload}
      onFocus={PersonPane.preload}
      className={`transition-opacity duration-150 ${isFormer ? 'opacity-55' : ''}`}
    >
      <PeopleWindow
        label={`${t('directory.results')}: ${number(total ?? 0)}`}
        total={total}
        layout={layout}
        isNarrowed={isNarrowed}
        cachedUid={openUid}
        onRange={onRange}
        draw={draw}
      />
      {isMinimum && (
        <Suspense fallback={null}>
          <BestMatchesNote count={total ?? 0} />
        </Suspense>
      )}
    </div>
  );
}

interface CountNoteOptions {
  isMinimum: boolean;
  isFiltered: boolean;
  total: number | undefined;
  isFormer: boolean;
}

/** Returns the number of people as text. The previous list keeps its own number while the new list loads. */
function useCountNote({ isMinimum, isFiltered, total, isFormer }: CountNoteOptions) {
  const { t } = useMessages();
  const counted = (found: number) => {
    if (isMinimum) return t('directory.moreThan', { count: found });
    return isFiltered
      ? t('directory.found', { count: found })
      : t('directory.people', { count: found });
  };
  const count = total === undefined ? '\u00a0' : counted(total);
  // The previous list keeps its own count while the new list loads.
  const [note, setNote] = useState(count);
  if (note !== count && !isFormer) setNote(count);
  return note;
}

/** Opens people, and changes filters and saved searches. */
function useDirectoryNavigation(isPhone: boolean, search: DirectorySearch) {
  const navigate = useNavigate();
  const change = useCallback(
    (next: DirectorySearch, how: { replace: boolean }) =>
      void navigate({
        to: paths.directory,
        search: next,
        replace: how.replace,
        resetScroll: false,
      }),
    [navigate],
  );
  // On phones, people open on a separate page; otherwise next to the list.
  const openLink = useCallback<OpenLink>(
    (uid) =>
      isPhone
        ? { to: paths.profile, search: { uid } }
        : { to: paths.directory, search: { ...search, uid } },
    [isPhone, search],
  );
  // A new list starts at the top, even if the user had scrolled down.
  const show = useCallback(
    (next: DirectorySearch, how: { replace: boolean }) => {
      change(next, how);
      document.documentElement.scrollTop = 0;
    },
    [change],
  );
  const refine = useCallback((next: DirectorySearch) => show(next, { replace: true }), [show]);
  const openSaved = useCallback((next: DirectorySearch) => show(next, { replace: false }), [show]);
  const close = () => {
    const { uid: _, ...rest } = search;
    change(rest, { replace: false });
  };
  return { openLink, openSaved, refine, change, close };
}
