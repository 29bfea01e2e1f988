import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import type { CalendarEntry } from '#contract/calendar-entries/endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { useMessages } from '../../../lib/messages.ts';
import { createEntry, deleteEntry, readEntry, staleItems, updateEntry } from '../calendar.data.ts';
import type { DialogShown } from '../calendar-dialogs.tsx';

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

/** The actions for personal events. For a series, they ask which dates to change. */
export const useEntryActs = (show: (shown: DialogShown) => void) => {
  const { t } = useMessages();
  const move = useAction(
    async ({ item, dateStart, dateEnd }: Move) => {
      const entry = await readEntry(item.id);
      if (entry.isSeries) {
        show({ is: 'move', entry, item, dateStart, dateEnd });
        return false;
      }
      await updateEntry(one(entry, item), { dateStart, dateEnd });
      return true;
    },
    {
      invalidates: staleItems,
      success: (wasMoved) => (wasMoved ? t('calendar.moved') : null),
      undo: ({ item }) => ({ item, dateStart: item.dateStart, dateEnd: item.dateEnd }),
      scope: 'calendar-move',
    },
  );
  const edit = useAction((item: CalendarItem) => readEntry(item.id), {
    onSuccess: (entry, item) => show({ is: 'edit', entry, item }),
  });
  const restore = useAction(
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
    { invalidates: staleItems },
  );
  const remove = useAction(
    async (item: CalendarItem) => {
      const entry = await readEntry(item.id);
      if (entry.isSeries) {
        show({ is: 'delete', entry, item });
        return null;
      }
      await deleteEntry(one(entry, item));
      return entry;
    },
    {
      invalidates: staleItems,
      success: (entry) =>
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
