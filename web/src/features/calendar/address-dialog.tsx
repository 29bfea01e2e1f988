import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import english from './messages/en.json';

addEnglish(english);

/** Shows a secret address once, as text and as a QR code. */
export function AddressDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useMessages();
  const webcal = url.replace(/^https?:/, 'webcal:');
  return (
    <Dialog
      role="alertdialog"
      title={t('calendar.addToPhone')}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('calendar.done')}
        </Button>
      }
    >
      <div className="grid justify-items-start gap-4">
        <p>{t('calendar.addressOnce')}</p>
        <div className="w-full">
          <CopyField label={t('calendar.secretAddress')} value={url} />
        </div>
        <QrCode label={t('calendar.qrLabel')} value={webcal} />
        <p className="text-sm text-ink-2">{t('calendar.addressSteps')}</p>
      </div>
    </Dialog>
  );
}
