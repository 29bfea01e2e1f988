import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import type { CalendarEntry, EditScope } from '#contract/calendar-entries/endpoints.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { deleteEntry, staleItems, updateEntry } from '../calendar.data.ts';
import { useScopes } from './entry-dialog.tsx';

interface Draft {
  scope: EditScope;
}
const { RadioGroup } = fieldsOf<Draft>();

interface ScopeDialogProps {
  entry: CalendarEntry;
  item: CalendarItem;
  onClose: () => void;
}

const whichOf = ({ entry, item }: Pick<ScopeDialogProps, 'entry' | 'item'>, scope: EditScope) => ({
  id: entry.id,
  version: entry.version,
  scope,
  occurrence: item.occurrence,
});

/** Asks which dates of a series to delete. */
export function DeleteSeriesDialog({ entry, item, onClose }: ScopeDialogProps) {
  const { t } = useMessages();
  const scopes = useScopes(entry.rrule !== null);
  return (
    <FormDialog<Draft>
      title={t('calendar.deleteTitle', { title: entry.title })}
      submitLabel={t('calendar.delete')}
      size="sm"
      isDanger
      defaultValues={{ scope: 'this' }}
      save={({ scope }) => deleteEntry(whichOf({ entry, item }, scope))}
      invalidates={staleItems}
      success={t('calendar.deleted')}
      onClose={onClose}
    >
      <RadioGroup name="scope" label={t('calendar.scope')} options={scopes} />
    </FormDialog>
  );
}

interface MoveSeriesDialogProps extends ScopeDialogProps {
  dateStart: string;
  dateEnd: string;
}

/** Asks which dates of a series to move with the dragged one. */
export function MoveSeriesDialog(props: MoveSeriesDialogProps) {
  const { entry, item, dateStart, dateEnd, onClose } = props;
  const { t } = useMessages();
  const scopes = useScopes(entry.rrule !== null);
  return (
    <FormDialog<Draft>
      title={t('calendar.moveTitle', { title: entry.title })}
      submitLabel={t('calendar.move')}
      size="sm"
      defaultValues={{ scope: 'this' }}
      save={({ scope }) => updateEntry(whichOf({ entry, item }, scope), { dateStart, dateEnd })}
      invalidates={staleItems}
      success={t('calendar.moved')}
      onClose={onClose}
    >
      <RadioGroup name="scope" label={t('calendar.scope')} options={scopes} />
    </FormDialog>
  );
}
