import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Shows the secret of a webhook: here and never again. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <Dialog
      role="alertdialog"
      size="md"
      title={t('hooks.secretTitle')}
      isOpen={secret !== null}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('keys.kept')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{t('hooks.secretBody')}</p>
        <CopyField label={t('hooks.secret')} value={secret ?? ''} />
      </div>
    </Dialog>
  );
}
