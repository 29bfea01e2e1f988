import { useQuery } from '@tanstack/react-query';
import { KeyRound, LifeBuoy, ShieldAlert, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { TwoStep } from '#contract/sessions/two-step.endpoints.ts';
import {
  addApp,
  beginApp,
  deleteApp,
  getTwoStep,
  listSessions,
  renewRecoveryCodes,
  turnTwoStepOff,
  turnTwoStepOn,
} from '#contract/sessions/calls.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { AppKey, type AppSecret } from './app-key.tsx';
import { CodeField, isCode } from '../confirmation/code-field.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import { passkeysQuery, twoStepQuery } from './two-step.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Few enough recovery codes to create new ones. */
const fewCodes = 3;
const stale = [getTwoStep, listSessions] as const;

type Created = { recoveryCodes: readonly string[] | null };

/** The state of two-step verification, and its second steps. */
export function TwoStepCard() {
  const { t, date } = useMessages();
  const query = useQuery(twoStepQuery());
  const passkeys = (useQuery(passkeysQuery()).data?.items ?? []).filter(({ isHere }) => isHere);
  const { confirmed, dialog } = useConfirmation();
  const [app, setApp] = useState<AppSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const showCodes = ({ recoveryCodes }: Created) => setCodes(recoveryCodes);
  const begin = useAction(() => confirmed(() => call(beginApp, {})), { onSuccess: setApp });
  const turnOn = useAction(() => confirmed(() => call(turnTwoStepOn, {})), {
    invalidates: stale,
    onSuccess: showCodes,
  });
  const renew = useAction(() => confirmed(() => call(renewRecoveryCodes, {})), {
    confirm: () => ({
      title: t('twoStep.renewTitle'),
      body: t('twoStep.renewBody'),
      confirmLabel: t('twoStep.renew'),
    }),
    invalidates: stale,
    onSuccess: showCodes,
  });
  const removeApp = useAction(() => confirmed(() => call(deleteApp, {})), {
    confirm: () => ({
      title: t('twoStep.removeAppTitle'),
      body: t('twoStep.removeAppBody'),
      confirmLabel: t('twoStep.removeApp'),
      isDanger: true,
    }),
    invalidates: stale,
    success: t('twoStep.appRemoved'),
  });
  const turnOff = useAction(() => confirmed(() => call(turnTwoStepOff, {})), {
    confirm: () => ({
      title: t('twoStep.offTitle'),
      body: t('twoStep.offBody'),
      confirmLabel: t('twoStep.turnOff'),
      isDanger: true,
    }),
    invalidates: stale,
    success: t('twoStep.turnedOff'),
  });
  const appButton = (state: TwoStep) => (
    <Button
      variant={state.isOn ? 'outline' : 'primary'}
      size={state.isOn ? 'sm' : 'md'}
      isPending={begin.isPending}
      {...(state.app !== null && { label: `${t('twoStep.replaceApp')}: ${t('twoStep.app')}` })}
      onClick={() => begin.run()}
    >
      {t(state.app === null ? 'twoStep.setUpApp' : 'twoStep.replaceApp')}
    </Button>
  );
  return (
    <Card
      title={t('twoStep.title')}
      description={t('twoStep.body')}
      aside={
        query.data && (
          <Pill tone={query.data.isOn ? 'good' : 'quiet'}>
            {t(query.data.isOn ? 'twoStep.on' : 'twoStep.off')}
          </Pill>
        )
      }
    >
      <QueryBoundary isSmall query={query} skeleton={['h-14']} isEmpty={() => false}>
        {(state) => (
          <div className="grid gap-4">
            {state.requirement !== null && (
              <Note tone="warn" icon={ShieldAlert} title={t('twoStep.required')}>
                {t('twoStep.requiredBy', { date: date(state.requirement.dueAt) })}
              </Note>
            )}
            {!state.hasPassword && <Note>{t('twoStep.withSso')}</Note>}
            {state.isOn ? (
              <RowList label={t('twoStep.title')}>
                <Row
                  mark={
                    <RowIcon>
                      <Smartphone size={20} strokeWidth={1.75} aria-hidden />
                    </RowIcon>
                  }
                  title={t('twoStep.app')}
                  lines={[
                    state.app === null
                      ? t('twoStep.noApp')
                      : t('twoStep.appAdded', { date: date(state.app.addedAt) }),
                  ]}
                  end={
                    <>
                      {appButton(state)}
                      {state.app !== null && (
                        <Button
                          size="sm"
                          label={`${t('twoStep.removeApp')}: ${t('twoStep.app')}`}
                          onClick={() => removeApp.run()}
                        >
                          {t('twoStep.removeApp')}
                        </Button>
                      )}
                    </>
                  }
                />
                <Row
                  mark={
                    <RowIcon>
                      <KeyRound size={20} strokeWidth={1.75} aria-hidden />
                    </RowIcon>
                  }
                  title={t('passkeys.title')}
                  lines={[t('twoStep.passkeys', { count: passkeys.length })]}
                />
                <Row
                  mark={
                    <RowIcon>
                      <LifeBuoy size={20} strokeWidth={1.75} aria-hidden />
                    </RowIcon>
                  }
                  title={t('twoStep.codes')}
                  aside={
                    state.recoveryCodesLeft <= fewCodes && (
                      <Pill tone="warn">{t('twoStep.few')}</Pill>
                    )
                  }
                  lines={[t('twoStep.codesLeft', { count: state.recoveryCodesLeft })]}
                  end={
                    <Button size="sm" onClick={() => renew.run()}>
                      {t('twoStep.renew')}
                    </Button>
                  }
                />
              </RowList>
            ) : (
              <div className="flex flex-wrap gap-2">
                {appButton(state)}
                {passkeys.length > 0 && (
                  <Button isPending={turnOn.isPending} onClick={() => turnOn.run()}>
                    {t('twoStep.usePasskeys')}
                  </Button>
                )}
              </div>
            )}
            {state.isOn &&
              (state.isRequired ? (
                <p className="text-sm text-ink-2">{t('twoStep.cannotTurnOff')}</p>
              ) : (
                <div>
                  <Button onClick={() => turnOff.run()}>{t('twoStep.turnOff')}</Button>
                </div>
              ))}
          </div>
        )}
      </QueryBoundary>
      {app !== null && (
        <FormDialog
          title={t('twoStep.setUpApp')}
          submitLabel={t('twoStep.verify')}
          defaultValues={{ code: '' }}
          isComplete={({ code }) => isCode(code)}
          errorFields={{ wrong_code: 'code' }}
          save={({ code }) => call(addApp, { code: code.trim() })}
          invalidates={stale}
          success={({ recoveryCodes }) =>
            recoveryCodes === null ? t('twoStep.appReplaced') : null
          }
          onSuccess={showCodes}
          onClose={() => setApp(null)}
        >
          <AppKey app={app} />
          <CodeField label={t('twoStep.firstCode')} />
        </FormDialog>
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {dialog}
    </Card>
  );
}
