import { useMutation } from '@tanstack/react-query';
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
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Breaking } from '../development/breaking.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { nameOfHook, refreshLog, refreshWebhooks } from './webhooks.data.ts';

type Asked = 'change' | 'rotate' | 'delete';

/** One webhook: where it leads, what it tells, how it does, and what one can do about it. */
export function WebhookCard({
  hook,
  onSecret,
}: {
  hook: Webhook;
  onSecret: (secret: string) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isLogOpen, setLogOpen] = useState(false);
  const { id } = hook;
  const name = nameOfHook(hook);
  const fail = (error: unknown) =>
    showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
  const turn = useMutation({
    mutationFn: (isOn: boolean) => call('PATCH /api/v1/webhooks/{id}', { id, isOn }),
    onSuccess: ({ isOn }) =>
      showToast({
        message: t(isOn ? 'hooks.switchedOn' : 'hooks.switchedOff'),
        action: { label: t('privacy.undo'), run: () => turn.mutate(!isOn) },
      }),
    onError: fail,
    onSettled: refreshWebhooks,
  });
  const test = useMutation({
    mutationFn: () => call('POST /api/v1/webhooks/{id}/test', { id }),
    onSuccess() {
      showToast({ message: t('hooks.tested') });
      setLogOpen(true);
    },
    onError: fail,
    onSettled: () => refreshLog(id),
  });
  const isOn = turn.isPending ? turn.variables : hook.isOn;
  return (
    <section className="card grid min-w-0 gap-4 p-4 sm:p-5" aria-label={name}>
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <h3 className="font-mono text-sm! wrap-anywhere" dir="ltr">
            <span className="block rtl:text-end">
              <Breaking text={hook.url} />
            </span>
          </h3>
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
          onAction={setAsked}
        />
      </div>
      <ul className="flex flex-wrap gap-2">
        {hook.events.map((event) => (
          <li key={event} className="min-w-0">
            <Tag>{event}</Tag>
          </li>
        ))}
      </ul>
      <Switch label={t('hooks.switch')} isOn={isOn} onChange={(next) => turn.mutate(next)} />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Send}
          label={`${t('hooks.test')}: ${name}`}
          isPending={test.isPending}
          onClick={() => test.mutate()}
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
      {asked === 'change' && (
        <WebhookForm hook={hook} onClose={() => setAsked(null)} onSecret={onSecret} />
      )}
      <RotateDialog
        hook={hook}
        isOpen={asked === 'rotate'}
        onClose={() => setAsked(null)}
        onSecret={onSecret}
      />
      <DeleteDialog hook={hook} isOpen={asked === 'delete'} onClose={() => setAsked(null)} />
    </section>
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

interface QuestionProps {
  hook: Webhook;
  isOpen: boolean;
  onClose: () => void;
}

function RotateDialog({
  hook,
  isOpen,
  onClose,
  onSecret,
}: QuestionProps & { onSecret: (secret: string) => void }) {
  const messages = useMessages();
  const { t } = messages;
  const rotate = useMutation({
    mutationFn: () => call('POST /api/v1/webhooks/{id}/secret', { id: hook.id }),
    onSuccess({ secret }) {
      onClose();
      onSecret(secret);
      return refreshWebhooks();
    },
  });
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('hooks.rotate')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('imports.cancel')}</Button>
          <Button variant="primary" isPending={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('hooks.rotate')}
          </Button>
        </>
      }
    >
      <p>{t('hooks.rotateSure')}</p>
      {rotate.isError && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {errorText(rotate.error, messages)}
        </p>
      )}
    </Dialog>
  );
}

function DeleteDialog({ hook, isOpen, onClose }: QuestionProps) {
  const messages = useMessages();
  const { t } = messages;
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/v1/webhooks/{id}', { id: hook.id }),
    onSuccess() {
      showToast({ message: t('hooks.deleted') });
      onClose();
      return refreshWebhooks();
    },
  });
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('hooks.deleteTitle')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('imports.keep')}</Button>
          <Button variant="danger" isPending={remove.isPending} onClick={() => remove.mutate()}>
            {t('hooks.delete')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{t('hooks.deleteSure', { name: nameOfHook(hook) })}</p>
      {remove.isError && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {errorText(remove.error, messages)}
        </p>
      )}
    </Dialog>
  );
}
