import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { passwordMin } from '#contract/sessions.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { sessionsQuery } from './settings.data.ts';

const shortest: typeof passwordMin = 10;

export function PasswordCard() {
  const messages = useMessages();
  const { t, list } = messages;
  const user = useUser();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [wasTried, setTried] = useState(false);
  const isShort = [...next].length < shortest;

  const change = useMutation({
    mutationFn: () =>
      call('POST /api/v1/password', { currentPassword: current, newPassword: next }),
    onSuccess({ ended, endedKeys }) {
      setCurrent('');
      setNext('');
      setTried(false);
      const changed =
        ended > 0 ? t('account.changedEnded', { count: ended }) : t('account.changed');
      showToast({
        message:
          endedKeys.length > 0
            ? `${changed} ${t('account.keysEnded', { names: list(endedKeys) })}`
            : changed,
      });
      void client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
  });
  const code = change.error instanceof CallError ? change.error.code : null;
  const failure = change.error ? errorText(change.error, messages) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (current === '' || isShort) {
      form.current
        ?.querySelector<HTMLElement>(
          current === '' ? '[name=current-password]' : '[name=new-password]',
        )
        ?.focus();
    } else if (!change.isPending) {
      change.mutate();
    }
  }

  return (
    <Card title={t('account.password')} description={t('account.passwordBody')}>
      <form ref={form} noValidate onSubmit={submit} className="grid max-w-sm gap-4">
        {/* Tells a password manager whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user.email ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label={t('account.current')}
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={
            wasTried && current === ''
              ? t('login.passwordMissing')
              : code === 'wrong_password'
                ? failure
                : undefined
          }
        />
        <PasswordField
          label={t('account.new')}
          name="new-password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          error={
            wasTried && isShort
              ? t('password.short', { count: shortest })
              : code === 'weak_password'
                ? failure
                : undefined
          }
        />
        <div role="alert" className="text-sm font-medium text-bad empty:hidden">
          {failure && code !== 'wrong_password' && code !== 'weak_password' ? failure : null}
        </div>
        <Button
          type="submit"
          variant="primary"
          isPending={change.isPending}
          className="justify-self-start"
        >
          {t('account.change')}
        </Button>
      </form>
    </Card>
  );
}
