import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** What is to be removed: a request of one's own, or a connection. */
export type RemoveKind = 'cancel' | 'disconnect';

/** The pop-up 'Remove Connection' (CONN-07). */
export function RemoveDialog({
  kind,
  name,
  onClose,
}: {
  kind: RemoveKind | null;
  name: string;
  onClose: (isConfirmed: boolean) => void;
}) {
  const { t } = useMessages();
  return (
    <Dialog
      title={t('connect.remove')}
      role="alertdialog"
      size="sm"
      isOpen={kind !== null}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('connect.keep')}</Button>
          <Button variant="danger" onClick={() => onClose(true)}>
            {t('connect.removeConfirm')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {kind === 'disconnect' ? t('connect.disconnectSure', { name }) : t('connect.cancelSure')}
      </p>
    </Dialog>
  );
}
