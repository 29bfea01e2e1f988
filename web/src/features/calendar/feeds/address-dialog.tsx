import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { CalendarPlus, ExternalLink } from 'lucide-react';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import english from '../messages/en.json';

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
        <div className="flex flex-wrap gap-2">
          <a href={webcal} className={buttonClass()}>
            <CalendarPlus size={20} strokeWidth={1.9} aria-hidden />
            {t('calendar.openInApp')}
          </a>
          <a
            href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
          >
            <ExternalLink size={20} strokeWidth={1.9} aria-hidden />
            {t('calendar.openGoogle')}
          </a>
        </div>
        {/* A phone can't scan its own screen. */}
        <div className="touch:hidden">
          <QrCode label={t('calendar.qrLabel')} value={webcal} />
        </div>
        <p className="text-sm text-ink-2">
          {t('calendar.addressSteps', { app: t('calendar.openInApp') })}
        </p>
      </div>
    </Dialog>
  );
}
