import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CreationOptions } from '#contract/sessions/passkey-shapes.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import {
  beginRequiredSetup,
  beginSecondStep,
  finishRequiredSetup,
  finishSecondStep,
} from '#contract/sessions/calls.ts';
import type { ReplyOf } from '#contract/call.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { CallError } from '../../lib/call-error.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { canUsePasskeys, createPasskeyHere, deviceName } from '../../lib/passkeys.ts';
import { useSchool } from '../../lib/school.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { AppSetup } from '../two-step/app-setup.tsx';
import { SaveRecoveryCodes } from '../two-step/recovery-codes.tsx';
import { CodeField, isCode } from '../confirmation/code-field.tsx';
import { PasskeyButton } from '../confirmation/passkey-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import english from '../two-step/messages/en.json';

addEnglish(english);

/** What is left to do after a correct password. */
export interface NextStep {
  code: 'second_factor_required' | 'second_factor_setup_required';
  challenge: string;
}

/** Returns the next step that an error of a sign-in names, or null. */
export function nextStepIn(error: unknown): NextStep | null {
  if (!(error instanceof CallError)) return null;
  const { code, body } = error;
  if (code !== 'second_factor_required' && code !== 'second_factor_setup_required') return null;
  const { challenge } = body as { challenge?: unknown };
  return typeof challenge === 'string' ? { code, challenge } : null;
}

type SignedIn = ReplyOf<typeof finishSecondStep>;

/**
 * Returns a function that finishes a sign-in. If two-step verification was just turned on, because the school requires it, the page first
 * shows the recovery codes.
 */
export function useSignedIn(onTokens: (tokens: Tokens) => Promise<unknown>) {
  const { t } = useMessages();
  const school = useSchool();
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const enter = ({ csrfToken, jwt }: SignedIn) => onTokens({ csrfToken, jwt });
  const finish = async (reply: SignedIn): Promise<void> => {
    if (reply.recoveryCodes === null) await enter(reply);
    else setSignedIn(reply);
  };
  const codes = signedIn?.recoveryCodes ?? null;
  const page = signedIn !== null && codes !== null && (
    <SignInFrame
      title={t('twoStep.title')}
      lead={t('twoStep.turnedOnFor', { school: school.name })}
    >
      <SaveRecoveryCodes codes={codes} onDone={() => void enter(signedIn)} />
    </SignInFrame>
  );
  return { finish, page };
}

interface NextStepProps {
  step: NextStep;
  onTokens: (tokens: Tokens) => Promise<unknown>;
  /** Returns to the first page of the sign-in. */
  onRestart: () => void;
}

export function NextStepForm(props: NextStepProps) {
  return props.step.code === 'second_factor_required' ? (
    <SecondStep {...props} />
  ) : (
    <RequiredSetup {...props} />
  );
}

function SecondStep({ step: { challenge }, onTokens, onRestart }: NextStepProps) {
  const { t } = useMessages();
  const { finish, page } = useSignedIn(onTokens);
  const options = useQuery({
    ...callQuery(beginSecondStep, { challenge }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (page) return page;
  return (
    <SignInFrame title={t('twoStep.title')}>
      <div className="grid gap-5">
        <QueryBoundary query={options} skeleton={['h-40']} isEmpty={() => false}>
          {(data) => <Answers challenge={challenge} options={data} onSignedIn={finish} />}
        </QueryBoundary>
        <Button variant="quiet" isBlock onClick={onRestart}>
          {t('twoStep.back')}
        </Button>
      </div>
    </SignInFrame>
  );
}

interface AnswersProps {
  challenge: string;
  options: ReplyOf<typeof beginSecondStep>;
  onSignedIn: (reply: SignedIn) => Promise<void>;
}

/** The second steps that this person can use here. */
function Answers({ challenge, options, onSignedIn }: AnswersProps) {
  const { t, list } = useMessages();
  const { hasApp, passkey, otherHosts } = options;
  const usesPasskey = passkey !== null && canUsePasskeys();
  const [isRecovering, setRecovering] = useState(!hasApp && !usesPasskey);
  return (
    <>
      {otherHosts.length > 0 && passkey === null && (
        <Note>{t('passkeys.otherHosts', { hosts: list(otherHosts) })}</Note>
      )}
      {isRecovering ? (
        <RecoveryForm challenge={challenge} onSignedIn={onSignedIn} />
      ) : (
        hasApp && <CodeForm challenge={challenge} onSignedIn={onSignedIn} />
      )}
      {usesPasskey && (
        <PasskeyButton
          variant={hasApp || isRecovering ? 'outline' : 'primary'}
          // A used challenge doesn't work again, so another try gets a new one.
          begin={async () => (await call(beginSecondStep, { challenge })).passkey ?? passkey}
          finish={async (response) =>
            onSignedIn(await call(finishSecondStep, { challenge, passkey: response }))
          }
        />
      )}
      {(hasApp || usesPasskey) && (
        <Button variant="quiet" isBlock onClick={() => setRecovering(!isRecovering)}>
          {!isRecovering
            ? t('twoStep.useRecovery')
            : t(hasApp ? 'twoStep.useCode' : 'twoStep.noRecovery')}
        </Button>
      )}
    </>
  );
}

type AnswerProps = Omit<AnswersProps, 'options'>;

/** Sets the focus to a field when its form appears. */
function useFirstFocus<N extends string>(
  { setFocus }: { setFocus: (name: N) => void },
  name: N,
): void {
  useEffect(() => setFocus(name), [setFocus, name]);
}

function CodeForm({ challenge, onSignedIn }: AnswerProps) {
  const { t } = useMessages();
  const form = useForm({
    defaultValues: { code: '' },
    validate: ({ code }) => ({ code: isCode(code) ? undefined : t('twoStep.codeMissing') }),
    errorFields: { wrong_code: 'code' },
    save: async ({ code }) =>
      onSignedIn(await call(finishSecondStep, { challenge, code: code.trim() })),
  });
  useFirstFocus(form.fields, 'code');
  return (
    <Form form={form}>
      <p className="text-ink-2 text-pretty">{t('twoStep.enterCode')}</p>
      <CodeField />
      <FormError form={form} />
      <SubmitButton form={form} size="lg" isBlock>
        {t('twoStep.verify')}
      </SubmitButton>
    </Form>
  );
}

const { TextField } = fieldsOf<{ recoveryCode: string }>();

function RecoveryForm({ challenge, onSignedIn }: AnswerProps) {
  const { t } = useMessages();
  const form = useForm({
    defaultValues: { recoveryCode: '' },
    validate: ({ recoveryCode }) => ({
      recoveryCode: recoveryCode.trim() === '' ? t('twoStep.recoveryMissing') : undefined,
    }),
    errorFields: { wrong_recovery_code: 'recoveryCode' },
    save: async ({ recoveryCode }) =>
      onSignedIn(await call(finishSecondStep, { challenge, recoveryCode: recoveryCode.trim() })),
  });
  useFirstFocus(form.fields, 'recoveryCode');
  return (
    <Form form={form}>
      <p className="text-ink-2 text-pretty">{t('twoStep.enterRecovery')}</p>
      <TextField
        name="recoveryCode"
        label={t('twoStep.recoveryCode')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <FormError form={form} />
      <SubmitButton form={form} size="lg" isBlock>
        {t('twoStep.verify')}
      </SubmitButton>
    </Form>
  );
}

/** The setup that the school requires, after its grace period. */
function RequiredSetup({ step: { challenge }, onTokens, onRestart }: NextStepProps) {
  const { t } = useMessages();
  const school = useSchool();
  const [tokens, setTokens] = useState<Tokens | null>(null);
  const options = useRef<CreationOptions | null>(null);
  const done = ({ session, recoveryCodes }: ReplyOf<typeof finishRequiredSetup>) => {
    setTokens(session);
    return recoveryCodes;
  };
  return (
    <SignInFrame
      title={t('twoStep.setUpTitle')}
      {...(tokens === null && { lead: t('twoStep.setUpNow', { school: school.name }) })}
    >
      <div className="grid gap-5">
        <AppSetup
          name={challenge}
          begin={async () => {
            const { app, passkey } = await call(beginRequiredSetup, { challenge });
            options.current = passkey;
            return app;
          }}
          finish={async (code) => done(await call(finishRequiredSetup, { challenge, code }))}
          addPasskey={async () => {
            if (options.current === null) return null;
            const passkey = await createPasskeyHere(options.current);
            const name = deviceName() ?? t('passkeys.thisDevice');
            return done(await call(finishRequiredSetup, { challenge, name, passkey }));
          }}
          onDone={() => tokens !== null && void onTokens(tokens)}
        />
        {tokens === null && (
          <Button variant="quiet" isBlock onClick={onRestart}>
            {t('twoStep.back')}
          </Button>
        )}
      </div>
    </SignInFrame>
  );
}
