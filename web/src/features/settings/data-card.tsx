import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { freshMinutes } from '#contract/account/endpoints.ts';
import { downloadOwnData, eraseAccount } from '#contract/account/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { confirm } from '../../kit/confirm.ts';
import { call } from '../../lib/call.ts';
import { loadWithRetry } from '../../lib/lazy-component.ts';
import { session } from '../../lib/session-store.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { logOut } from '../../shell/log-out.ts';
import { unsentPart } from '../../shell/unsent-part.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { saveOwnData } from '../../lib/save-file.ts';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { sessionsQuery } from './settings.data.ts';

/** The contract's number. Its module includes schemas, which the browser doesn't load. */
const fresh: typeof freshMinutes = 10;

const { PasswordField } = fieldsOf<{ password: string }>();

/** Downloads the user's data, or deletes the account. */
export function DataCard() {
  const messages = useMessages();
  const { t } = messages;
  const [isAsking, setAsking] = useState(false);
  const { data: sessions } = useQuery(sessionsQuery());
  const hasPassword = sessions?.hasPassword ?? true;
  const begun = sessions?.items.find((one) => one.isCurrent)?.createdAt;
  const { confirmed, dialog } = useConfirmation();
  const download = useAction(() => confirmed(() => call(downloadOwnData, {})), {
    onSuccess: saveOwnData,
  });
  async function requestExport() {
    // Users of single sign-on confirm their identity by having signed in recently.
    if (hasPassword || (begun !== undefined && Date.now() - Date.parse(begun) <= fresh * 60_000))
      return setAsking(true);
    const isSigningIn = await confirm({
      title: t('data.eraseTitle'),
      body: t('data.signInBody', { minutes: fresh }),
      confirmLabel: t('data.signInAgain'),
    });
    if (isSigningIn) void logOut(messages);
  }
  async function erase(password: string) {
    const { user } = session.get();
    // Load this before deleting the account, because unsent messages are deleted too.
    const unsent = await loadWithRetry(unsentPart.load);
    await call(eraseAccount, hasPassword ? { password } : {});
    if (user) await unsent.forgetUnsent(user.uid);
  }
  return (
    <Card title={t('data.title')} description={t('data.body')}>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} isPending={download.isPending} onClick={() => download.run()}>
          {t('data.download')}
        </Button>
        <Button
          icon={Trash2}
          className="text-bad!"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => void requestExport()}
        >
          {t('data.erase')}
        </Button>
      </div>
      {dialog}
      {isAsking && (
        <FormDialog
          role="alertdialog"
          size="sm"
          title={t('data.eraseTitle')}
          submitLabel={t('data.eraseConfirm')}
          isDanger
          defaultValues={{ password: '' }}
          isComplete={({ password }) => !hasPassword || password !== ''}
          errorFields={{ wrong_password: 'password' }}
          save={({ password }) => erase(password)}
          // A page load, so that nothing of this user stays in memory.
          onSuccess={() => window.location.assign(paths.login)}
          onClose={() => setAsking(false)}
        >
          <p className="text-ink-2">{t('data.eraseBody')}</p>
          {hasPassword && (
            <PasswordField
              name="password"
              label={t('account.current')}
              autoComplete="current-password"
            />
          )}
        </FormDialog>
      )}
    </Card>
  );
}
