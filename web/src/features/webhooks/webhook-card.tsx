import {
  ChevronDown,
  ChevronUp,
  KeyRound,
  MoreHorizontal,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks/endpoints.ts';
import { webhookEvents } from '#contract/webhooks/events.ts';
import {
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/chip.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Breaking } from '../development/breaking.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { nameOfHook } from './webhooks.data.ts';

/** A webhook with URL, events, status and actions. */
export function WebhookCard({
  hook,
  onSecret,
}: {
  hook: Webhook;
  onSecret: (secret: string) => void;
}) {
  const { t } = useMessages();
  const [isChanging, setChanging] = useState(false);
  const [isLogOpen, setLogOpen] = useState(false);
  const { id } = hook;
  const name = nameOfHook(hook);
  const stale = [listWebhooks] as const;
  const turn = useAction((isOn: boolean) => call(updateWebhook, { id, isOn }), {
    success: ({ isOn }) => t(isOn ? 'hooks.switchedOn' : 'hooks.switchedOff'),
    undo: (isOn) => !isOn,
    invalidates: stale,
  });
  const test = useAction(() => call(testWebhook, { id }), {
    success: t('hooks.tested'),
    onSuccess: () => setLogOpen(true),
    invalidates: [[listDeliveries, id]],
  });
  const rotate = useAction(() => call(rotateWebhookSecret, { id }), {
    confirm: () => ({
      title: t('hooks.rotate'),
      body: t('hooks.rotateSure'),
      confirmLabel: t('hooks.rotate'),
    }),
    onSuccess: ({ secret }) => onSecret(secret),
    invalidates: stale,
  });
  const remove = useAction(() => call(deleteWebhook, { id }), {
    confirm: () => ({
      title: t('hooks.deleteTitle'),
      body: t('hooks.deleteSure', { name }),
      confirmLabel: t('hooks.delete'),
      cancelLabel: t('kit.cancel'),
      isDanger: true,
    }),
    success: t('hooks.deleted'),
    invalidates: stale,
  });
  const acts = { change: () => setChanging(true), rotate: rotate.run, delete: remove.run };
  const isOn = turn.pendingInput ?? hook.isOn;
  return (
    <section className="card grid min-w-0 gap-4 p-4 sm:p-5" aria-label={name}>
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="font-mono text-sm! wrap-anywhere" dir="ltr">
            <span className="block rtl:text-end">
              <Breaking text={hook.url} />
            </span>
          </h2>
          <HookState hook={{ ...hook, isOn }} />
        </div>
        <MenuButton
          label={t('hooks.more', { name })}
          icon={MoreHorizontal}
          variant="quiet"
          items={[
            { id: 'change', label: t('hooks.change'), icon: Pencil },
            { id: 'rotate', label: t('hooks.rotate'), icon: KeyRound },
            { id: 'delete', label: t('hooks.delete'), icon: Trash2, isDanger: true },
          ]}
          onAction={(act) => acts[act]()}
        />
      </div>
      <EventTags events={hook.events} />
      <Switch label={t('hooks.switch')} isOn={isOn} onChange={turn.run} />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Send}
          label={`${t('hooks.test')}: ${name}`}
          isPending={test.isPending}
          onClick={() => test.run()}
        >
          {t('hooks.test')}
        </Button>
        <Button
          variant="quiet"
          icon={isLogOpen ? ChevronUp : ChevronDown}
          label={`${t('hooks.log')}: ${name}`}
          aria-expanded={isLogOpen}
          onClick={() => setLogOpen(!isLogOpen)}
        >
          {t('hooks.log')}
        </Button>
      </div>
      {isLogOpen && <DeliveryLog hook={hook} />}
      {isChanging && (
        <WebhookForm hook={hook} onClose={() => setChanging(false)} onSecret={onSecret} />
      )}
    </section>
  );
}

const tagsShown = 6;

function EventTags({ events }: { events: readonly string[] }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (events.length === webhookEvents.length) return <Tag>{t('hooks.allEvents')}</Tag>;
  const rest = isOpen ? 0 : Math.max(0, events.length - tagsShown);
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {events.slice(0, events.length - rest).map((event) => (
        <li key={event} className="min-w-0">
          <Tag>{event}</Tag>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {t('hooks.moreEvents', { count: rest })}
          </Button>
        </li>
      )}
    </ul>
  );
}

function HookState({ hook }: { hook: Webhook }) {
  const { t, date } = useMessages();
  return (
    <div className="grid gap-0.5 text-sm">
      {hook.isOn && hook.failingSince === null && (
        <p className="font-medium text-good">{t('hooks.on')}</p>
      )}
      {hook.isOn && hook.failingSince !== null && (
        <p className="font-medium text-warn">
          {t('hooks.failing', { when: date(hook.failingSince, 'moment') })}
        </p>
      )}
      {!hook.isOn && (
        <p
          className={`font-medium ${hook.offReason === 'failing' || hook.offReason === 'gone' ? 'text-bad' : 'text-ink-2'}`}
        >
          {t(`hooks.off_${hook.offReason ?? 'admin'}`)}
        </p>
      )}
      {hook.formerSecretUntil !== null && (
        <p className="text-ink-2">
          {t('hooks.bothSecrets', { date: date(hook.formerSecretUntil, 'moment') })}
        </p>
      )}
    </div>
  );
}
