import { CircleAlert, CircleCheck, FlaskConical } from 'lucide-react';
import type { SsoProvider } from '#contract/sso/endpoints.ts';
import { testProvider } from '#contract/sso/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { errorText } from '../../lib/error-text.ts';

/** A test sign-in without a session. It shows the received attributes and the matching person. */
export function ProviderTest({ provider }: { provider: SsoProvider }) {
  const messages = useMessages();
  const { t, ago } = messages;
  const start = useAction(() => call(testProvider, { provider: provider.id }), {
    isQuiet: true,
    onSuccess: ({ location }) => window.location.assign(location),
  });
  const { test } = provider;
  const isGood = test?.outcome === 'signs_in' || test?.outcome === 'makes_person';
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">{t('signOn.testBody')}</p>
      <div>
        <Button icon={FlaskConical} isPending={start.isPending} onClick={() => start.run()}>
          {t('signOn.test')}
        </Button>
      </div>
      {start.error && <Failure>{errorText(start.error, messages)}</Failure>}
      {test !== null && (
        <div className="grid gap-3 rounded-control border border-line p-3 sm:p-4">
          <p className={`flex gap-2 font-medium ${isGood ? 'text-good' : 'text-bad'}`}>
            <Icon size={20} aria-hidden className="shrink-0" />
            <span className="grid gap-0.5">
              {test.outcome === 'signs_in'
                ? t('signOn.signsIn', {
                    name: test.person
                      ? `${test.person.firstName} ${test.person.lastName}`.trim()
                      : '',
                  })
                : test.outcome === 'makes_person'
                  ? t('signOn.makes')
                  : t(`signOn.failed_${test.outcome}`, {
                      attribute: `\u2066${provider.identifierClaim}\u2069`,
                    })}
              <span className="text-sm font-normal text-ink-2">{ago(test.at)}</span>
            </span>
          </p>
          {test.attributes.length > 0 && (
            <dl className="grid gap-2 text-sm" aria-label={t('signOn.came')}>
              {test.attributes.map(({ name, value }) => (
                <div key={name} className="grid gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                  <dt className="break-all text-ink-2" dir="ltr">
                    {name}
                  </dt>
                  <dd className="break-all" dir="auto">
                    {value}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </div>
  );
}
