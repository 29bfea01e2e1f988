import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { AppKey, type AppSecret } from './app-key.tsx';
import { CodeField, isCode } from '../confirmation/code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import english from './messages/en.json';

addEnglish(english);

interface AppSetupProps {
  /** Identifies this setup. */
  name: string;
  begin: () => Promise<AppSecret>;
  /** Sends the first code. Resolves to the recovery codes, or null if there are no new ones. */
  finish: (code: string) => Promise<readonly string[] | null>;
  onDone: () => void;
}

/** Sets up an authenticator app on a page: the key, a code, then the recovery codes. */
export function AppSetup({ name, begin, finish, onDone }: AppSetupProps) {
  const { t } = useMessages();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const app = useQuery({
    queryKey: ['app-setup', name],
    queryFn: begin,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const form = useForm({
    defaultValues: { code: '' },
    validate: ({ code }) => ({ code: isCode(code) ? undefined : t('twoStep.codeMissing') }),
    errorFields: { wrong_code: 'code' },
    save: ({ code }) => finish(code.trim()),
    onSuccess: (created) => (created === null ? onDone() : setCodes(created)),
  });
  if (codes !== null)
    return (
      <div className="grid gap-5">
        <h2>{t('twoStep.codesTitle')}</h2>
        <RecoveryCodes codes={codes} />
        <Button variant="primary" size="lg" isBlock onClick={onDone}>
          {t('twoStep.codesKept')}
        </Button>
      </div>
    );
  return (
    <QueryBoundary query={app} skeleton={['h-72']} isEmpty={() => false}>
      {(secret) => (
        <Form form={form}>
          <AppKey app={secret} />
          <CodeField label={t('twoStep.firstCode')} />
          <FormError form={form} />
          <SubmitButton form={form} size="lg" isBlock>
            {t('twoStep.turnOn')}
          </SubmitButton>
        </Form>
      )}
    </QueryBoundary>
  );
}
