import { Link, useLocation } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { passwordMin } from '#contract/sessions.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { PasswordField } from '../../ui/text-field.tsx';
import { FormError } from './form-error.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const shortest: typeof passwordMin = 10;

export function ResetPage() {
  const { t } = useMessages();
  const hash = useLocation().hash;
  // Mails carry it behind the '#', where no server and no log sees it.
  const token = new URLSearchParams(hash).get('token') ?? undefined;
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: (key: string) =>
      call('POST /api/v1/password/reset', { token: key, newPassword: password }),
  });
  const isUsedUp = change.error instanceof CallError && change.error.code === 'reset_link_invalid';

  if (token === undefined) {
    return (
      <SignInFrame title={t('reset.title')} lead={t('reset.missing')}>
        <Link to={paths.forgot} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {t('reset.askAgain')}
        </Link>
      </SignInFrame>
    );
  }
  if (change.isSuccess) {
    return (
      <SignInFrame title={t('reset.doneTitle')} lead={t('reset.doneBody')}>
        <Link to={paths.login} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {t('login.submit')}
        </Link>
      </SignInFrame>
    );
  }
  const isShort = [...password].length < shortest;
  return (
    <SignInFrame title={t('reset.title')} lead={t('reset.lead')}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isShort && !change.isPending) change.mutate(token);
        }}
      >
        <PasswordField
          label={t('reset.password')}
          name="new-password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={wasTried && isShort ? t('password.short', { count: shortest }) : undefined}
        />
        <FormError error={change.error} />
        <Button type="submit" variant="primary" size="lg" isBlock isPending={change.isPending}>
          {t('reset.submit')}
        </Button>
        {isUsedUp && (
          <Link to={paths.forgot} className="text-link justify-self-start touch:-my-3 touch:py-3">
            {t('reset.askAgain')}
          </Link>
        )}
      </form>
    </SignInFrame>
  );
}
