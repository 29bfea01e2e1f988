import { parseDate } from '@internationalized/date';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { alarms } from '#contract/calendar/personal-limits.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import type { CalendarEntry, EditScope } from '#contract/calendar-entries/endpoints.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { RepeatField } from '../../../kit/repeat-field.tsx';
import { useMessages, type LabelKey } from '../../../lib/messages.ts';
import { ruleFor } from '../../../lib/repeat.ts';
import { createEntry, staleItems, updateEntry, type EntryContent } from '../calendar.data.ts';
import { instantAt, todayHere, viewerZone } from '../calendar-times.ts';
import { Button } from '../../../ui/button.tsx';
import { ColorChoice } from '../feeds/color-choice.tsx';
import { lengthText } from '../length-text.ts';
import { QuickTitle } from './quick-title.tsx';

interface Draft {
  title: string;
  isAllDay: boolean;
  start: string | null;
  end: string | null;
  firstDay: string | null;
  lastDay: string | null;
  timeZone: string | null;
  rrule: string | null;
  location: string;
  note: string;
  alarm: string;
  showsAs: 'busy' | 'free';
  color: number | null;
  scope: EditScope;
}

const { TextField, TextArea, Switch, Select, RadioGroup, OwnField } = fieldsOf<Draft>();
const { DatePicker, DateTimeField } = dateFieldsOf<Draft>();
const { Combobox } = ariaFieldsOf<Draft>();

const scopeLabels: Record<EditScope, LabelKey> = {
  this: 'calendar.scope.this',
  following: 'calendar.scope.following',
  all: 'calendar.scope.all',
};

/** The options for which dates of a series to change. Only a series with a rule can be split. */
export const useScopes = (hasRule: boolean) => {
  const { t } = useMessages();
  return (['this', 'following', 'all'] as const)
    .filter((value) => hasRule || value !== 'following')
    .map((value) => ({ value, label: t(scopeLabels[value]) }));
};

const zones = (() => {
  let known: { id: string; label: string }[] | undefined;
  return (own: string) => {
    known ??= ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({
      id,
      label: id.replaceAll('_', ' '),
    }));
    return known.some(({ id }) => id === own) ? known : [{ id: own, label: own }, ...known];
  };
})();

interface EntryDialogProps {
  /** The event to edit with the opened occurrence. For a new event, its start and end. */
  entry?: CalendarEntry;
  item?: CalendarItem;
  times: { readonly dateStart: string; readonly dateEnd: string; readonly isAllDay: boolean };
  onClose: () => void;
}

const dayIn = (text: string): string => text.slice(0, 10);

const draftOf = ({ entry, item, times }: EntryDialogProps): Draft => {
  const { isAllDay } = times;
  const day = isAllDay ? dayIn(times.dateStart) : parseLocalDay(times.dateStart);
  return {
    title: entry?.title ?? '',
    isAllDay,
    start: isAllDay ? instantAt(parseDate(day), 9 * 60) : times.dateStart,
    end: isAllDay ? instantAt(parseDate(day), 10 * 60) : times.dateEnd,
    firstDay: day,
    lastDay: isAllDay ? dayIn(times.dateEnd) : day,
    timeZone: entry?.timeZone ?? viewerZone(),
    rrule: entry?.rrule ?? null,
    location: entry?.location ?? '',
    note: entry?.note ?? '',
    alarm: entry?.alarm == null ? '' : String(entry.alarm),
    showsAs: entry?.isFree === true ? 'free' : 'busy',
    color: entry?.color ?? null,
    scope: item?.occurrence == null ? 'all' : 'this',
  };
};

const parseLocalDay = (instant: string): string => {
  const at = new Date(instant);
  return [
    String(at.getFullYear()).padStart(4, '0'),
    String(at.getMonth() + 1).padStart(2, '0'),
    String(at.getDate()).padStart(2, '0'),
  ].join('-');
};

const firstDayOf = ({ isAllDay, firstDay, start }: Draft): string =>
  (isAllDay ? firstDay : start && parseLocalDay(start)) ?? todayHere().toString();

/** An unchanged rule is not sent, because the server moves it with the start. A new rule is based on the new start. */
const ruleOf = (draft: Draft, before: string | null): string | null =>
  draft.rrule === before ? before : ruleFor(draft.rrule, firstDayOf(draft));

const contentOf = (draft: Draft, before: string | null): EntryContent => ({
  title: draft.title,
  location: draft.location === '' ? null : draft.location,
  note: draft.note === '' ? null : draft.note,
  color: draft.color,
  alarm: draft.alarm === '' ? null : Number(draft.alarm),
  isFree: draft.showsAs === 'free',
  dateStart: (draft.isAllDay ? draft.firstDay : draft.start) ?? '',
  dateEnd: (draft.isAllDay ? draft.lastDay : draft.end) ?? '',
  timeZone: draft.timeZone ?? viewerZone(),
  rrule: ruleOf(draft, before),
});

/** Send only the changed fields. */
const changesOf = (draft: Draft, first: Draft, before: string | null): Partial<EntryContent> => {
  const [now, was] = [contentOf(draft, before), contentOf(first, before)];
  const isTimed = now.dateStart !== was.dateStart || now.dateEnd !== was.dateEnd;
  const changed = Object.entries(now).filter(
    ([name, value]) => value !== was[name as keyof EntryContent],
  );
  return {
    ...(Object.fromEntries(changed) as Partial<EntryContent>),
    ...(isTimed && { dateStart: now.dateStart, dateEnd: now.dateEnd }),
  };
};

/** Focuses the first field when the dialog opens. */
function FirstField({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('input')?.focus(), []);
  return <div ref={container}>{children}</div>;
}

/** Creates or edits a personal event. */
export function EntryDialog(props: EntryDialogProps) {
  const { entry, item, onClose } = props;

  const { t } = useMessages();
  const [first] = useState(() => draftOf(props));
  const isSeries = entry?.isSeries === true;
  const before = entry?.rrule ?? null;
  const save = (draft: Draft) => {
    if (!entry) return createEntry(contentOf(draft, null));
    const which = {
      id: entry.id,
      version: entry.version,
      scope: isSeries ? draft.scope : ('all' as const),
      occurrence: item?.occurrence ?? null,
    };
    const { rrule, ...change } = changesOf(draft, first, before);
    // A single date of a series has no rule.
    const isOne = isSeries && draft.scope === 'this';
    return updateEntry(which, isOne || rrule === undefined ? change : { ...change, rrule });
  };
  return (
    <FormDialog<Draft, CalendarEntry>
      size="lg"
      title={t(entry ? 'calendar.editEntry' : 'calendar.newEntry')}
      submitLabel={t(entry ? 'calendar.save' : 'calendar.create')}
      defaultValues={first}
      save={save}
      invalidates={staleItems}
      success={t(entry ? 'calendar.saved' : 'calendar.created')}
      isComplete={({ title }) => title.trim() !== ''}
      errorFields={{
        time_order: first.isAllDay ? 'lastDay' : 'end',
        time_length: first.isAllDay ? 'lastDay' : 'end',
        rule_start: 'rrule',
        rule_never: 'rrule',
        rule_until: 'rrule',
        rule_count: 'rrule',
        rule_interval: 'rrule',
        rule_too_dense: 'rrule',
        zone_unknown: 'timeZone',
      }}
      validate={({ isAllDay, start, end, firstDay, lastDay }) => {
        const isMissing = isAllDay ? firstDay === null : start === null;
        if (isMissing) return { [isAllDay ? 'firstDay' : 'start']: t('calendar.startMissing') };
        const [from, to] = isAllDay ? [firstDay, lastDay] : [start, end];
        if (to === null || (from !== null && to < from))
          return { [isAllDay ? 'lastDay' : 'end']: t('error.time_order') };
        return {};
      }}
      onClose={onClose}
    >
      {(draft) => (
        <EntryFields
          alarm={entry?.alarm}
          isNew={!entry}
          isSeries={isSeries}
          draft={draft}
          before={before}
          first={first}
        />
      )}
    </FormDialog>
  );
}

interface EntryFieldsProps {
  isNew: boolean;
  isSeries: boolean;
  draft: Draft;
  before: string | null;
  first: Draft;
  /** The event's current reminder, in minutes before its start. */
  alarm: number | null | undefined;
}

function EntryFields({ isNew, isSeries, draft, before, first, alarm }: EntryFieldsProps) {
  const messages = useMessages();
  const { t } = messages;
  const scopes = useScopes(before !== null);
  const alarmOptions = [
    { value: '', label: t('calendar.alarm.none') },
    ...[...new Set([...alarms, ...(alarm == null ? [] : [alarm])])]
      .toSorted((a, b) => a - b)
      .map((minutes) => ({
        value: String(minutes),
        label:
          minutes === 0
            ? t('calendar.alarm.start')
            : minutes === 1_440
              ? t('calendar.alarm.day')
              : t('calendar.alarm.before', { length: lengthText(minutes, messages) }),
      })),
  ];
  return (
    <>
      <FirstField>
        {isNew && !first.isAllDay ? (
          <QuickTitle
            draft={draft}
            times={{ dateStart: first.start ?? '', dateEnd: first.end ?? '' }}
          >
            <TextField
              name="title"
              label={t('calendar.name')}
              maxLength={personalLimits.title}
              placeholder={t('calendar.quickExample')}
            />
          </QuickTitle>
        ) : (
          <TextField name="title" label={t('calendar.name')} maxLength={personalLimits.title} />
        )}
      </FirstField>
      {isSeries && <RadioGroup name="scope" label={t('calendar.scope')} options={scopes} />}
      <Switch name="isAllDay" label={t('calendar.allDay')} />
      {draft.isAllDay ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <DatePicker name="firstDay" label={t('calendar.firstDay')} />
          <DatePicker name="lastDay" label={t('calendar.lastDay')} />
        </div>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <DateTimeField name="start" label={t('calendar.starts')} />
          <DateTimeField name="end" label={t('calendar.ends')} />
        </div>
      )}
      <TextField
        name="location"
        label={t('calendar.location')}
        maxLength={personalLimits.location}
      />
      <OwnField name="rrule">
        {({ error, onChange }) => (
          <RepeatField
            day={firstDayOf(draft)}
            value={ruleOf(draft, before)}
            error={error}
            onChange={onChange}
          />
        )}
      </OwnField>
      <MoreFields isOpen={!isNew}>
        <TextArea name="note" label={t('calendar.note')} maxLength={personalLimits.note} rows={3} />
        <Select
          name="alarm"
          label={t('calendar.alarm')}
          description={t('calendar.alarmAbout')}
          options={alarmOptions}
        />
        <Select
          name="showsAs"
          label={t('calendar.showAs')}
          description={t('calendar.showAsAbout')}
          options={[
            { value: 'busy', label: t('calendar.showAs.busy') },
            { value: 'free', label: t('calendar.showAs.free') },
          ]}
        />
        <OwnField name="color">
          {({ value, onChange }) => <ColorChoice value={value} onChange={onChange} hasUsual />}
        </OwnField>
        {!draft.isAllDay && (
          <Combobox
            name="timeZone"
            label={t('calendar.timeZone')}
            description={t('calendar.timeZoneAbout')}
            options={zones(first.timeZone ?? 'UTC')}
          />
        )}
      </MoreFields>
    </>
  );
}

/** Rarely used fields, collapsed for new events. */
function MoreFields({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const { t } = useMessages();
  const [isShown, setShown] = useState(isOpen);
  if (isShown) return children;
  return (
    <div>
      <Button
        variant="quiet"
        icon={ChevronDown}
        onClick={() => setShown(true)}
        aria-expanded={false}
      >
        {t('calendar.moreOptions')}
      </Button>
    </div>
  );
}
