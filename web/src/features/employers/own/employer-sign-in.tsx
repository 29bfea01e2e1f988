import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  beginEmployerSession,
  getEmployerAccount,
  requestEmployerLink,
} from '#contract/employers/calls.ts';
import { employerLimits } from '#contract/employers/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../../kit/form.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useSchool } from '../../../lib/school.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { SignInFrame } from '../../sign-in/sign-in-frame.tsx';

const { TextField } = fieldsOf<{ email: string }>();

/** Signs in with an emailed link. Contacts need to click a button, because mail programs open links to check them. */
export function LinkStep({ link }: { link: string }) {
  const { t } = useMessages();
  const school = useSchool();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const leaveLink = () => navigate({ to: paths.employer, hash: '', replace: true });
  const form = useForm({
    defaultValues: {},
    save: () => call(beginEmployerSession, { link }),
    onSuccess: async () => {
      await queries.resetQueries({ queryKey: [getEmployerAccount] });
      await leaveLink();
    },
  });
  return (
    <SignInFrame title={t('employer.title')} lead={t('employer.linkLead', { school: school.name })}>
      <div className="grid gap-4">
        <Form form={form}>
          <FormError form={form} />
          <SubmitButton form={form} size="lg" isBlock>
            {t('employer.signIn')}
          </SubmitButton>
        </Form>
        {form.error !== null && (
          <Button size="lg" isBlock onClick={() => void leaveLink()}>
            {t('employer.newLink')}
          </Button>
        )}
      </div>
    </SignInFrame>
  );
}

/** Requests a sign-in link. The response is the same for every address. */
export function EmployerSignIn() {
  const { t } = useMessages();
  const school = useSchool();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    defaultValues: { email: '' },
    validate: ({ email }) => ({
      email: email.includes('@') ? undefined : t('employer.emailMissing'),
    }),
    save: ({ email }) => call(requestEmployerLink, { email: email.trim() }),
    onSuccess: (_, { email }) => setSentTo(email.trim()),
  });
  if (sentTo !== null)
    return (
      <SignInFrame
        title={t('employer.sentTitle')}
        lead={t('employer.sentBody', { email: sentTo, count: employerLimits.linkMinutes })}
      >
        <Button onClick={() => setSentTo(null)}>{t('employer.again')}</Button>
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('employer.title')} lead={t('employer.lead', { school: school.name })}>
      <Form form={form}>
        <TextField
          name="email"
          label={t('employer.email')}
          type="email"
          dir="ltr"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={employerLimits.email}
        />
        <FormError form={form} />
        <SubmitButton form={form} size="lg" isBlock>
          {t('employer.send')}
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}
