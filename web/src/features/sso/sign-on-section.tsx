import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { SsoSetup } from '#contract/sso/endpoints.ts';
import { requireSso } from '#contract/sso/calls.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useHasPermission, useUser } from '../../lib/session-store.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TwoStepPolicyCard } from '../two-step/two-step-policy-card.tsx';
import { AddProviderDialog } from './add-provider-dialog.tsx';
import { ProviderCard } from './provider-card.tsx';
import { SessionLimitsCard } from './session-limits-card.tsx';
import { setupQuery } from './sso.data.ts';
import { useSetupChange } from './use-setup-change.ts';
import english from './messages/en.json';

addEnglish(english);

/** Sign-in settings and session limits. The limits belong to the school's settings. */
export function SignOnSection() {
  return useHasPermission('sign-on.manage') ? <SignOn /> : <SessionLimitsCard />;
}

/** Single sign-on, and who has to use two-step verification. */
function SignOn() {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const setup = useQuery(setupQuery());
  const canManageSchool = useHasPermission('school.manage');
  return (
    <div className="grid gap-4">
      <ListPage
        query={setup}
        intro={t('signOn.body')}
        add={{ label: t('signOn.add'), onAdd: () => setAdding(true) }}
        empty={{ icon: KeyRound, title: t('signOn.none') }}
        isEmpty={({ providers }) => providers.length === 0}
        skeleton={['h-96']}
      >
        {(data) => (
          <>
            {data.providers.map((provider) => (
              <ProviderCard key={provider.id} provider={provider} />
            ))}
            <Requirement setup={data} />
          </>
        )}
      </ListPage>
      {setup.data && <TwoStepPolicyCard />}
      {setup.data && canManageSchool && <SessionLimitsCard />}
      {isAdding && <AddProviderDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

/** The switch that requires single sign-on, and the exceptions who can use passwords. */
function Requirement({ setup }: { setup: SsoSetup }) {
  const { t } = useMessages();
  const user = useUser();
  const [chosen, setChosen] = useState<readonly string[]>(
    setup.fallbacks.length > 0 ? setup.fallbacks : [user.uid],
  );
  const change = useSetupChange(requireSso);
  const put = (isRequired: boolean, fallbacks: readonly string[]) =>
    change.run({ isRequired, fallbacks: [...fallbacks] });
  return (
    <Card>
      <div className="grid gap-4">
        <Switch
          label={t('signOn.require')}
          description={t('signOn.requireBody')}
          isOn={change.pendingInput?.isRequired ?? setup.isRequired}
          onChange={(isRequired) => put(isRequired, chosen)}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">{t('signOn.fallbacks')}</legend>
          {setup.admins.map(({ uid, firstName, lastName }) => (
            <Checkbox
              key={uid}
              label={`${firstName} ${lastName}`.trim()}
              isChecked={chosen.includes(uid)}
              onChange={(isChecked) => {
                const next = isChecked ? [...chosen, uid] : chosen.filter((one) => one !== uid);
                // If it is already required, the last exception stays.
                if (setup.isRequired && next.length === 0) return;
                setChosen(next);
                if (setup.isRequired) put(true, next);
              }}
            />
          ))}
        </fieldset>
      </div>
    </Card>
  );
}
