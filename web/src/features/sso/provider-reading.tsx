import { ChevronRight, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SsoProvider } from '#contract/sso/endpoints.ts';
import { rereadProvider, updateProvider } from '#contract/sso/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { setupQuery } from './sso.data.ts';
import { useSetupChange } from './use-setup-change.ts';

const { TextArea } = fieldsOf<{ metadata: string }>();

/** The loaded metadata of a provider: issuer, endpoints, and certificates with their expiry. */
export function ProviderReading({ provider }: { provider: SsoProvider }) {
  const { t, ago, date } = useMessages();
  const reread = useSetupChange(rereadProvider);
  const replace = useForm({
    defaultValues: { metadata: '' },
    isComplete: ({ metadata }) => metadata.trim() !== '',
    save: ({ metadata }) =>
      call(updateProvider, {
        provider: provider.id,
        metadata,
      }),
    savedValues: () => ({ metadata: '' }),
    invalidates: [setupQuery().queryKey],
  });
  const [openedAt] = useState(() => Date.now());
  const rows = [
    { term: t('signOn.entity'), value: provider.issuer },
    ...provider.endpoints.map(({ use, url }) => ({ term: t(`signOn.use_${use}`), value: url })),
    ...provider.certificates.map(({ fingerprint, validTo }) => ({
      term: t(Date.parse(validTo) < openedAt ? 'signOn.certificateEnded' : 'signOn.certificate', {
        date: date(validTo, 'day'),
      }),
      value: fingerprint,
    })),
  ];
  return (
    <details className="group" open={provider.readError !== null}>
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-control font-bold touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={20}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:scale-x-100"
        />
        {t('signOn.whatWasRead')}
      </summary>
      <div className="grid gap-4 pt-2">
        {provider.readError !== null && (
          <p
            role="alert"
            className="flex gap-2 rounded-control bg-bad-soft px-3 py-2.5 text-sm font-medium text-bad"
          >
            <TriangleAlert size={20} aria-hidden className="shrink-0" />
            {t('signOn.readFailed')}
          </p>
        )}
        <dl className="grid gap-3 text-sm">
          {rows.map(({ term, value }) => (
            <div key={term + value} className="grid gap-0.5">
              <dt className="text-ink-2">{term}</dt>
              <dd className="break-all" dir="ltr">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {provider.kind === 'saml' && provider.metadataUrl === null && (
          <Form form={replace} className="grid justify-items-start gap-3 *:first:w-full">
            <TextArea name="metadata" label={t('signOn.metadataNew')} dir="ltr" rows={4} />
            <FormError form={replace} />
            <SubmitButton form={replace} size="sm" variant="outline">
              {t('signOn.read')}
            </SubmitButton>
          </Form>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {provider.metadataUrl !== null && (
            <Button
              icon={RefreshCw}
              size="sm"
              isPending={reread.isPending}
              onClick={() => reread.run({ provider: provider.id })}
            >
              {t('signOn.reread')}
            </Button>
          )}
          <span className="text-sm text-ink-2">
            {t('signOn.readAt', { when: ago(provider.readAt) })}
          </span>
        </div>
      </div>
    </details>
  );
}
