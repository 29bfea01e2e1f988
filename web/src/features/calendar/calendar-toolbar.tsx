import type { CalendarDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, Rss, SlidersHorizontal } from 'lucide-react';
import { useMinWidth } from '../../lib/media.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { todayHere } from './calendar-times.ts';
import { views, type View } from './calendar-views.ts';

interface CalendarToolbarProps {
  view: View;
  onGo: (to: { view?: View; date?: CalendarDate }) => void;
  onStep: (by: -1 | 1) => void;
  onDialog: (dialog: { is: 'sources' } | { is: 'phone' }) => void;
}

/** Navigates between dates and views, and opens the list of calendars and the subscription dialog. */
export function CalendarToolbar({ view, onGo, onStep, onDialog }: CalendarToolbarProps) {
  const messages = useMessages();
  const { t } = messages;
  const isMiddle = useMinWidth('md');
  const isWide = useMinWidth('xl');
  const viewOptions = views
    .filter((one) => isMiddle || one !== 'week')
    .map((value) => ({ value, label: t(`calendar.${value}`) }));
  return (
    <>
      <div className="flex items-center gap-1 max-md:flex-1 max-[22rem]:gap-0">
        <Button onClick={() => onGo({ date: todayHere() })}>{t('calendar.today')}</Button>
        <IconButton
          label={t('calendar.previous')}
          icon={messages.dir === 'rtl' ? ChevronRight : ChevronLeft}
          onClick={() => onStep(-1)}
        />
        <IconButton
          label={t('calendar.next')}
          icon={messages.dir === 'rtl' ? ChevronLeft : ChevronRight}
          onClick={() => onStep(1)}
        />
      </div>
      {isMiddle ? (
        <Segmented
          label={t('calendar.view')}
          value={view}
          options={viewOptions}
          onChange={(next) => onGo({ view: next })}
        />
      ) : (
        <MenuButton
          label={t('calendar.viewIs', { view: t(`calendar.${view}`) })}
          icon={CalendarDays}
          selected={view}
          items={viewOptions.map(({ value, label }) => ({ id: value, label }))}
          onAction={(next) => onGo({ view: next })}
        />
      )}
      {!isWide && (
        <IconButton
          label={t('calendar.shown')}
          icon={SlidersHorizontal}
          variant="outline"
          onClick={() => onDialog({ is: 'sources' })}
        />
      )}
      {isMiddle ? (
        <Button icon={Rss} onClick={() => onDialog({ is: 'phone' })}>
          {t('calendar.subscribeHere')}
        </Button>
      ) : (
        <IconButton
          label={t('calendar.addToPhone')}
          icon={Rss}
          variant="outline"
          onClick={() => onDialog({ is: 'phone' })}
        />
      )}
    </>
  );
}
