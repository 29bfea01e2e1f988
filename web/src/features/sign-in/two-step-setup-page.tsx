import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { safeRedirect } from '#contract/redirect.ts';
import {
  addApp,
  beginApp,
  beginPasskey,
  createPasskey,
  getTwoStep,
  turnTwoStepOn,
} from '#contract/sessions/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { call, queryClient } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { createPasskeyHere, deviceName } from '../../lib/passkeys.ts';
import { useSchool } from '../../lib/school.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { AppSetup } from '../two-step/app-setup.tsx';
import { twoStepQuery } from '../two-step/two-step.data.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import english from '../two-step/messages/en.json';

addEnglish(english);

/** Shown after signing in, while people can still put off the setup that their school requires. */
export function TwoStepSetupPage() {
  const { t } = useMessages();
  const school = useSchool();
  const router = useRouter();
  const { redirect } = useSearch();
  const [isSettingUp, setSettingUp] = useState(false);
  const state = useQuery(twoStepQuery());
  const { confirmed, dialog } = useConfirmation();
  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: [getTwoStep] });
    void router.navigate({
      href: safeRedirect(redirect, window.location.origin),
      replace: true,
    });
  };
  const isRequired = state.data?.isRequired === true;
  return (
    <SignInFrame
      title={t('twoStep.setUpTitle')}
      {...(isRequired && !isSettingUp && { lead: t('twoStep.setUpLead', { school: school.name }) })}
    >
      {isSettingUp ? (
        <AppSetup
          name="own"
          begin={() => confirmed(() => call(beginApp, {}))}
          finish={async (code) => (await call(addApp, { code })).recoveryCodes}
          addPasskey={async () => {
            const options = await confirmed(() => call(beginPasskey, {}));
            const response = await createPasskeyHere(options);
            const { recoveryCodes } = await call(createPasskey, {
              name: deviceName() ?? t('passkeys.thisDevice'),
              response,
            });
            return recoveryCodes ?? (await call(turnTwoStepOn, {})).recoveryCodes;
          }}
          onDone={leave}
        />
      ) : (
        <QueryBoundary query={state} skeleton={['h-40']} isEmpty={() => false}>
          {({ requirement }) => (
            <div className="grid gap-5">
              {requirement !== null && (
                <p className="font-bold">
                  {t('twoStep.daysLeft', { count: requirement.daysLeft })}
                </p>
              )}
              <p className="text-ink-2 text-pretty">{t('twoStep.setUpBody')}</p>
              <Button variant="primary" size="lg" isBlock onClick={() => setSettingUp(true)}>
                {t('twoStep.setUpButton')}
              </Button>
              <Button variant="quiet" size="lg" isBlock onClick={leave}>
                {t('twoStep.later')}
              </Button>
            </div>
          )}
        </QueryBoundary>
      )}
      {dialog}
    </SignInFrame>
  );
}
