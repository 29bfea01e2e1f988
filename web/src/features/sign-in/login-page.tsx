import { Link, useRouter } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { isEmbedded, isFramed } from '../../lib/host-page.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { safeRedirect } from '#contract/redirect.ts';
import { paths } from '../../paths.ts';
import { signInHere } from '../../shell/start-app.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ProviderButtons, SignOnError } from '../sso/provider-buttons.tsx';
import { providersQuery } from '../sso/sso.data.ts';
import { FrameSignIn } from './frame-sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useQuery } from '@tanstack/react-query';
import type { Assertion } from '#contract/sessions/passkey-shapes.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import {
  beginPasskeySignIn,
  getTwoStep,
  login,
  signInWithPasskey,
} from '#contract/sessions/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { autofillPasskey, PasskeyCanceled, stopAutofill } from '../../lib/passkeys.ts';
import { PasskeyButton } from '../confirmation/passkey-button.tsx';
import { nextStepIn, NextStepForm, useSignedIn, type NextStep } from './next-step.tsx';
import { typedEmail } from './typed-email.ts';
import english from './messages/en.json';

addEnglish(english);

const { TextField, PasswordField } = fieldsOf<{ email: string; password: string }>();

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

/** Milliseconds after which autofill gets a new challenge, because each expires after 10 minutes. */
const renewalMs = 8 * 60_000;

function LoginForm() {
  const messages = useMessages();
  const { t } = messages;
  const router = useRouter();
  const { redirect, sso_error: ssoError } = useSearch();
  const { data: signOn } = useQuery(providersQuery());
  const providers = signOn?.items ?? [];
  const isRequired = signOn?.isRequired === true && providers.length > 0;
  const [isPasswordShown, setPasswordShown] = useState(false);
  const [step, setStep] = useState<NextStep | null>(null);
  const [offers, setOffers] = useState(0);
  const [autofillError, setAutofillError] = useState<string | null>(null);
  const offerAgain = () => setOffers((before) => before + 1);
  const inFrame = isFramed() ? { inFrame: true } : {};
  const begin = () => call(beginPasskeySignIn, inFrame);
  const leave = () =>
    router.navigate({ href: safeRedirect(redirect, window.location.origin), replace: true });
  async function enter(tokens: Tokens) {
    await signInHere(false, tokens);
    await leave();
  }
  const signedIn = useSignedIn(enter);
  const finish = async (response: Assertion) =>
    signedIn.finish(await call(signInWithPasskey, { response, ...inFrame }));
  const form = useForm({
    defaultValues: { email: '', password: '' },
    validate: ({ email, password }) => ({
      email: email.trim() === '' ? t('login.emailMissing') : undefined,
      password: password === '' ? t('login.passwordMissing') : undefined,
    }),
    errorFields: { wrong_credentials: 'password' },
    async save({ email, password }) {
      try {
        const tokens = await call(login, { email: email.trim(), password, ...inFrame });
        await signInHere(false, tokens);
      } catch (error) {
        const next = nextStepIn(error);
        if (next === null) throw error;
        return setStep(next);
      }
      // If this fails, the settings still show that the school requires it.
      const { requirement } = await call(getTwoStep, {}).catch(() => ({ requirement: null }));
      if (requirement === null) return leave();
      await router.navigate({
        to: paths.twoStepSetup,
        search: redirect === undefined ? {} : { redirect },
        replace: true,
      });
    },
  });

  const isFormShown = !isRequired || isPasswordShown;
  const isWaiting = isFormShown && step === null;
  useEffect(() => {
    if (!isWaiting) return;
    let isStopped = false;
    let isOffered = true;
    const offer = async () => {
      const response = await autofillPasskey(async () => {
        const options = await begin();
        if (isStopped) throw new PasskeyCanceled();
        return options;
      })
        // Autofill is only an offer. Until the person chooses a passkey, the button shows why passkeys don't work.
        .catch(() => null)
        .finally(() => {
          isOffered = false;
        });
      if (response === null || isStopped) return;
      try {
        await finish(response);
      } catch (error) {
        if (isStopped) return;
        setAutofillError(errorText(error, messages));
        offerAgain();
      }
    };
    void offer();
    // The button also ends the offer. It must not be interrupted.
    const renewal = setTimeout(() => isOffered && offerAgain(), renewalMs);
    return () => {
      isStopped = true;
      clearTimeout(renewal);
      if (isOffered) void stopAutofill();
    };
    // The functions only depend on the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isWaiting, offers]);

  if (signedIn.page) return signedIn.page;
  if (step !== null)
    return <NextStepForm step={step} onTokens={enter} onRestart={() => setStep(null)} />;

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
      {isFormShown && (
        <Form form={form}>
          <TextField
            name="email"
            label={t('login.email')}
            type="email"
            dir="ltr"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField
            name="password"
            label={t('login.password')}
            autoComplete="current-password"
            aside={
              <Link
                to={paths.forgot}
                onClick={() => typedEmail.set(form.values.email.trim())}
                className="text-link text-sm touch:-my-3 touch:py-3"
              >
                {t('login.forgot')}
              </Link>
            }
          />
          <FormError form={form} />
          <SubmitButton form={form} variant={isRequired ? 'outline' : 'primary'} size="lg" isBlock>
            {t('login.submit')}
          </SubmitButton>
          {autofillError !== null && <Failure>{autofillError}</Failure>}
          <PasskeyButton
            begin={() => {
              setAutofillError(null);
              return begin();
            }}
            finish={finish}
            onFailed={offerAgain}
          />
          {!isRequired && (
            <Link
              to={paths.firstTime}
              onClick={() => typedEmail.set(form.values.email.trim())}
              className="text-link justify-self-start touch:-my-3 touch:py-3"
            >
              {t('login.first')}
            </Link>
          )}
        </Form>
      )}
    </SignInFrame>
  );
}
