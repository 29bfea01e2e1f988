import type { EventPage } from '#contract/events/endpoints.ts';
import { editScopes, eventLimits, type EditScope } from '#contract/events/limits.ts';
import { cancelEvent } from '#contract/events/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { staleEvent } from './events.data.ts';
import english from './messages/en.json';

addEnglish(english);

interface Draft {
  scope: EditScope;
  reason: string;
}
const { RadioGroup, TextArea } = fieldsOf<Draft>();

/** Cancels an event or some of its dates. Attendees are notified. */
export function CancelDialog({ event, onClose }: { event: EventPage; onClose: () => void }) {
  const { t } = useMessages();
  const { id, occurrence, isRecurring, title } = event;
  return (
    <FormDialog<Draft>
      title={t('events.cancelEventTitle', { title })}
      submitLabel={t('events.cancelEvent')}
      isDanger
      defaultValues={{ scope: isRecurring ? 'this' : 'all', reason: '' }}
      save={({ scope, reason }) =>
        call(cancelEvent, {
          id,
          scope,
          reason,
          ...(scope !== 'all' && { occurrence }),
        })
      }
      success={t('events.eventCanceled')}
      invalidates={staleEvent}
      onClose={onClose}
    >
      {isRecurring && (
        <RadioGroup
          name="scope"
          label={t('events.scope')}
          options={editScopes.map((value) => ({ value, label: t(`events.scope_${value}`) }))}
        />
      )}
      <p className="text-ink-2">{t('events.cancelEventBody')}</p>
      <TextArea
        name="reason"
        label={t('events.cancelReason')}
        rows={3}
        maxLength={eventLimits.reason}
      />
    </FormDialog>
  );
}
