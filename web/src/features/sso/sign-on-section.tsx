import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SsoSetup } from '#contract/sso.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AddProviderDialog } from './add-provider-dialog.tsx';
import { ProviderCard } from './provider-card.tsx';
import { SessionLimitsCard } from './session-limits-card.tsx';
import { setupQuery, useSetupChange } from './sso.data.ts';

/** How people of the school sign in beside passwords. */
export function SignOnSection() {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(setupQuery());
  usePageTitle(t('signOn.title'));
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading>
        <Skeleton className="h-96" />
      </Loading>
    );
  }
  const addButton = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('signOn.add')}
    </Button>
  );
  return (
    <div className="grid gap-4">
      {data.providers.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('signOn.none')} action={addButton}>
          {t('signOn.body')}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">{t('signOn.body')}</p>
            {addButton}
          </div>
          {data.providers.map((provider) => (
            <ProviderCard key={provider.id} provider={provider} />
          ))}
          <Requirement setup={data} />
        </>
      )}
      <SessionLimitsCard />
      <AddProviderDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </div>
  );
}

/** The switch that turns passwords off, and whom they still sign in. */
function Requirement({ setup }: { setup: SsoSetup }) {
  const { t } = useMessages();
  const user = useUser();
  const [chosen, setChosen] = useState<readonly string[]>(
    setup.fallbacks.length > 0 ? setup.fallbacks : [user.uid],
  );
  const change = useSetupChange('PUT /api/v1/school/sign-on/requirement');
  const put = (isRequired: boolean, fallbacks: readonly string[]) =>
    change.mutate({ isRequired, fallbacks: [...fallbacks] });
  return (
    <Card>
      <div className="grid gap-4">
        <Switch
          label={t('signOn.require')}
          description={t('signOn.requireBody')}
          isOn={change.isPending ? change.variables.isRequired : setup.isRequired}
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
                // Where it is required already, the last one stays.
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
