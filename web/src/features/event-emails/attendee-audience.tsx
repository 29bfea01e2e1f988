import { createContext, use } from 'react';
import type { EventEmailAudience } from '#contract/event-emails/endpoints.ts';
import { emailedStatuses, eventEmailAudiences } from '#contract/event-emails/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import type { AudienceProps } from '../newsletters/email-editor-config.ts';

/** A date of an event with a separate registration. */
export interface EventDate {
  readonly occurrence: string;
  readonly label: string;
}

/** The dates to choose from; empty if registration is for the whole event. */
export const EventDates = createContext<readonly EventDate[]>([]);

/** The option for all dates. No date has this name. */
const allDates = 'all';

/** Selects which attendees get an email. */
export function AttendeeAudience({
  audience,
  onChange,
}: Omit<AudienceProps<EventEmailAudience>, 'email'>) {
  const { t } = useMessages();
  const dates = use(EventDates);
  const { who, statuses, occurrence } = audience;
  return (
    <>
      <RadioGroup
        label={t('newsletters.audience')}
        isLabelHidden
        value={who}
        options={eventEmailAudiences.map((value) => ({
          value,
          label: t(`eventEmails.audience_${value}`),
        }))}
        onChange={(next) => onChange({ ...audience, who: next })}
      />
      {who === 'statuses' && (
        <fieldset className="grid">
          <legend className="mb-1 text-sm font-bold">{t('events.state')}</legend>
          {emailedStatuses.map((status) => (
            <Checkbox
              key={status}
              label={t(`events.status_${status}`)}
              isChecked={statuses.includes(status)}
              onChange={(isOn) =>
                onChange({
                  ...audience,
                  statuses: emailedStatuses.filter((one) =>
                    one === status ? isOn : statuses.includes(one),
                  ),
                })
              }
            />
          ))}
        </fieldset>
      )}
      {dates.length > 1 && (
        <Select
          label={t('eventEmails.date')}
          value={occurrence ?? allDates}
          options={[
            { value: allDates, label: t('eventEmails.allDates') },
            ...dates.map((one) => ({ value: one.occurrence, label: one.label })),
          ]}
          onChange={(next) =>
            onChange({ ...audience, occurrence: next === allDates ? null : next })
          }
        />
      )}
    </>
  );
}

/** Shows which attendees get an email. */
export function AttendeeRecipients({
  audience: { who, statuses, occurrence },
}: {
  audience: EventEmailAudience;
}) {
  const { t, list } = useMessages();
  const dates = use(EventDates);
  const date = dates.find((one) => one.occurrence === occurrence);
  const people =
    who === 'all'
      ? t('eventEmails.audience_all')
      : list(statuses.map((status) => t(`events.status_${status}`)));
  return (
    <p className="text-sm text-ink-2">
      {t('eventEmails.to', { who: people })}
      {date !== undefined && ` • ${date.label}`}
    </p>
  );
}
