import { Link, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus, List, QrCode, SearchX, Ticket } from 'lucide-react';
import { Suspense } from 'react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { SearchBox } from '../../../kit/search-box.tsx';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages, type Messages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../shell/page-header.tsx';
import { SideColumn } from '../../../shell/side-column.tsx';
import { Page } from '../../../shell/page.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { EventDays } from './event-days.tsx';
import { EventFilters } from './event-filters.tsx';
import { DateTile, eventLink, stateOf, ticketHref } from '../event-parts.tsx';
import type { EventItem } from '#contract/events/endpoints.ts';
import { dayIn, fullDay, nextDay, shortWhen } from '../event-times.ts';
import { EventProposals } from '../manage/event-proposals.tsx';
import {
  eventPages,
  eventHostChoices,
  eventProposals,
  myEvents,
  recommendedEvents,
} from '../events.data.ts';
import {
  selectedDay,
  isNarrowed,
  viewOf,
  withoutFilters,
  type EventsSearch,
} from './events-search.ts';
import { asked, RecommendedEvents } from './recommended-events.tsx';
import english from '../messages/en.json';

addEnglish(english);

const WaitingNote = lazyComponent(() => import('../../door-scans/waiting-note.tsx'), 'WaitingNote');
const EventMonthView = lazyComponent(() => import('./event-month-view.tsx'), 'EventMonthView');
const EventMonth = lazyComponent(() => import('./event-month.tsx'), 'EventMonth');

/** The events page, with recommendations and a list by day. */
export function EventsPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const search: EventsSearch = useSearch();
  const isWide = useMinWidth('xl');
  const list = useEventPages(search);
  const choices = useQuery(eventHostChoices());
  const view = viewOf(search);
  const narrowed = isNarrowed(search);
  const hasRecommended = !narrowed && view === 'upcoming';
  const recommended = useQuery({ ...recommendedEvents(asked), enabled: hasRecommended });
  const layout = search['layout'] === 'month' ? 'month' : 'list';
  // The month view already shows the month.
  const hasSide = isWide && layout === 'list';
  const first = list.data?.pages[0];
  const change = (next: EventsSearch) =>
    void navigate({ to: paths.events, search: next, replace: true, resetScroll: false });
  useDayShortcuts(search, change);
  const canCreate =
    choices.data !== undefined &&
    (choices.data.school || choices.data.hubs.length + choices.data.clubs.length > 0);
  const total =
    first === undefined
      ? '\u00a0'
      : t(first.isTotalExact ? 'events.count' : 'events.countMore', { count: first.total });
  return (
    <Page>
      <PageHeader
        title={t('nav.events')}
        note={
          <span aria-live="polite" className="tabular-nums">
            {total}
          </span>
        }
      >
        {canCreate && (
          <Link
            to={paths.newEvent}
            className={`max-md:hidden ${buttonClass({ variant: 'outline' })}`}
          >
            <CalendarPlus size={20} strokeWidth={1.9} aria-hidden />
            {t('events.create')}
          </Link>
        )}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SearchBox
          label={t('events.search')}
          placeholder={t('events.searchHint')}
          isBusy={list.isFetching && first !== undefined}
          onChange={change}
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="min-w-0 flex-1 basis-72">
            <EventFilters search={search} onChange={change} />
          </div>
          {canCreate && (
            <Link
              to={paths.newEvent}
              className={`md:hidden ${buttonClass({ variant: 'outline' })}`}
            >
              <CalendarPlus size={20} strokeWidth={1.9} aria-hidden />
              {t('events.create')}
            </Link>
          )}
          <LayoutSwitch layout={layout} search={search} onChange={change} />
        </div>
      </div>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-8 ${layout === 'list' ? 'xl:grid-cols-[minmax(0,1fr)_20rem]' : ''}`}
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          {layout === 'month' ? (
            <Suspense fallback={<Skeleton className="h-160" />}>
              <EventMonthView search={search} onChange={change} />
            </Suspense>
          ) : (
            <WhenSettled
              queries={[recommended, choices]}
              className="grid gap-6"
              skeleton={['h-7 w-48', 'h-28', 'h-11', 'h-28', 'h-28', 'h-28', 'h-28']}
            >
              {hasRecommended && <RecommendedEvents />}
              <Tabs
                label={t('events.views')}
                items={(
                  [
                    'upcoming',
                    'mine',
                    ...(canCreate ? (['managed'] as const) : []),
                    'past',
                  ] as const
                ).map((id) => ({ id, label: t(`events.view_${id}`) }))}
                selected={view}
                onSelect={(next) => {
                  const { view: _, day: __, when: ___, ...rest } = search;
                  change(next === 'upcoming' ? rest : { ...rest, view: next });
                }}
              >
                {view === 'managed' && (
                  <div className="mb-6 empty:hidden">
                    <Suspense>
                      <WaitingNote />
                    </Suspense>
                  </div>
                )}
                {view === 'mine' && !narrowedByMore(search) && <OwnProposals />}
                <EventResults
                  list={list}
                  narrowed={narrowed}
                  onChange={change}
                  search={search}
                  view={view}
                />
              </Tabs>
            </WhenSettled>
          )}
        </div>
        {hasSide && (
          <SideColumn>
            <Card>
              <Month search={search} onChange={change} />
            </Card>
            <MyEvents />
          </SideColumn>
        )}
        {!hasSide && !narrowed && <MyEvents />}
      </div>
    </Page>
  );
}

/** Arrow keys select the next or previous day, and T selects today. */
function useDayShortcuts(search: EventsSearch, onChange: (next: EventsSearch) => void) {
  const { t } = useMessages();
  const go = (days: number) => {
    const { day: _, when: __, ...rest } = search;
    onChange({ ...rest, day: nextDay(selectedDay(search) ?? dayIn(new Date()), days) });
  };
  useShortcuts([
    { key: 'arrowright', label: t('events.keyNext'), run: () => go(1) },
    { key: 'arrowleft', label: t('events.keyPrevious'), run: () => go(-1) },
    {
      key: 't',
      label: t('events.keyToday'),
      run: () => onChange({ ...search, day: dayIn(new Date()) }),
    },
  ]);
}

interface LayoutSwitchProps {
  layout: 'list' | 'month';
  search: EventsSearch;
  onChange: (next: EventsSearch) => void;
}

/** Switches between the list and the month. */
function LayoutSwitch({ layout, search, onChange }: LayoutSwitchProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t('events.layout')}
      isIconOnly
      value={layout}
      options={[
        { value: 'list', label: t('events.layoutList'), icon: List },
        { value: 'month', label: t('events.layoutMonth'), icon: CalendarDays },
      ]}
      onChange={(next) => {
        const { layout: _, ...rest } = search;
        onChange(next === 'month' ? { ...rest, layout: 'month' } : rest);
      }}
    />
  );
}

const useEventPages = (search: EventsSearch) => useInfiniteQuery(eventPages(search));

interface EventResultsProps {
  list: ReturnType<typeof useEventPages>;
  narrowed: boolean;
  onChange: (next: EventsSearch) => void;
  search: EventsSearch;
  view: ReturnType<typeof viewOf>;
}

function EventResults({ list, narrowed, onChange, search, view }: EventResultsProps) {
  const messages = useMessages();
  const { t } = messages;
  const day = selectedDay(search);
  return (
    <QueryBoundary
      query={list}
      showsRefetchError
      skeleton={['h-6 w-48', 'h-28', 'h-28', 'h-6 w-48', 'h-28', 'h-28']}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={
        narrowed
          ? {
              icon: SearchX,
              title:
                day === null
                  ? t('events.noneFound')
                  : t('events.noneOn', { day: fullDay(messages, day) }),
              body: t('events.noneFoundBody'),
              action: (
                <Button onClick={() => onChange(withoutFilters(search))}>
                  {t('events.clear')}
                </Button>
              ),
            }
          : {
              icon: Ticket,
              title: t(`events.none_${view}`),
              body: t(`events.noneBody_${view}`),
            }
      }
    >
      {({ pages }) => (
        <div className="grid gap-6">
          <EventDays events={pages.flatMap(({ items }) => items)} isPast={view === 'past'} />
          <LoadMore query={list} />
        </div>
      )}
    </QueryBoundary>
  );
}

interface MonthProps {
  search: EventsSearch;
  onChange: (next: EventsSearch) => void;
}

const Month = (props: MonthProps) => (
  <Suspense fallback={<Skeleton className="h-80" />}>
    <EventMonth {...props} />
  </Suspense>
);

/** Returns whether any filter besides the view is set. */
const narrowedByMore = (search: EventsSearch): boolean => {
  const { view: _, ...rest } = search;
  return isNarrowed(rest);
};

/** The user's event proposals with their status. */
function OwnProposals() {
  const { data } = useQuery(eventProposals());
  return data === undefined ? null : <EventProposals items={data.items} />;
}

/** The user's next events, with links to their tickets. */
function MyEvents() {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(myEvents());
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card
      title={t('events.going')}
      aside={
        <Link
          to={paths.events}
          search={{ view: 'past' }}
          className="text-sm font-medium text-brand-text underline underline-offset-2"
        >
          {t('events.view_past')}
        </Link>
      }
    >
      <ul className="grid gap-3">
        {data.items.map((event) => (
          <li key={`${event.id} ${event.occurrence}`} className="flex items-center gap-3">
            <DateTile times={event} />
            <span className="min-w-0 flex-1">
              <Link
                {...eventLink(event)}
                dir="auto"
                className="page-start block rounded-sm font-bold wrap-anywhere hover:underline"
              >
                {event.title}
              </Link>
              <span className="text-sm text-ink-2">{summaryOf(messages, event)}</span>
            </span>
            {event.mine?.ticket != null && (
              <a
                href={ticketHref(event)}
                aria-label={t('events.showTicket', { title: event.title })}
                className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-text hover:bg-brand-text/15"
              >
                <QrCode size={22} aria-hidden />
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const summaryOf = (messages: Messages, event: EventItem): string => {
  const state = event.mine?.status === 'registered' ? null : stateOf(event, messages);
  return [shortWhen(messages, event), state?.text].filter(Boolean).join(' • ');
};
