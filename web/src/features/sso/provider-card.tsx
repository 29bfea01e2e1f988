import { Check, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SsoProvider } from '#contract/sso/endpoints.ts';
import { deleteProvider, updateProvider } from '#contract/sso/calls.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProviderReading } from './provider-reading.tsx';
import { ProviderTest } from './provider-test.tsx';
import { useSetupChange } from './use-setup-change.ts';

/** A provider with all its settings, in the order of setup. */
export function ProviderCard({ provider }: { provider: SsoProvider }) {
  const { t } = useMessages();
  const change = useSetupChange(updateProvider);
  const remove = useSetupChange(deleteProvider, {
    confirm: () => ({
      title: t('signOn.deleteTitle', { name: provider.name }),
      body: t('signOn.deleteBody'),
      confirmLabel: t('signOn.delete'),
      isDanger: true,
    }),
  });
  const isSaml = provider.kind === 'saml';
  return (
    <article className="card grid gap-6 p-4 sm:p-5">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 gap-1">
            <h2 dir="auto" className="break-words">
              {provider.name}
            </h2>
            <p className="text-sm text-ink-2">
              {[
                isSaml ? 'SAML 2.0' : 'OpenID Connect',
                ...(provider.people > 0 ? [t('signOn.people', { count: provider.people })] : []),
              ].join(' • ')}
            </p>
          </div>
          {provider.isTested ? (
            <Pill tone="good" icon={Check}>
              {t('signOn.tested')}
            </Pill>
          ) : (
            <Pill>{t('signOn.untested')}</Pill>
          )}
        </div>
        <Switch
          label={t('signOn.isOn')}
          isOn={change.pendingInput?.isOn ?? provider.isOn}
          onChange={(isOn) => change.run({ provider: provider.id, isOn })}
        />
      </header>
      <Step at={1} title={t('signOn.tell')}>
        <div className="grid gap-4">
          <CopyField
            label={isSaml ? t('signOn.acs') : t('signOn.callback')}
            value={provider.callbackUrl}
          />
          {isSaml && <CopyField label={t('signOn.entityId')} value={provider.entityId} />}
        </div>
      </Step>
      <Step at={2} title={t('signOn.setUp')}>
        <ProviderForm provider={provider} />
      </Step>
      <Step at={3} title={t('signOn.test')}>
        <ProviderTest provider={provider} />
      </Step>
      <footer className="grid gap-2 border-t border-line pt-4">
        <ProviderReading provider={provider} />
        <div className="-mx-3.5">
          <Button
            variant="quiet"
            icon={Trash2}
            onClick={() => remove.run({ provider: provider.id })}
          >
            {t('signOn.delete')}
          </Button>
        </div>
      </footer>
    </article>
  );
}

function Step({ at, title, children }: { at: number; title: string; children: ReactNode }) {
  const { number } = useMessages();
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h3 className="flex items-center gap-2.5">
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-fill text-xs text-ink-2 tabular-nums"
        >
          {number(at)}
        </span>
        {title}
      </h3>
      {children}
    </section>
  );
}
