import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormError } from './form-error.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export function ForgotPage() {
  const { t } = useMessages();
  const [email, setEmail] = useState('');
  const [wasTried, setTried] = useState(false);
  const ask = useMutation({
    mutationFn: () => call('POST /api/v1/password/forgot', { email: email.trim() }),
  });
  const back = (
    <Link to={paths.login} className="text-link justify-self-start touch:-my-3 touch:py-3">
      {t('forgot.back')}
    </Link>
  );

  if (ask.isSuccess) {
    return (
      <SignInFrame
        title={t('forgot.sentTitle')}
        lead={t('forgot.sentBody', { email: email.trim() })}
      >
        <div className="grid justify-items-start gap-5">
          <Button onClick={() => ask.reset()}>{t('forgot.again')}</Button>
          {back}
        </div>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('forgot.title')} lead={t('forgot.lead')}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (email.trim() !== '' && !ask.isPending) ask.mutate();
        }}
      >
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={setEmail}
          error={wasTried && email.trim() === '' ? t('login.emailMissing') : undefined}
        />
        <FormError error={ask.error} />
        <Button type="submit" variant="primary" size="lg" isBlock isPending={ask.isPending}>
          {t('forgot.submit')}
        </Button>
        {back}
      </form>
    </SignInFrame>
  );
}
