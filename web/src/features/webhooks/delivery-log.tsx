import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, CircleAlert, CircleCheck, Clock, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { testEvent } from '#contract/webhooks/events.ts';
import type { Webhook, WebhookDelivery, WebhookTry } from '#contract/webhooks/endpoints.ts';
import { listDeliveries, redeliver } from '#contract/webhooks/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../development/code-block.tsx';
import { deliveriesQuery } from './webhooks.data.ts';

/** A webhook's deliveries with requests and responses. It polls while deliveries are pending. */
export function DeliveryLog({ hook }: { hook: Webhook }) {
  const { t } = useMessages();
  const log = useInfiniteQuery(deliveriesQuery(hook.id));
  return (
    <QueryBoundary isSmall query={log} skeleton={['h-12', 'h-12']}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <p className="text-sm text-ink-2">{t('hooks.logNone')}</p>;
        return (
          <div className="grid gap-3">
            <ul className="divide-y divide-line rounded-control border border-line">
              {items.map((item) => (
                <DeliveryRow key={item.id} hook={hook} item={item} />
              ))}
            </ul>
            <LoadMore query={log}>{t('hooks.older')}</LoadMore>
          </div>
        );
      }}
    </QueryBoundary>
  );
}

const marks = {
  done: { icon: CircleCheck, look: 'text-good' },
  failed: { icon: CircleAlert, look: 'text-bad' },
  waiting: { icon: Clock, look: 'text-ink-2' },
} as const;

/** Returns the status as text. */
function stateWords({ state, nextAt, tries }: WebhookDelivery, { t, ago }: Messages): string {
  if (state === 'waiting' && nextAt !== null && tries.length > 0)
    return t('hooks.waitingUntil', { when: ago(nextAt) });
  return t(`hooks.${state}`);
}

const tryWords = ({ status, problem, tookMs }: WebhookTry, { t }: Messages): string =>
  [
    problem === null ? String(status ?? '') : t(`hooks.problem_${problem}`),
    t('hooks.took', { ms: tookMs }),
  ].join(' • ');

function DeliveryRow({ hook, item }: { hook: Webhook; item: WebhookDelivery }) {
  const messages = useMessages();
  const { t, ago } = messages;
  const [isOpen, setOpen] = useState(false);
  const { icon: Icon, look } = marks[item.state];
  const [newest] = item.tries;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-2.5 px-3 py-2.5 text-start -outline-offset-2 transition-colors duration-150 hover:bg-fill touch:min-h-11"
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden className={`mt-px shrink-0 ${look}`} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="font-medium wrap-anywhere">
            {item.event === testEvent ? t('hooks.event_test') : item.event}
          </span>
          <span className="text-sm text-ink-2">
            {[
              stateWords(item, messages),
              ago(item.madeAt),
              ...(newest ? [tryWords(newest, messages)] : []),
            ].join(' • ')}
          </span>
        </span>
        <ChevronDown
          size={20}
          aria-hidden
          className={`mt-px shrink-0 text-ink-3 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {isOpen && <DeliveryDetails hook={hook} item={item} />}
    </li>
  );
}

function DeliveryDetails({ hook, item }: { hook: Webhook; item: WebhookDelivery }) {
  const messages = useMessages();
  const { t, date } = messages;
  const resend = useAction(
    () =>
      call(redeliver, {
        id: hook.id,
        delivery: item.id,
      }),
    { invalidates: [[listDeliveries, hook.id]] },
  );
  return (
    <div className="grid gap-4 px-3 pt-2.5 pb-4">
      {item.tries.map((one) => (
        <section key={one.number} className="grid gap-1.5">
          <h3 className="text-sm! font-bold">{t('hooks.try', { number: one.number })}</h3>
          <p className="text-sm text-ink-2">
            {[date(one.at, 'moment'), tryWords(one, messages)].join(' • ')}
          </p>
          {one.answer !== '' && (
            <CodeBlock
              label={`${t('hooks.answered')}, ${t('hooks.try', { number: one.number })}`}
              text={one.answer}
            />
          )}
        </section>
      ))}
      <section className="grid gap-1.5">
        <h3 className="text-sm! font-bold">{t('hooks.sent')}</h3>
        <p className="font-mono text-xs text-ink-2 wrap-anywhere" dir="ltr">
          <span className="block rtl:text-end">{`webhook-id: ${item.message}`}</span>
        </p>
        <CodeBlock label={t('hooks.sent')} text={JSON.stringify(JSON.parse(item.body), null, 2)} />
      </section>
      {item.state !== 'waiting' && (
        <div>
          <Button
            size="sm"
            icon={RotateCw}
            isPending={resend.isPending}
            onClick={() => resend.run()}
          >
            {t('hooks.again')}
          </Button>
        </div>
      )}
    </div>
  );
}
