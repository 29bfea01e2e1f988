import { CheckCheck } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { markAllRead, markRead, refreshList } from './notifications.data.ts';
import { useAction } from '../../kit/use-action.ts';

/** Marks all as read, with undo. */
export function MarkAllButton({
  isTight = false,
}: {
  /** Shows only the icon if space is limited. */ isTight?: boolean;
}) {
  const { t } = useMessages();
  const undo = useAction((ids: readonly string[]) => markRead(ids, false), {
    onSuccess: refreshList,
  });
  const mark = useAction(markAllRead, {
    onSuccess: () => void refreshList(),
    success: (ids) =>
      ids.length === 0
        ? null
        : {
            message: t('notifications.markedAll', { count: ids.length }),
            action: { label: t('notifications.undo'), run: () => undo.run(ids) },
          },
  });
  return (
    <Button
      variant="quiet"
      icon={CheckCheck}
      label={t('notifications.markAll')}
      isPending={mark.isPending}
      onClick={() => mark.run()}
      className={isTight ? 'max-sm:gap-0' : ''}
    >
      <span className={isTight ? 'max-sm:sr-only' : ''}>{t('notifications.markAll')}</span>
    </Button>
  );
}
