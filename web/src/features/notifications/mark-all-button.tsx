import { useMutation } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { markAllRead, markRead, refreshList } from './notifications.data.ts';

/** Marks all as read; those that were unread can be so again. */
export function MarkAllButton({
  isTight = false,
}: {
  /** Where there is little room only its icon shows. */ isTight?: boolean;
}) {
  const messages = useMessages();
  const { t } = messages;
  const failed = (error: Error) =>
    showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
  const undo = useMutation({
    mutationFn: (ids: readonly string[]) => markRead(ids, false),
    onSuccess: refreshList,
    onError: failed,
  });
  const mark = useMutation({
    mutationFn: markAllRead,
    onSuccess: (ids) => {
      void refreshList();
      if (ids.length > 0)
        showToast({
          message: t('notifications.markedAll', { count: ids.length }),
          action: { label: t('notifications.undo'), run: () => undo.mutate(ids) },
        });
    },
    onError: failed,
  });
  return (
    <Button
      variant="quiet"
      icon={CheckCheck}
      label={t('notifications.markAll')}
      isPending={mark.isPending}
      onClick={() => mark.mutate()}
      className={isTight ? 'max-sm:gap-0' : ''}
    >
      <span className={isTight ? 'max-sm:sr-only' : ''}>{t('notifications.markAll')}</span>
    </Button>
  );
}
