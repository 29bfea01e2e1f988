import type { ReactNode } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import type { CalendarEntry } from '#contract/calendar-entries/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { DeleteSeriesDialog, MoveSeriesDialog } from './scope-dialogs.tsx';
import { SubscribeDialog } from './subscribe-dialog.tsx';

/** The open dialog of the calendar. */
export type DialogShown =
  | {
      is: 'new';
      times: { readonly dateStart: string; readonly dateEnd: string; readonly isAllDay: boolean };
    }
  | { is: 'edit'; entry: CalendarEntry; item: CalendarItem }
  | { is: 'delete'; entry: CalendarEntry; item: CalendarItem }
  | { is: 'move'; entry: CalendarEntry; item: CalendarItem; dateStart: string; dateEnd: string }
  | { is: 'subscribe' }
  | { is: 'phone' }
  | { is: 'sources' };

interface CalendarDialogsProps {
  shown: DialogShown;
  sourcesPanel: ReactNode;
  onClose: () => void;
}

export function CalendarDialogs({ shown, sourcesPanel, onClose }: CalendarDialogsProps) {
  const { t } = useMessages();
  if (shown.is === 'new') return <EntryDialog times={shown.times} onClose={onClose} />;
  if (shown.is === 'edit')
    return (
      <EntryDialog entry={shown.entry} item={shown.item} times={shown.item} onClose={onClose} />
    );
  if (shown.is === 'delete')
    return <DeleteSeriesDialog entry={shown.entry} item={shown.item} onClose={onClose} />;
  if (shown.is === 'move') {
    const { entry, item, dateStart, dateEnd } = shown;
    return <MoveSeriesDialog {...{ entry, item, dateStart, dateEnd, onClose }} />;
  }
  if (shown.is === 'subscribe') return <SubscribeDialog onClose={onClose} />;
  if (shown.is === 'phone') return <PhoneDialog onClose={onClose} />;
  return (
    <Dialog title={t('calendar.shown')} isOpen size="sm" onClose={onClose}>
      {sourcesPanel}
    </Dialog>
  );
}
