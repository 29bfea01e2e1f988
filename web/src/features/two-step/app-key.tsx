import { addEnglish, useMessages } from '../../lib/messages.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import english from './messages/en.json';

addEnglish(english);

export interface AppSecret {
  secret: string;
  uri: string;
}

/** The key for an authenticator app, as a QR code and as text. */
export function AppKey({ app }: { app: AppSecret }) {
  const { t } = useMessages();
  return (
    <div className="grid gap-4">
      <p className="text-ink-2 text-pretty">{t('twoStep.scan')}</p>
      <div className="justify-self-center">
        <QrCode label={t('twoStep.qr')} value={app.uri} />
      </div>
      <CopyField label={t('twoStep.key')} value={app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
    </div>
  );
}
