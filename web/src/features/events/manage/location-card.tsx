import { eventLimits as limits } from '#contract/events/limits.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import type { FormState } from '../../../kit/form.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import type { EventDraft } from './event-draft.ts';
import { RoomField } from '../../rooms/room-field.tsx';
import { roomLabel } from '../../rooms/rooms.data.ts';

const { TextField, Switch, OwnField } = fieldsOf<EventDraft>();
const { NumberField } = ariaFieldsOf<EventDraft>();

export function LocationCard({ form }: { form: FormState<EventDraft> }) {
  const { t } = useMessages();
  const draft = form.values;
  return (
    <Card title={t('events.where')}>
      <div className="grid gap-5">
        <OwnField name="room">
          {({ value, error, onChange }) => (
            <RoomField
              value={value}
              error={error}
              span={
                draft.isAllDay || draft.start === null || draft.end === null
                  ? null
                  : draft.start < draft.end
                    ? { from: draft.start, to: draft.end }
                    : null
              }
              onChange={(room) => {
                // The location follows the room until the user types another one.
                if (draft.location === (value === null ? '' : roomLabel(value)))
                  form.fields.setValue('location', room === null ? '' : roomLabel(room), {
                    shouldDirty: true,
                  });
                onChange(room);
              }}
            />
          )}
        </OwnField>
        <TextField
          name="location"
          label={t('events.location')}
          placeholder={t('events.locationHint')}
          maxLength={limits.location}
        />
        <TextField name="address" label={t('events.address')} maxLength={limits.address} />
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
