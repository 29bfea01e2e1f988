import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { freshMinutes } from '#contract/account.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { loadSurely } from '../../lib/later-part.ts';
import { session } from '../../lib/session-store.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { showAlert } from '../../ui/alerts.ts';
import { logOut } from '../../shell/log-out.ts';
import { unsentPart } from '../../shell/unsent-part.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { sessionsQuery } from './settings.data.ts';

const formId = 'erase-account';
/** The contract's number: its module brings schemas, which the browser does not load. */
const fresh: typeof freshMinutes = 10;

/** One's own data: to take along, and to erase. */
export function DataCard() {
  const messages = useMessages();
  const { t } = messages;
  const [isAsking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const [askedAt, setAskedAt] = useState(0);
  const { data: sessions } = useQuery(sessionsQuery());
  const hasPassword = sessions?.hasPassword ?? true;
  const begun = sessions?.items.find((one) => one.isCurrent)?.createdAt;
  // Whom the school's sign-on lets in proves by having come a moment ago that it is them.
  const mustSignIn =
    !hasPassword && (begun === undefined || askedAt - Date.parse(begun) > fresh * 60_000);
  const download = useMutation({
    mutationFn: () => call('GET /api/v1/account/data', {}),
    onSuccess(data) {
      const url = URL.createObjectURL(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      );
      const link = Object.assign(document.createElement('a'), {
        href: url,
        download: `my-data-${data.madeAt.slice(0, 10)}.json`,
      });
      link.click();
      // The browser has begun to save it by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  const erase = useMutation({
    mutationFn: async (given: string) => {
      const { user } = session.get();
      // At hand before the account goes: what is unsent goes with it.
      const unsent = await loadSurely(unsentPart.load);
      await call('POST /api/v1/account/erase', hasPassword ? { password: given } : {});
      if (user) await unsent.forgetUnsent(user.uid);
    },
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
    if ((password !== '' || !hasPassword) && !erase.isPending) erase.mutate(password);
  }
  const isWrong = erase.error instanceof CallError && erase.error.code === 'wrong_password';
  return (
    <Card title={t('data.title')} description={t('data.body')}>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} isPending={download.isPending} onClick={() => download.mutate()}>
          {t('data.download')}
        </Button>
        <Button
          icon={Trash2}
          className="text-bad!"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => {
            setAskedAt(Date.now());
            setAsking(true);
          }}
        >
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
            {mustSignIn ? (
              <Button variant="primary" onClick={() => void logOut(messages)}>
                {t('data.signInAgain')}
              </Button>
            ) : (
              <Button variant="danger" type="submit" form={formId} isPending={erase.isPending}>
                {t('data.eraseConfirm')}
              </Button>
            )}
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-ink-2">{t('data.eraseBody')}</p>
          {mustSignIn && <p className="font-medium">{t('data.signInBody', { minutes: fresh })}</p>}
          {hasPassword && (
            <PasswordField
              label={t('account.current')}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={isWrong ? errorText(erase.error, messages) : undefined}
            />
          )}
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
