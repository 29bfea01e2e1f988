import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { clubLimits as limits } from '#contract/clubs/limits.ts';
import type { ClubMeeting } from '#contract/clubs/meetings.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { weekdayName, weekdays } from '../../../lib/repeat.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useFocusAfterChange } from '../../../ui/list-focus.ts';
import { TextField as PlainTextField } from '../../../ui/text-field.tsx';
import { meetingText } from '../meeting-text.ts';
import type { Draft } from './settings-draft.ts';

const { TextField, TextArea, OwnField } = fieldsOf<Draft>();
const { NumberField } = ariaFieldsOf<Draft>();

/** When and where the club meets, what it costs, and how to contact it. */
export function DetailsCard() {
  const { t } = useMessages();
  return (
    <Card
      title={t('clubs.detailsTitle')}
      description={t('clubs.detailsBody', { tab: t('clubs.tab_about') })}
    >
      <div className="grid gap-5">
        <OwnField name="meetings">
          {({ value, onChange }) => <MeetingsField value={value} onChange={onChange} />}
        </OwnField>
        <TextField
          name="cost"
          label={t('clubs.cost')}
          description={t('clubs.costHint')}
          maxLength={limits.cost}
        />
        <TextField name="email" label={t('clubs.email')} type="email" maxLength={limits.email} />
        <TextField
          name="url"
          label={t('clubs.url')}
          type="url"
          maxLength={limits.url}
          placeholder="https://"
        />
        <TextArea
          name="links"
          label={t('clubs.links_title')}
          description={t('clubs.linksHint')}
          rows={3}
          placeholder="https://"
        />
        <TextField name="address" label={t('clubs.address')} maxLength={limits.address} />
        <NumberField
          name="founded"
          label={t('clubs.founded')}
          description={t('clubs.foundedHint')}
          min={limits.foundedFrom}
          max={limits.foundedTo}
          format={{ useGrouping: false }}
        />
      </div>
    </Card>
  );
}

interface MeetingsFieldProps {
  value: readonly ClubMeeting[];
  onChange: (value: readonly ClubMeeting[]) => void;
}

/** The Add button, or the start of the last meeting if there is none. */
const addOrLast = ':scope > button, :scope > [role="group"]:last-child input[type="time"]';

/** The regular meetings. Each has its days, its time and its location. */
function MeetingsField({ value, onChange }: MeetingsFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  const area = useRef<HTMLFieldSetElement>(null);
  // Remove, and Add meeting at the limit, disappear with their own action.
  useFocusAfterChange(area, String(value.length), addOrLast);
  return (
    <fieldset ref={area} className="grid gap-3">
      <legend className="mb-1 text-sm font-bold">{t('clubs.meetings')}</legend>
      {value.map((meeting, place) => (
        <MeetingFields
          // Meetings have no ID, so their index is the key.
          // eslint-disable-next-line react/no-array-index-key
          key={place}
          meeting={meeting}
          name={meetingText(meeting, messages)}
          onChange={(next) => onChange(value.map((one, at) => (at === place ? next : one)))}
          onRemove={() => onChange(value.filter((_, at) => at !== place))}
        />
      ))}
      {value.length < limits.meetings && (
        <Button
          size="sm"
          icon={Plus}
          className="justify-self-start"
          onClick={() =>
            onChange([...value, { days: [2], starts: '18:00', ends: '19:30', location: '' }])
          }
        >
          {t('clubs.addMeeting')}
        </Button>
      )}
    </fieldset>
  );
}

function MeetingFields({
  meeting,
  name,
  onChange,
  onRemove,
}: {
  meeting: ClubMeeting;
  name: string;
  onChange: (next: ClubMeeting) => void;
  onRemove: () => void;
}) {
  const { t, locale } = useMessages();
  const put = (more: Partial<ClubMeeting>) => onChange({ ...meeting, ...more });
  return (
    <div role="group" aria-label={name} className="grid gap-3 rounded-control bg-fill p-3">
      <div className="flex items-start justify-between gap-2">
        <div className="flex flex-wrap gap-x-4">
          {weekdays.map((weekday, at) => (
            <Checkbox
              key={weekday}
              label={weekdayName(locale, weekday, 'short')}
              isChecked={meeting.days.includes(at + 1)}
              // A meeting has at least one day.
              isDisabled={meeting.days.length === 1 && meeting.days.includes(at + 1)}
              onChange={(isOn) => {
                const days = isOn
                  ? [...meeting.days, at + 1].toSorted((a, b) => a - b)
                  : meeting.days.filter((day) => day !== at + 1);
                put({ days });
              }}
            />
          ))}
        </div>
        <IconButton
          label={t('clubs.removeMeeting', { name })}
          icon={X}
          variant="quiet"
          onClick={onRemove}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-[8rem_8rem_minmax(0,1fr)]">
        <PlainTextField
          label={t('clubs.starts')}
          type="time"
          required
          value={meeting.starts}
          onChange={(starts) => starts !== '' && put({ starts })}
        />
        <PlainTextField
          label={t('clubs.ends')}
          type="time"
          value={meeting.ends ?? ''}
          onChange={(ends) => put({ ends: ends === '' ? null : ends })}
        />
        <PlainTextField
          label={t('clubs.meetingLocation')}
          value={meeting.location}
          maxLength={limits.meetingLocation}
          onChange={(location) => put({ location })}
        />
      </div>
    </div>
  );
}
