import { Link, useRouter } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '../../lib/call.ts';
import { isEmbedded, isFramed } from '../../lib/host-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { safeRedirect } from '#contract/redirect.ts';
import { paths } from '../../paths.ts';
import { signInHere } from '../../shell/start-app.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { ProviderButtons, SignOnError } from '../sso/provider-buttons.tsx';
import { providersQuery } from '../sso/sso.data.ts';
import { FormError } from './form-error.tsx';
import { FrameSignIn } from './frame-sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export function LoginPage() {
  const router = useRouter();
  const { redirect } = useSearch();
  if (!isEmbedded()) return <LoginForm />;
  return (
    <FrameSignIn
      onSignedIn={() =>
        void router.navigate({
          href: safeRedirect(redirect, window.location.origin),
          replace: true,
        })
      }
    />
  );
}

function LoginForm() {
  const { t } = useMessages();
  const router = useRouter();
  const { redirect, sso_error: ssoError } = useSearch();
  const { data: signOn } = useQuery(providersQuery());
  const providers = signOn?.items ?? [];
  const isRequired = signOn?.isRequired === true && providers.length > 0;
  const [isPasswordShown, setPasswordShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);

  const login = useMutation({
    mutationFn: async () => {
      const tokens = await call('POST /api/v1/login', {
        email: email.trim(),
        password,
        ...(isFramed() && { inFrame: true }),
      });
      await signInHere(false, tokens);
      await router.navigate({
        href: safeRedirect(redirect, window.location.origin),
        replace: true,
      });
    },
    onError: () => form.current?.querySelector<HTMLElement>('[name=password]')?.focus(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (email.trim() === '' || password === '') {
      form.current
        ?.querySelector<HTMLElement>(email.trim() === '' ? '[name=email]' : '[name=password]')
        ?.focus();
    } else if (!login.isPending) {
      login.mutate();
    }
  }

  return (
    <SignInFrame title={t('login.title')} lead={isRequired ? t('login.required') : t('login.lead')}>
      <SignOnError code={ssoError} />
      {isRequired && (
        <div className="mb-6 grid gap-5">
          <ProviderButtons items={providers} redirect={redirect} isMain />
          {!isPasswordShown && (
            <Button variant="quiet" isBlock onClick={() => setPasswordShown(true)}>
              {t('login.usePassword')}
            </Button>
          )}
        </div>
      )}
      {!isRequired && providers.length > 0 && (
        <div className="mb-6 grid gap-6">
          <ProviderButtons items={providers} redirect={redirect} isMain={false} />
          <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('login.or')}
          </p>
        </div>
      )}
      {(!isRequired || isPasswordShown) && (
        <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
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
          <PasswordField
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={wasTried && password === '' ? t('login.passwordMissing') : undefined}
            aside={
              <Link to={paths.forgot} className="text-link text-sm touch:-my-3 touch:py-3">
                {t('login.forgot')}
              </Link>
            }
          />
          <FormError error={login.error} />
          <Button
            type="submit"
            variant={isRequired ? 'outline' : 'primary'}
            size="lg"
            isBlock
            isPending={login.isPending}
          >
            {t('login.submit')}
          </Button>
        </form>
      )}
    </SignInFrame>
  );
}
