import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { parseDate, type CalendarDate } from '@internationalized/date';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MonthGrid } from '../../ui/month-grid.tsx';
import { RetryBar } from '../../ui/retry-bar.tsx';
import { showToast } from '../../ui/toasts.ts';
import { calendarItems, shownBy, sources as sourcesOf } from './calendar.data.ts';
import { dayOf, instantAt, todayHere, viewerZone } from './calendar-times.ts';
import { CalendarBody } from './calendar-body.tsx';
import { CalendarDialogs, type DialogShown } from './calendar-dialogs.tsx';
import {
  daysShown,
  fittingView,
  pageStep,
  titleText,
  windowOf,
  type View,
} from './calendar-views.ts';
import { CalendarSkeleton } from './grid/grid-skeleton.tsx';
import { ItemDetails } from './item-details.tsx';
import { useKeptConflicts } from './kept-conflicts.ts';
import { SourcesPanel } from './feeds/sources-panel.tsx';
import { useEntryActs } from './entries/use-entry-acts.ts';
import english from './messages/en.json';
import { CalendarToolbar } from './calendar-toolbar.tsx';

addEnglish(english);

const minuteMs = 60_000;

/** Returns the current time, updated every minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const every = setInterval(() => setNow(new Date()), minuteMs / 2);
    return () => clearInterval(every);
  }, []);
  return now;
}

interface Opened {
  item: CalendarItem;
  anchor: HTMLElement;
}

export function CalendarPage() {
  const messages = useMessages();
  const { t } = messages;
  const search = useSearch();
  const navigate = useNavigate();
  const isMiddle = useMinWidth('md');
  const isWide = useMinWidth('xl');
  const view = fittingView(search.view, isMiddle);
  const date = dayOf(search.date);
  const now = useNow();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [dialog, setDialog] = useState<DialogShown | null>(null);
  const acts = useEntryActs(setDialog);
  const days = daysShown(view, date, isWide);
  const span = { ...windowOf(view, date, days), timeZone: viewerZone() };
  const query = useQuery({ ...calendarItems(span), placeholderData: keepPreviousData });
  const sources = useQuery(sourcesOf());
  const isShown = sources.data ? shownBy(sources.data) : () => true;
  const items = (query.data?.items ?? []).filter(isShown);
  const { isKept, keep, undo: undoKeeping } = useKeptConflicts();
  const overlaps = (item: CalendarItem) =>
    item.overlaps.filter((other) => isShown(other) && !isKept(item, other));

  const go = (to: { view?: View; date?: CalendarDate }) => {
    // The item disappears, so there is no element to point at.
    setOpened(null);
    void navigate({
      to: paths.calendar,
      search: { view: to.view ?? view, date: (to.date ?? date).toString() },
      replace: true,
    });
  };
  const step = (by: 1 | -1) => go({ date: pageStep(view, date, by, isWide) });
  const begin = (dateStart: string, dateEnd: string, isAllDay = false) =>
    setDialog({ is: 'new', times: { dateStart, dateEnd, isAllDay } });
  const beginNow = () => {
    const hour = date.compare(todayHere()) === 0 ? Math.min(now.getHours() + 1, 22) : 9;
    begin(instantAt(date, hour * 60), instantAt(date, hour * 60 + 60));
  };
  useCalendarShortcuts(go, beginNow, step);

  const sourcesPanel = (
    <QueryBoundary query={sources} skeleton={['h-64']} isSmall>
      {(data) => (
        <SourcesPanel
          sources={data}
          failed={query.data?.failed ?? []}
          hasHeading={isWide}
          onAdd={() => setDialog({ is: 'subscribe' })}
        />
      )}
    </QueryBoundary>
  );
  const toolbar = <CalendarToolbar view={view} onGo={go} onStep={step} onDialog={setDialog} />;
  return (
    <Page>
      <PageHeader
        title={titleText(view, date, days, messages, isMiddle)}
        pageTitle={t('nav.calendar')}
      >
        {isMiddle ? (
          <>
            {toolbar}
            <Button icon={Plus} variant="primary" onClick={beginNow}>
              {t('calendar.new')}
            </Button>
          </>
        ) : (
          <IconButton
            label={t('calendar.newEntry')}
            icon={Plus}
            variant="primary"
            isRound
            onClick={beginNow}
          />
        )}
      </PageHeader>
      {!isMiddle && (
        <div className="flex flex-wrap items-center gap-2 max-[22rem]:gap-1">{toolbar}</div>
      )}
      <div className={isWide ? 'grid grid-cols-[14.5rem_minmax(0,1fr)] gap-6' : 'grid'}>
        {isWide && (
          <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
            <MonthGrid
              isSmall
              label={t('calendar.month')}
              selected={date.toString()}
              onSelect={(day) => go({ date: parseDate(day) })}
            />
            {sourcesPanel}
          </aside>
        )}
        <div className="grid min-w-0 content-start gap-3" aria-busy={query.isFetching}>
          {query.data === undefined && query.error ? (
            <ErrorState
              error={query.error}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          ) : query.data === undefined ? (
            <CalendarSkeleton view={view} days={days.length} />
          ) : (
            <>
              {query.error && (
                <RetryBar
                  error={query.error}
                  onRetry={() => void query.refetch()}
                  isRetrying={query.isFetching}
                />
              )}
              <CalendarBody
                view={view}
                date={date}
                days={days}
                items={items}
                overlaps={overlaps}
                now={now}
                isLoading={query.isPlaceholderData}
                isSmall={!isMiddle}
                onOpen={(item, anchor) => setOpened({ item, anchor })}
                onNew={begin}
                onMove={acts.move}
                onStep={step}
                onDate={(day) => go({ date: day })}
                onDay={(day) => go({ view: isMiddle ? 'day' : 'agenda', date: day })}
              />
            </>
          )}
        </div>
      </div>
      {opened && (
        <ItemDetails
          key={opened.item.key}
          item={opened.item}
          overlaps={overlaps(opened.item)}
          calendar={sources.data?.calendars.find(({ id }) => id === opened.item.calendar)?.name}
          anchor={opened.anchor}
          onClose={() => setOpened(null)}
          onEdit={() => {
            setOpened(null);
            acts.edit(opened.item);
          }}
          onDelete={() => {
            setOpened(null);
            acts.remove(opened.item);
          }}
          conflict={{
            items,
            until: span.to,
            now,
            onShow: (item) => setOpened({ item, anchor: opened.anchor }),
            onMove(item, dateStart, dateEnd) {
              setOpened(null);
              acts.move(item, dateStart, dateEnd);
            },
            onKeep() {
              setOpened(null);
              keep(opened.item, overlaps(opened.item));
              showToast({
                message: t('calendar.keptBoth'),
                action: { label: t('kit.undo'), run: undoKeeping },
              });
            },
          }}
        />
      )}
      {dialog && (
        <CalendarDialogs
          shown={dialog}
          sourcesPanel={sourcesPanel}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

/** Keyboard shortcuts for views, dates and new events. */
function useCalendarShortcuts(
  go: (to: { view?: View; date?: CalendarDate }) => void,
  beginNow: () => void,
  step: (by: -1 | 1) => void,
) {
  const messages = useMessages();
  const { t } = messages;
  const across = messages.dir === 'rtl' ? -1 : 1;
  useShortcuts([
    { key: 'd', label: t('calendar.day'), run: () => go({ view: 'day' }) },
    { key: 'w', label: t('calendar.week'), run: () => go({ view: 'week' }) },
    { key: 'm', label: t('calendar.month'), run: () => go({ view: 'month' }) },
    { key: 'a', label: t('calendar.agenda'), run: () => go({ view: 'agenda' }) },
    { key: 't', label: t('calendar.today'), run: () => go({ date: todayHere() }) },
    { key: 'n', label: t('calendar.newEntry'), run: beginNow },
    { key: 'arrowleft', label: t('calendar.previous'), run: () => step(across === 1 ? -1 : 1) },
    { key: 'arrowright', label: t('calendar.next'), run: () => step(across === 1 ? 1 : -1) },
  ]);
}
