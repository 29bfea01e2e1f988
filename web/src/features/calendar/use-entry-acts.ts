import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import type { CalendarEntry } from '#contract/calendar-entries/endpoints.ts';
import { useAct } from '../../kit/use-act.ts';
import { useMessages } from '../../lib/messages.ts';
import { createEntry, deleteEntry, readEntry, staleItems, updateEntry } from './calendar.data.ts';
import type { DialogShown } from './calendar-dialogs.tsx';

interface Move {
  item: CalendarItem;
  dateStart: string;
  dateEnd: string;
}

const one = ({ id, version }: CalendarEntry, item: CalendarItem) => ({
  id,
  version,
  scope: 'all' as const,
  occurrence: item.occurrence,
});

/** What is done with own entries; of a series it is asked first which dates are meant. */
export const useEntryActs = (show: (shown: DialogShown) => void) => {
  const { t } = useMessages();
  const move = useAct(
    async ({ item, dateStart, dateEnd }: Move) => {
      const entry = await readEntry(item.id);
      if (entry.rrule !== null) {
        show({ is: 'move', entry, item, dateStart, dateEnd });
        return false;
      }
      await updateEntry(one(entry, item), { dateStart, dateEnd });
      return true;
    },
    {
      stale: staleItems,
      said: (wasMoved) => (wasMoved ? t('calendar.moved') : null),
      undo: ({ item }) => ({ item, dateStart: item.dateStart, dateEnd: item.dateEnd }),
      inTurn: 'calendar-move',
    },
  );
  const edit = useAct((item: CalendarItem) => readEntry(item.id), {
    done: (entry, item) => show({ is: 'edit', entry, item }),
  });
  const restore = useAct(
    ({
      title,
      location,
      note,
      color,
      alarm,
      isFree,
      dateStart,
      dateEnd,
      timeZone,
    }: CalendarEntry) =>
      createEntry({
        title,
        location,
        note,
        color,
        alarm,
        isFree,
        dateStart,
        dateEnd,
        timeZone,
      }),
    { stale: staleItems },
  );
  const remove = useAct(
    async (item: CalendarItem) => {
      const entry = await readEntry(item.id);
      if (entry.rrule !== null) {
        show({ is: 'delete', entry, item });
        return null;
      }
      await deleteEntry(one(entry, item));
      return entry;
    },
    {
      stale: staleItems,
      said: (entry) =>
        entry === null
          ? null
          : {
              message: t('calendar.deleted'),
              action: { label: t('kit.undo'), run: () => restore.run(entry) },
            },
    },
  );
  return {
    move: (item: CalendarItem, dateStart: string, dateEnd: string) =>
      move.run({ item, dateStart, dateEnd }),
    edit: edit.run,
    remove: remove.run,
  };
};
