import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call, callQuery } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { logOut } from '../../shell/log-out.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import english from 'messages:en/confirm.*';
import {
  beginPasskeyConfirmation,
  confirmIdentity,
  listSessions,
} from '#contract/sessions/calls.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { CodeField, isCode } from './code-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';

addEnglish(english);

const { PasswordField } = fieldsOf<{ password: string }>();

interface PendingConfirmation {
  confirmed: () => void;
  refused: () => void;
}

/**
 * const { confirmed, dialog } = useConfirmation();
 * …
 * save={() => confirmed(() => call(…))}
 * …
 * {dialog}
 * Runs an action that requires a recently confirmed session. If the session isn't confirmed, it asks for the
 * password, a code or a passkey, and runs the action again.
 */
export function useConfirmation() {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  const confirmed = async <R,>(work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'confirm_identity') throw error;
      await new Promise<void>((resolve, reject) =>
        setPending({ confirmed: resolve, refused: () => reject(error) }),
      );
      return work();
    }
  };
  const dialog = pending && (
    <ConfirmDialog
      onConfirmed={() => {
        setPending(null);
        pending.confirmed();
      }}
      onClose={() => {
        setPending(null);
        pending.refused();
      }}
    />
  );
  return { confirmed, dialog };
}

function ConfirmDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(callQuery(listSessions, {}));
  const [isByCode, setByCode] = useState(false);
  if (data === undefined) return null;
  const { hasPassword, hasApp } = data;
  const passkey = data.hasPasskey && canUsePasskeys() && (
    <PasskeyButton
      begin={() => call(beginPasskeyConfirmation, {})}
      finish={async (response) => {
        await call(confirmIdentity, { passkey: response });
        onConfirmed();
      }}
    />
  );
  if (!hasPassword && !hasApp)
    return (
      <Dialog
        size="sm"
        title={t('confirm.title')}
        isOpen
        onClose={onClose}
        footer={
          <Button variant={passkey ? 'outline' : 'primary'} onClick={() => void logOut(messages)}>
            {t('confirm.signIn')}
          </Button>
        }
      >
        <div className="grid gap-4">
          <p className="text-ink-2 text-pretty">
            {t(passkey ? 'confirm.passkeyBody' : 'confirm.signInBody')}
          </p>
          {passkey}
        </div>
      </Dialog>
    );
  const asksCode = hasApp && (isByCode || !hasPassword);
  return (
    <FormDialog
      size="sm"
      title={t('confirm.title')}
      submitLabel={t('confirm.continue')}
      defaultValues={{ password: '', code: '' }}
      isComplete={({ password, code }) => (asksCode ? isCode(code) : password !== '')}
      errorFields={{ wrong_password: 'password', wrong_code: 'code' }}
      save={({ password, code }) =>
        call(confirmIdentity, asksCode ? { code: code.trim() } : { password })
      }
      onSuccess={onConfirmed}
      // The next step closes it.
      staysOpen
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{t(asksCode ? 'confirm.codeBody' : 'confirm.body')}</p>
      {asksCode ? (
        <CodeField />
      ) : (
        <PasswordField
          name="password"
          label={t('confirm.password')}
          autoComplete="current-password"
        />
      )}
      {passkey}
      {hasPassword && hasApp && (
        <Button variant="quiet" isBlock onClick={() => setByCode(!isByCode)}>
          {t(isByCode ? 'confirm.usePassword' : 'confirm.useCode')}
        </Button>
      )}
    </FormDialog>
  );
}
