import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attendeeReaders, eventLimits as limits, waitlistModes } from '#contract/events/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import type { FormState, FormErrors } from '../../../kit/form.tsx';
import { RepeatField } from '../../../kit/repeat-field.tsx';
import { addEnglish, useMessages, type Messages } from '../../../lib/messages.ts';
import { ruleFor } from '../../../lib/repeat.ts';
import { Card } from '../../../ui/card.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { DateRange } from '../../../ui/date-field.tsx';
import { FoldingCard } from '../../../ui/folding-card.tsx';
import { Select as SelectOne } from '../../../ui/select.tsx';
import { FormBuilder } from '../../forms/form-builder.tsx';
import { RichTextField } from '../../rich-text/rich-text-field.tsx';
import {
  firstDay,
  inZone,
  isGuestPriceValid,
  isPriceValid,
  type EventDraft,
} from './event-draft.ts';
import { clubSurveys } from '../events.data.ts';
import { CohostsField } from './cohosts-field.tsx';
import { EventDates } from './event-dates.tsx';
import { TicketKinds } from './ticket-kinds.tsx';
import roomWords from 'messages:en/rooms.*';
import english from '../messages/en.json';
import { LocationCard } from './location-card.tsx';
import { isEmptyOrWebAddress, StartAndEnd, timeErrors } from './time-and-location.tsx';

addEnglish({ ...english, ...roomWords });

const { TextField, Switch, RadioGroup, Select, CheckboxGroup, OwnField } = fieldsOf<EventDraft>();
const { NumberField, TagField, PersonPicker } = ariaFieldsOf<EventDraft>();
const { DateTimeField } = dateFieldsOf<EventDraft>();

/** The possible hosts of an event, and the tags and club of the current one. */
export interface EventFormChoices {
  hosts: readonly { value: string; label: string }[];
  /** The hosting club. */
  club: string | null;
  memberTags: readonly string[];
  tags: readonly string[];
}

/** The form field for each error code. */
export const fieldOfCode = {
  time_order: 'end',
  time_length: 'end',
  time_invalid: 'start',
  zone_unknown: 'timeZone',
  rule_invalid: 'rrule',
  rule_frequency: 'rrule',
  rule_part: 'rrule',
  rule_count: 'rrule',
  rule_until: 'rrule',
  rule_interval: 'rrule',
  rule_never: 'rrule',
  rule_start: 'rrule',
  rule_too_dense: 'rrule',
  event_times: 'closesAt',
  event_audience: 'audience',
  room_taken: 'room',
  room_inactive: 'room',
} as const satisfies { [C in ErrorCode]?: keyof EventDraft };

/** Returns the errors of a draft by field, before sending it. */
export const problemsOf = (draft: EventDraft, messages: Messages): FormErrors<EventDraft> => ({
  title: draft.title.trim() === '' ? messages.t('events.titleless') : undefined,
  ...timeErrors(draft, draft.isAllDay, messages),
  days: draft.isAllDay && draft.days === null ? messages.t('events.daysless') : undefined,
  mapUrl: isEmptyOrWebAddress(draft.mapUrl) ? undefined : messages.t('events.badUrl'),
  onlineUrl:
    draft.isOnline && (draft.onlineUrl.trim() === '' || !isEmptyOrWebAddress(draft.onlineUrl))
      ? messages.t('events.badUrl')
      : undefined,
  capacity:
    draft.registration !== 'none' && draft.isLimited && draft.capacity === null
      ? messages.t('events.capacityless')
      : undefined,
  ticketKinds: draft.ticketKinds.some(({ name }) => name.trim() === '')
    ? messages.t('events.kindNameless')
    : draft.ticketKinds.every((kind) => isPriceValid(kind) && isGuestPriceValid(kind))
      ? undefined
      : messages.t('events.kindPriceWrong'),
  invited:
    draft.audience === 'invited' && draft.invited.length === 0
      ? messages.t('events.invitedless')
      : undefined,
});

interface EventFormProps {
  form: FormState<EventDraft>;
  choices: EventFormChoices;
  /** True if the event exists. Then some settings can no longer change. */
  isExisting?: boolean;
  /** True if someone has answered its questions. */
  isAnswered?: boolean;
}

/** Returns whether a field has an error, so that its section must be open. */
const hasErrorIn = (form: FormState<EventDraft>, ...names: (keyof EventDraft)[]): boolean =>
  names.some((name) => form.fields.formState.errors[name] !== undefined);

/** The fields of an event, in a natural order. Sections that most events don't need are folded. */
export function EventForm({
  form,
  choices,
  isExisting = false,
  isAnswered = false,
}: EventFormProps) {
  const { t } = useMessages();
  return (
    <>
      <Card>
        <div className="grid gap-5">
          <TextField name="title" label={t('events.name')} maxLength={limits.title} />
          {choices.hosts.length > 1 && !isExisting && (
            <Select name="host" label={t('events.host')} options={choices.hosts} />
          )}
          <OwnField name="description">
            {({ value, error, onChange }) => (
              <RichTextField
                label={t('events.description')}
                placeholder={t('events.descriptionHint')}
                max={limits.descriptionText}
                value={value}
                error={error}
                onChange={onChange}
              />
            )}
          </OwnField>
          <TagField
            name="tags"
            label={t('events.tags')}
            options={choices.tags}
            max={limits.tags}
            maxLength={limits.tag}
          />
        </div>
      </Card>
      <Card title={t('events.when')}>
        <When form={form} />
      </Card>
      <LocationCard form={form} />
      <AudienceCard form={form} choices={choices} />
      <Registration form={form} isAnswered={isAnswered} />
      {choices.club !== null && <FeedbackCard club={choices.club} />}
    </>
  );
}

function AudienceCard({
  form,
  choices,
}: {
  form: FormState<EventDraft>;
  choices: EventFormChoices;
}) {
  const { t } = useMessages();
  const draft = form.values;
  const audiences = [
    ...(draft.host.startsWith('club:') ? (['members'] as const) : []),
    ...(draft.host.startsWith('hub:') ? (['hub'] as const) : []),
    'school' as const,
    'public' as const,
    'invited' as const,
  ];
  return (
    <FoldingCard
      title={t('events.who')}
      summary={[
        t(`events.audience_${draft.audience}`),
        ...draft.cohosts.map(({ name }) => name),
      ].join(' • ')}
      hasError={hasErrorIn(form, 'audience', 'invited')}
    >
      <div className="grid gap-5">
        <RadioGroup
          name="audience"
          label={t('events.audience')}
          options={audiences.map((value) => ({
            value,
            label: t(`events.audience_${value}`),
          }))}
        />
        {draft.audience === 'members' && choices.memberTags.length > 0 && (
          <CheckboxGroup
            name="memberTags"
            label={t('events.memberTags')}
            options={choices.memberTags.map((tag) => ({ value: tag, label: tag }))}
          />
        )}
        {draft.audience === 'invited' && (
          <PersonPicker name="invited" label={t('events.invited')} max={limits.invited} />
        )}
        <PersonPicker
          name="hosts"
          label={t('events.contacts')}
          description={t('events.contactsBody')}
          max={limits.hosts}
        />
        <OwnField name="cohosts">
          {({ value, onChange }) => (
            <CohostsField self={choices.club} clubs={value} onChange={onChange} />
          )}
        </OwnField>
      </div>
    </FoldingCard>
  );
}

/** Selects the club's survey that attendees get after the event. */
function FeedbackCard({ club }: { club: string }) {
  const { t } = useMessages();
  const surveys = useQuery(clubSurveys(club));
  return (
    <OwnField name="feedback">
      {({ value, onChange }) => {
        const offered = (surveys.data?.items ?? []).filter(
          ({ id, state }) => state === 'open' || id === value,
        );
        if (offered.length === 0 && value === null) return null;
        return (
          <Card title={t('events.feedback')} description={t('events.feedbackBody')}>
            <SelectOne
              label={t('events.feedbackSurvey')}
              value={value ?? ''}
              options={[
                { value: '', label: t('events.feedbackNone') },
                ...offered.map(({ id, title }) => ({ value: id, label: title })),
              ]}
              onChange={(next) => onChange(next === '' ? null : next)}
            />
          </Card>
        );
      }}
    </OwnField>
  );
}

const zones = (): string[] =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

function When({ form }: { form: FormState<EventDraft> }) {
  const { t } = useMessages();
  const draft = form.values;
  const [known] = useState(() => [...new Set([...zones(), 'UTC', draft.timeZone])]);
  const put = <N extends keyof EventDraft>(name: N, value: EventDraft[N]) =>
    form.fields.setValue(name as never, value as never, { shouldDirty: true });
  // A rule that only repeats the start's day changes with the start.
  const follow = (next: Partial<EventDraft>) => {
    const rule = ruleFor(draft.rrule, firstDay({ ...draft, ...next }));
    if (rule !== draft.rrule) put('rrule', rule);
  };
  return (
    <div className="grid gap-5">
      <Switch name="isAllDay" label={t('events.isAllDay')} />
      {draft.isAllDay ? (
        <OwnField name="days">
          {({ value, error, onChange }) => (
            <DateRange
              label={t('events.daysField')}
              value={value}
              {...(error !== undefined && { error })}
              onChange={(next) => {
                follow({ days: next });
                onChange(next);
              }}
            />
          )}
        </OwnField>
      ) : (
        <StartAndEnd
          end={draft.end}
          timeZone={draft.timeZone}
          onStart={(start) => follow({ start })}
          onEnd={(end) => put('end', end)}
        />
      )}
      <OwnField name="timeZone">
        {({ value, error, onChange }) => (
          <Combobox
            label={t('events.timeZone')}
            {...(error !== undefined && { error })}
            options={known.map((zone) => ({ id: zone, label: zone.replaceAll('_', ' ') }))}
            value={value}
            onChange={(next) => {
              if (next === null) return;
              put('start', inZone(draft.start, value, next));
              put('end', inZone(draft.end, value, next));
              put(
                'dates',
                draft.isAllDay
                  ? draft.dates
                  : draft.dates.map((one) => ({ ...one, start: inZone(one.start, value, next) })),
              );
              onChange(next);
            }}
          />
        )}
      </OwnField>
      {draft.dates.length === 0 && (
        <OwnField name="rrule">
          {({ value, error, onChange }) => (
            <RepeatField day={firstDay(draft)} value={value} error={error} onChange={onChange} />
          )}
        </OwnField>
      )}
      {draft.rrule === null && (
        <OwnField name="dates">
          {({ value, onChange }) => <EventDates draft={draft} dates={value} onChange={onChange} />}
        </OwnField>
      )}
    </div>
  );
}

function Registration({ form, isAnswered }: { form: FormState<EventDraft>; isAnswered: boolean }) {
  const { t } = useMessages();
  const draft = form.values;
  const modes =
    draft.rrule === null && draft.dates.length === 0
      ? (['event', 'none'] as const)
      : (['occurrence', 'event', 'none'] as const);
  const modeText = (mode: EventDraft['registration']) =>
    t(
      mode === 'event' && (draft.rrule !== null || draft.dates.length > 0)
        ? 'events.mode_series'
        : `events.mode_${mode}`,
    );
  return (
    <>
      <FoldingCard
        title={t('events.registration')}
        summary={[
          modeText(draft.registration),
          draft.registration !== 'none' &&
            draft.isLimited &&
            draft.capacity !== null &&
            t('events.spots', { count: draft.capacity }),
          draft.registration !== 'none' && draft.needsApproval && t('events.needsApproval'),
        ]
          .filter(Boolean)
          .join(' • ')}
        hasError={hasErrorIn(form, 'capacity', 'opensAt', 'closesAt', 'closesMinutes', 'guestsMax')}
      >
        <div className="grid gap-5">
          <RadioGroup
            name="registration"
            label={t('events.registrationMode')}
            options={modes.map((value) => ({
              value,
              label: modeText(value),
            }))}
          />
          {draft.registration !== 'none' && (
            <>
              <Switch name="isLimited" label={t('events.isLimited')} />
              {draft.isLimited && <CapacityFields draft={draft} />}
              <NumberField
                name="guestsMax"
                label={t('events.guestsMax')}
                min={0}
                max={limits.guests}
              />
              <div className="grid gap-5 sm:grid-cols-2">
                <DateTimeField name="opensAt" label={t('events.opens')} timeZone={draft.timeZone} />
                <DateTimeField
                  name="closesAt"
                  label={t('events.closes')}
                  timeZone={draft.timeZone}
                />
              </div>
              <NumberField
                name="closesMinutes"
                label={t('events.closesMinutes')}
                description={t('events.closesMinutesBody')}
                min={0}
                max={limits.minutesBefore}
                step={15}
              />
              <Switch name="needsApproval" label={t('events.needsApproval')} />
              <Switch name="allowsMaybe" label={t('events.allowsMaybe')} />
              <RadioGroup
                name="attendeesFor"
                label={t('events.attendeesFor')}
                options={attendeeReaders.map((value) => ({
                  value,
                  label: t(`events.attendeesFor_${value}`),
                }))}
              />
            </>
          )}
        </div>
      </FoldingCard>
      {draft.registration !== 'none' && (
        <>
          <FoldingCard
            title={t('events.ticketKinds')}
            description={t('events.ticketKindsBody')}
            summary={draft.ticketKinds.map(({ name }) => name).join(' • ') || t('events.kindsNone')}
            hasError={hasErrorIn(form, 'ticketKinds')}
          >
            <OwnField name="ticketKinds">
              {({ value, error, onChange }) => (
                <TicketKinds
                  kinds={value}
                  // Only clubs sell tickets.
                  currency={form.values.host.startsWith('club:') ? form.values.currency : ''}
                  error={error}
                  onChange={onChange}
                />
              )}
            </OwnField>
            {draft.ticketKinds.some(({ price }) => price.trim() !== '') && (
              <div className="mt-5 grid gap-5">
                <RadioGroup
                  name="refunds"
                  label={t('events.refunds')}
                  description={t('events.refundsBody')}
                  options={(['none', 'hours', 'start'] as const).map((value) => ({
                    value,
                    label: t(`events.refunds_${value}`),
                  }))}
                />
                {draft.refunds === 'hours' && (
                  <NumberField
                    name="refundHours"
                    label={t('events.refundHours')}
                    min={1}
                    max={limits.refundHours}
                  />
                )}
              </div>
            )}
          </FoldingCard>
          <FoldingCard
            title={t('events.questions')}
            description={t('events.questionsBody')}
            summary={t('events.questionCount', { count: draft.questions.questions.length })}
          >
            <OwnField name="questions">
              {({ value, onChange }) => (
                <FormBuilder
                  definition={value}
                  isAnonymous={false}
                  isAnswered={isAnswered}
                  isNarrow
                  wrong={null}
                  onChange={onChange}
                />
              )}
            </OwnField>
          </FoldingCard>
        </>
      )}
    </>
  );
}

function CapacityFields({ draft }: { draft: EventDraft }) {
  const { t } = useMessages();
  return (
    <>
      <NumberField name="capacity" label={t('events.capacity')} min={0} max={limits.capacity} />
      <RadioGroup
        name="waitlist"
        label={t('events.waitlist')}
        options={waitlistModes.map((value) => ({
          value,
          label: t(`events.waitlist_${value}`),
        }))}
      />
      {draft.waitlist === 'offer' && (
        <NumberField
          name="offerHours"
          label={t('events.offerHours')}
          min={1}
          max={limits.offerHours}
        />
      )}
    </>
  );
}
