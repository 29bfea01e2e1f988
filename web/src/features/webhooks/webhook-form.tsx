import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { webhookEvents, type WebhookEvent } from '#contract/webhook-events.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { refreshWebhooks } from './webhooks.data.ts';

/** Address and events of a webhook; `hook` is the one that is changed, a new one without. */
interface WebhookFormProps {
  hook?: Webhook;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

export function WebhookForm({ hook, onClose, onSecret }: WebhookFormProps) {
  const messages = useMessages();
  const { t } = messages;
  const formId = useId();
  const [url, setUrl] = useState(hook?.url ?? 'https://');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(hook?.events ?? webhookEvents);
  const save = useMutation({
    async mutationFn() {
      const wish = { url: url.trim(), events: [...events] };
      if (hook === undefined) return (await call('POST /api/v1/webhooks', wish)).secret;
      await call('PATCH /api/v1/webhooks/{id}', { id: hook.id, ...wish });
      return null;
    },
    onSuccess(secret) {
      onClose();
      if (secret === null) showToast({ message: t('hooks.saved') });
      else onSecret(secret);
      return refreshWebhooks();
    },
  });
  const isWhole = url.trim().length > 'https://'.length && events.length > 0;
  const words = t(hook === undefined ? 'hooks.add' : 'hooks.save');
  return (
    <Dialog
      size="sm"
      title={t(hook === undefined ? 'hooks.add' : 'hooks.changeTitle')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('imports.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!isWhole}
            isPending={save.isPending}
          >
            {words}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isWhole && !save.isPending) save.mutate();
        }}
      >
        <TextField
          label={t('hooks.address')}
          description={t('hooks.addressBody')}
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={url}
          onChange={setUrl}
          error={save.isError ? errorText(save.error, messages) : undefined}
        />
        <fieldset className="grid">
          <legend className="mb-1 text-sm font-bold">{t('hooks.events')}</legend>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              label={event}
              isChecked={events.includes(event)}
              onChange={(isChecked) =>
                setEvents(
                  webhookEvents.filter((one) => (one === event ? isChecked : events.includes(one))),
                )
              }
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
