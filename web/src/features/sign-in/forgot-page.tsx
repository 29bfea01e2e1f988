import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { forgotPassword } from '#contract/sessions/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { typedEmail } from './typed-email.ts';
import english from './messages/en.json';

addEnglish(english);

const { TextField } = fieldsOf<{ email: string }>();

export function ForgotPage() {
  return <RequestLink name="forgot" />;
}

/** The same request, with texts for people who don't have a password yet. */
export function FirstTimePage() {
  return <RequestLink name="first" />;
}

function RequestLink({ name }: { name: 'forgot' | 'first' }) {
  const { t } = useMessages();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    defaultValues: { email: typedEmail.get() },
    validate: ({ email }) => ({ email: email.trim() === '' ? t('login.emailMissing') : undefined }),
    save: ({ email }) => call(forgotPassword, { email: email.trim() }),
    onSuccess: (_, { email }) => setSentTo(email.trim()),
  });
  const back = (
    <Link to={paths.login} className="text-link justify-self-start touch:-my-3 touch:py-3">
      {t('forgot.back')}
    </Link>
  );

  if (sentTo !== null)
    return (
      <SignInFrame title={t('forgot.sentTitle')} lead={t('forgot.sentBody', { email: sentTo })}>
        <div className="grid justify-items-start gap-5">
          <Button onClick={() => setSentTo(null)}>{t('forgot.again')}</Button>
          {back}
        </div>
      </SignInFrame>
    );
  return (
    <SignInFrame title={t(`${name}.title`)} lead={t(`${name}.lead`)}>
      <Form form={form}>
        <TextField
          name="email"
          label={t('login.email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormError form={form} />
        <SubmitButton form={form} size="lg" isBlock>
          {t('forgot.submit')}
        </SubmitButton>
        {back}
      </Form>
    </SignInFrame>
  );
}
