import { webhookEvents, type WebhookEvent } from '#contract/webhooks/events.ts';
import type { Webhook } from '#contract/webhooks/endpoints.ts';
import { addWebhook, listWebhooks, updateWebhook } from '#contract/webhooks/calls.ts';
import { fieldsOf, useField } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';

/** Edits the URL and events of a webhook. Without `hook`, it creates one. */
interface WebhookFormProps {
  hook?: Webhook;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

interface Draft {
  url: string;
  events: readonly WebhookEvent[];
}
const { TextField, CheckboxGroup } = fieldsOf<Draft>();

const save = async (
  hook: Webhook | undefined,
  { url, events }: Draft,
  clientId: string,
): Promise<string | null> => {
  const wish = { url: url.trim(), events: [...events] };
  if (hook === undefined) return (await call(addWebhook, { clientId, ...wish })).secret;
  await call(updateWebhook, { id: hook.id, ...wish });
  return null;
};

export function WebhookForm({ hook, onClose, onSecret }: WebhookFormProps) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft, string | null>
      size="sm"
      title={t(hook === undefined ? 'hooks.add' : 'hooks.changeTitle')}
      submitLabel={t(hook === undefined ? 'hooks.add' : 'hooks.save')}
      defaultValues={{ url: hook?.url ?? 'https://', events: hook?.events ?? webhookEvents }}
      isComplete={({ url, events }) => url.trim().length > 'https://'.length && events.length > 0}
      errorFields={{ webhook_address: 'url' }}
      save={(draft, clientId) => save(hook, draft, clientId)}
      invalidates={[listWebhooks]}
      onSuccess={(secret) =>
        secret === null ? showToast({ message: t('hooks.saved') }) : onSecret(secret)
      }
      onClose={onClose}
    >
      <TextField
        name="url"
        label={t('hooks.address')}
        description={t('hooks.addressBody')}
        type="url"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
      />
      <EventChoices />
    </FormDialog>
  );
}

/** The first part of an event's name. */
type Subject = WebhookEvent extends `${infer S}.${string}` ? S : never;
const subjectOf = (event: WebhookEvent) => event.split('.')[0] as Subject;
const subjects = [...new Set(webhookEvents.map(subjectOf))];

/** All events, by what they are about. */
function EventChoices() {
  const { t } = useMessages();
  const { value: chosen, onChange } = useField<readonly WebhookEvent[]>('events');
  const hasAll = chosen.length === webhookEvents.length;
  return (
    <section aria-label={t('hooks.events')} className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-bold">{t('hooks.events')}</h3>
        <Button variant="quiet" onClick={() => onChange(hasAll ? [] : webhookEvents)}>
          {t(hasAll ? 'hooks.selectNone' : 'hooks.selectAll')}
        </Button>
      </div>
      {subjects.map((subject) => (
        <CheckboxGroup
          key={subject}
          name="events"
          label={t(`hooks.subject_${subject}`)}
          options={webhookEvents
            .filter((event) => subjectOf(event) === subject)
            .map((event) => ({ value: event, label: event }))}
        />
      ))}
    </section>
  );
}
