import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { passwordMin, Tokens } from '#contract/sessions/endpoints.ts';
import { resetPassword } from '#contract/sessions/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { call, queryClient } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { isFramed } from '../../lib/host-page.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { signInHere } from '../../shell/start-app.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { NextStepForm, type NextStep } from './next-step.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import english from './messages/en.json';

addEnglish(english);

const shortest: typeof passwordMin = 10;
const { PasswordField } = fieldsOf<{ newPassword: string }>();

export function ResetPage() {
  return <SetPassword name="reset" askAgain={paths.forgot} />;
}

/** The same page for people who set their first password from an invitation. */
export function WelcomePage() {
  return <SetPassword name="welcome" askAgain={paths.firstTime} />;
}

interface SetPasswordProps {
  name: 'reset' | 'welcome';
  /** The page that sends another link. */
  askAgain: typeof paths.forgot | typeof paths.firstTime;
}

function SetPassword({ name, askAgain }: SetPasswordProps) {
  const { t } = useMessages();
  const router = useRouter();
  // Emails contain the token in the fragment after '#', which isn't sent to servers and doesn't appear in logs.
  const token = new URLSearchParams(useLocation().hash).get('token');
  const [state, setState] = useState<'asked' | 'usedUp' | 'done'>('asked');
  const [step, setStep] = useState<NextStep | null>(null);
  const form = useForm({
    defaultValues: { newPassword: '' },
    validate: ({ newPassword }) => ({
      newPassword:
        [...newPassword].length < shortest ? t('password.short', { count: shortest }) : undefined,
    }),
    errorFields: { weak_password: 'newPassword' },
    async save({ newPassword }) {
      const { session, secondStep } = await call(resetPassword, {
        token: token ?? '',
        newPassword,
        ...(isFramed() && { inFrame: true }),
      }).catch((error: unknown) => {
        if (error instanceof CallError && error.code === 'reset_link_invalid') setState('usedUp');
        throw error;
      });
      if (secondStep !== null) return setStep(secondStep);
      // This person has to use the school's single sign-on.
      if (session === null) return setState('done');
      await enter(session);
    },
  });
  async function enter(session: Tokens) {
    // Another account may have been signed in on this device.
    queryClient.clear();
    await signInHere(false, session);
    await router.navigate({ to: paths.home, replace: true });
  }
  const main = buttonClass({ variant: 'primary', size: 'lg' });

  if (token === null)
    return (
      <SignInFrame title={t(`${name}.title`)} lead={t(`${name}.missing`)}>
        <Link to={askAgain} className={main}>
          {t('reset.askAgain')}
        </Link>
      </SignInFrame>
    );
  if (step !== null)
    return (
      <NextStepForm
        step={step}
        onTokens={enter}
        onRestart={() => void router.navigate({ to: paths.login })}
      />
    );
  if (state === 'done')
    return (
      <SignInFrame title={t('reset.doneTitle')} lead={t('reset.doneBody')}>
        <Link to={paths.login} className={main}>
          {t('login.submit')}
        </Link>
      </SignInFrame>
    );
  return (
    <SignInFrame title={t(`${name}.title`)} lead={t(`${name}.lead`)}>
      <Form form={form}>
        <PasswordField
          name="newPassword"
          label={t(`${name}.password`)}
          autoComplete="new-password"
        />
        <FormError form={form} />
        <SubmitButton form={form} size="lg" isBlock>
          {t('reset.submit')}
        </SubmitButton>
        {state === 'usedUp' && (
          <Link to={askAgain} className="text-link justify-self-start touch:-my-3 touch:py-3">
            {t('reset.askAgain')}
          </Link>
        )}
      </Form>
    </SignInFrame>
  );
}
