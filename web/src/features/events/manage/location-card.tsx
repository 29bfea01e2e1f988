import { eventLimits as limits } from '#contract/events/limits.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import type { FormState } from '../../../kit/form.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import type { EventDraft } from './event-draft.ts';
import { RoomAndLocation } from './time-and-location.tsx';

const { TextField, Switch } = fieldsOf<EventDraft>();
const { NumberField } = ariaFieldsOf<EventDraft>();

export function LocationCard({ form }: { form: FormState<EventDraft> }) {
  const { t } = useMessages();
  const draft = form.values;
  return (
    <Card title={t('events.where')}>
      <div className="grid gap-5">
        <RoomAndLocation
          draft={draft.isAllDay ? { ...draft, start: null, end: null } : draft}
          onLocation={(location) =>
            form.fields.setValue('location', location, { shouldDirty: true })
          }
        />
        <TextField
          name="mapUrl"
          label={t('events.mapUrl')}
          type="url"
          placeholder="https://"
          maxLength={limits.url}
        />
        <Switch name="isOnline" label={t('events.isOnline')} />
        {draft.isOnline && (
          <>
            <TextField
              name="onlineUrl"
              label={t('events.onlineUrl')}
              description={t('events.onlineUrlBody')}
              type="url"
              placeholder="https://"
              maxLength={limits.url}
            />
            <NumberField
              name="onlineOpensMinutes"
              label={t('events.onlineOpens')}
              min={0}
              max={limits.minutesBefore}
              step={5}
            />
          </>
        )}
      </div>
    </Card>
  );
}
