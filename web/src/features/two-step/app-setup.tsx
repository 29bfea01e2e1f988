import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { canUsePasskeys, isPasskeyBlocked, PasskeyCanceled } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AppKey, type AppSecret } from './app-key.tsx';
import { CodeField, isCode } from '../confirmation/code-field.tsx';
import { SaveRecoveryCodes } from './recovery-codes.tsx';
import english from './messages/en.json';

addEnglish(english);

interface AppSetupProps {
  /** Identifies this setup. */
  name: string;
  begin: () => Promise<AppSecret>;
  /** Sends the first code. Resolves to the recovery codes, or null if there are no new ones. */
  finish: (code: string) => Promise<readonly string[] | null>;
  /** Adds a passkey instead, and turns two-step verification on. Resolves like `finish`. */
  addPasskey: () => Promise<readonly string[] | null>;
  onDone: () => void;
}

/** Sets up a second step on a page: the key of an app and a code, or a passkey, then the recovery codes. */
export function AppSetup({ name, begin, finish, addPasskey, onDone }: AppSetupProps) {
  const messages = useMessages();
  const { t } = messages;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const app = useQuery({
    queryKey: ['app-setup', name],
    queryFn: begin,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const showCodes = (created: readonly string[] | null) =>
    created === null ? onDone() : setCodes(created);
  const form = useForm({
    defaultValues: { code: '' },
    validate: ({ code }) => ({ code: isCode(code) ? undefined : t('twoStep.codeMissing') }),
    errorFields: { wrong_code: 'code' },
    save: ({ code }) => finish(code.trim()),
    onSuccess: showCodes,
  });
  const passkey = useAction(addPasskey, { isQuiet: true, onSuccess: showCodes });
  if (codes !== null) return <SaveRecoveryCodes codes={codes} onDone={onDone} />;
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
          {canUsePasskeys() && !isPasskeyBlocked('create') && (
            <Button
              size="lg"
              isBlock
              icon={Fingerprint}
              isPending={passkey.isPending}
              onClick={() => passkey.run()}
            >
              {t('twoStep.passkeyInstead')}
            </Button>
          )}
          {passkey.error !== null && (
            <Failure>
              {passkey.error instanceof PasskeyCanceled
                ? t('passkeys.notAdded')
                : errorText(passkey.error, messages)}
            </Failure>
          )}
        </Form>
      )}
    </QueryBoundary>
  );
}
