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

const { PasswordField, TextField } = fieldsOf<{ password: string; recoveryCode: string }>();

/** What a person enters to confirm their identity. With two-step verification, a password isn't enough. */
type Way = 'password' | 'code' | 'recovery';

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
 * password, a code, a recovery code or a passkey, and runs the action again.
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

const useWay = {
  password: 'confirm.usePassword',
  code: 'confirm.useCode',
  recovery: 'confirm.useRecovery',
} as const;
const bodyOf = {
  password: 'confirm.body',
  code: 'confirm.codeBody',
  recovery: 'confirm.recoveryBody',
} as const;

function ConfirmDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(callQuery(listSessions, {}));
  const [chosen, setChosen] = useState<Way | null>(null);
  if (data === undefined) return null;
  const { hasApp, hasTwoStep } = data;
  const ways: Way[] = [
    ...(data.hasPassword && !hasTwoStep ? ['password' as const] : []),
    ...(hasApp ? ['code' as const] : []),
    ...(hasTwoStep ? ['recovery' as const] : []),
  ];
  const passkey = data.hasPasskey && canUsePasskeys() && (
    <PasskeyButton
      begin={() => call(beginPasskeyConfirmation, {})}
      finish={async (response) => {
        await call(confirmIdentity, { passkey: response });
        onConfirmed();
      }}
    />
  );
  // Offers a passkey before recovery codes, which work only once.
  const first = ways[0] === 'recovery' && passkey ? undefined : ways[0];
  const way = chosen ?? first;
  const choices = ways.filter((one) => one !== way);
  const otherWays = choices.map((one) => (
    <Button key={one} variant="quiet" isBlock onClick={() => setChosen(one)}>
      {t(useWay[one])}
    </Button>
  ));
  if (way === undefined)
    return (
      <Dialog
        size="sm"
        title={t('confirm.title')}
        isOpen
        onClose={onClose}
        footer={
          choices.length === 0 && (
            <Button variant={passkey ? 'outline' : 'primary'} onClick={() => void logOut(messages)}>
              {t('confirm.signIn')}
            </Button>
          )
        }
      >
        <div className="grid gap-4">
          <p className="text-ink-2 text-pretty">
            {t(passkey ? 'confirm.passkeyBody' : 'confirm.signInBody')}
          </p>
          {passkey}
          {otherWays}
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      size="sm"
      title={t('confirm.title')}
      submitLabel={t('confirm.continue')}
      defaultValues={{ password: '', code: '', recoveryCode: '' }}
      isComplete={({ password, code, recoveryCode }) =>
        ({
          password: password !== '',
          code: isCode(code),
          recovery: recoveryCode.trim() !== '',
        })[way]
      }
      errorFields={{
        wrong_password: 'password',
        wrong_code: 'code',
        wrong_recovery_code: 'recoveryCode',
      }}
      save={({ password, code, recoveryCode }) =>
        call(
          confirmIdentity,
          {
            password: { password },
            code: { code: code.trim() },
            recovery: { recoveryCode: recoveryCode.trim() },
          }[way],
        )
      }
      onSuccess={onConfirmed}
      // The next step closes it.
      staysOpen
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{t(bodyOf[way])}</p>
      {way === 'code' && <CodeField />}
      {way === 'recovery' && (
        <TextField
          name="recoveryCode"
          label={t('confirm.recoveryCode')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      )}
      {way === 'password' && (
        <PasswordField
          name="password"
          label={t('confirm.password')}
          autoComplete="current-password"
        />
      )}
      {passkey}
      {otherWays}
    </FormDialog>
  );
}
