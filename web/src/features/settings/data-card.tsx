import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { showAlert } from '../../shell/alerts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

const formId = 'erase-account';

/** One's own data: to take along, and to erase. */
export function DataCard() {
  const messages = useMessages();
  const { t } = messages;
  const [isAsking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const download = useMutation({
    mutationFn: () => call('GET /api/v1/account/data', {}),
    onSuccess(data) {
      const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: `my-data-${data.madeAt.slice(0, 10)}.json` });
      link.click();
      // The browser has begun to save it by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    onError: (error) => showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  const erase = useMutation({
    mutationFn: (given: string) => call('POST /api/v1/account/erase', { password: given }),
    // A fresh page: nothing of this person stays in memory.
    onSuccess: () => window.location.assign(paths.login),
  });
  const close = () => {
    setAsking(false);
    setPassword('');
    erase.reset();
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '' && !erase.isPending) erase.mutate(password);
  }
  const isWrong = erase.error instanceof CallError && erase.error.code === 'wrong_password';
  return (
    <Card title={t('data.title')} description={t('data.body')}>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} isPending={download.isPending} onClick={() => download.mutate()}>
          {t('data.download')}
        </Button>
        <Button icon={Trash2} className="text-bad!" onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setAsking(true)}>
          {t('data.erase')}
        </Button>
      </div>
      <Dialog
        role="alertdialog"
        size="sm"
        title={t('data.eraseTitle')}
        isOpen={isAsking}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{t('account.cancel')}</Button>
            <Button variant="danger" type="submit" form={formId} isPending={erase.isPending}>
              {t('data.eraseConfirm')}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-ink-2">{t('data.eraseBody')}</p>
          <PasswordField
            label={t('account.current')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={isWrong ? errorText(erase.error, messages) : undefined}
          />
          {erase.isError && !isWrong && (
            <p role="alert" className="text-sm text-bad">
              {errorText(erase.error, messages)}
            </p>
          )}
        </form>
      </Dialog>
    </Card>
  );
}
