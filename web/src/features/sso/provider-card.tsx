import { useState, type ReactNode } from 'react';
import type { SsoProvider } from '#contract/sso.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { CopyValue } from './copy-value.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProviderReading } from './provider-reading.tsx';
import { ProviderTest } from './provider-test.tsx';
import { useSetupChange } from './sso.data.ts';

/** One provider from what it must know to its removal, in the order it is set up. */
export function ProviderCard({ provider }: { provider: SsoProvider }) {
  const { t } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const change = useSetupChange('PATCH /api/v1/school/sign-on/providers/{provider}');
  const remove = useSetupChange('DELETE /api/v1/school/sign-on/providers/{provider}', () => setAsking(false));
  const isSaml = provider.kind === 'saml';
  return (
    <article className="card grid gap-6 p-4 sm:p-5">
      <header className="grid gap-3">
        <div className="grid gap-1">
          <h2 dir="auto" className="break-words">
            {provider.name}
          </h2>
          <p className="text-sm text-ink-2">
            {[
              isSaml ? 'SAML 2.0' : 'OpenID Connect',
              provider.isTested ? t('signOn.tested') : t('signOn.untested'),
              t('signOn.people', { count: provider.people }),
            ].join(' • ')}
          </p>
        </div>
        <Switch
          label={t('signOn.isOn')}
          isOn={change.isPending ? change.variables.isOn === true : provider.isOn}
          onChange={(isOn) => change.mutate({ provider: provider.id, isOn })}
        />
      </header>
      <Step title={t('signOn.tell')}>
        <div className="grid gap-4">
          <CopyValue label={isSaml ? t('signOn.acs') : t('signOn.callback')} value={provider.callbackUrl} />
          {isSaml && <CopyValue label={t('signOn.entityId')} value={provider.entityId} />}
        </div>
      </Step>
      <Step title={t('signOn.setUp')}>
        <ProviderForm provider={provider} />
      </Step>
      <Step title={t('signOn.test')}>
        <ProviderTest provider={provider} />
      </Step>
      <footer className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4">
        <div className="min-w-0 flex-1 basis-64">
          <ProviderReading provider={provider} />
        </div>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t('signOn.delete')}
        </Button>
      </footer>
      <Dialog
        title={t('signOn.deleteTitle', { name: provider.name })}
        role="alertdialog"
        size="sm"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('signOn.cancel')}</Button>
            <Button variant="danger" isPending={remove.isPending} onClick={() => remove.mutate({ provider: provider.id })}>
              {t('signOn.delete')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('signOn.deleteBody')}</p>
      </Dialog>
    </article>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
