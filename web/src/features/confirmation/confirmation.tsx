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
import { confirmIdentity, listSessions } from '#contract/sessions/calls.ts';

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
 * Runs an action that requires a recently confirmed session. If the session isn't confirmed, it asks for the password and
 * runs the action again.
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
  if (data === undefined) return null;
  if (!data.hasPassword)
    return (
      <Dialog
        size="sm"
        title={t('confirm.title')}
        isOpen
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={() => void logOut(messages)}>
            {t('confirm.signIn')}
          </Button>
        }
      >
        <p className="text-ink-2 text-pretty">{t('confirm.signInBody')}</p>
      </Dialog>
    );
  return (
    <FormDialog
      size="sm"
      title={t('confirm.title')}
      submitLabel={t('confirm.continue')}
      defaultValues={{ password: '' }}
      isComplete={({ password }) => password !== ''}
      errorFields={{ wrong_password: 'password' }}
      save={({ password }) => call(confirmIdentity, { password })}
      onSuccess={onConfirmed}
      // The next step closes it.
      staysOpen
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{t('confirm.body')}</p>
      <PasswordField
        name="password"
        label={t('confirm.password')}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
