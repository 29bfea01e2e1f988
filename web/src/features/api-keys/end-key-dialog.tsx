import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { refreshKeys, type ListedKey } from './api-keys.data.ts';

/** Asks before a key ends: whoever uses it is refused at once, and it does not come back. */
export function EndKeyDialog({
  owner,
  item,
  onClose,
}: {
  owner: 'school' | 'own';
  item: ListedKey | null;
  onClose: () => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const end = useMutation({
    mutationFn: (id: string) =>
      owner === 'own'
        ? call('DELETE /api/v1/account/api-keys/{id}', { id })
        : call('DELETE /api/v1/api-keys/{id}', { id }),
    onSuccess() {
      showToast({ message: t('keys.ended') });
      onClose();
    },
    onSettled: refreshKeys,
  });
  const close = () => {
    onClose();
    end.reset();
  };
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('keys.end')}
      isOpen={item !== null}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('imports.keep')}</Button>
          <Button
            variant="danger"
            isPending={end.isPending}
            onClick={() => item && end.mutate(item.id)}
          >
            {t('keys.end')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{t('keys.endSure', { name: item?.name ?? '' })}</p>
      {end.isError && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {errorText(end.error, messages)}
        </p>
      )}
    </Dialog>
  );
}
