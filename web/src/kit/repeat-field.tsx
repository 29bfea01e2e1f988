import { calendarLimits } from '#contract/calendar/limits.ts';
import { addEnglish, useMessages } from '../lib/messages.ts';
import {
  isOnWeekdays,
  nthOf,
  readRepeat,
  repeatRule,
  weekdayName,
  weekdayOf,
  weekdays,
  workdays,
  type Repeat,
} from '../lib/repeat.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { DatePicker } from '../ui/date-field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import { Select } from '../ui/select.tsx';
import { nthText, repeatText } from './repeat-text.tsx';
import english from './messages/en.json';

addEnglish(english);

/**
 * <RepeatField day="2026-11-24" value={rrule} onChange={setRule} error={…} />
 * Selects whether and how something repeats that starts on a day. The value is an RRULE, or null. Import it only in lazy
 * pages.
 */
interface RepeatFieldProps {
  /** The first day. */
  day: string;
  value: string | null;
  error?: string | undefined;
  onChange: (rule: string | null) => void;
}

const kinds = [
  'never',
  'daily',
  'weekdays',
  'weekly',
  'monthlyDate',
  'monthlyDay',
  'yearly',
] as const;
type Kind = (typeof kinds)[number];

const kindOf = (repeat: Repeat): Kind =>
  ({
    DAILY: 'daily',
    WEEKLY: isOnWeekdays(repeat) ? 'weekdays' : 'weekly',
    MONTHLY: repeat.nth === null ? 'monthlyDate' : 'monthlyDay',
    YEARLY: 'yearly',
  })[repeat.frequency] as Kind;

const frequencies = {
  daily: 'DAILY',
  weekdays: 'WEEKLY',
  weekly: 'WEEKLY',
  monthlyDate: 'MONTHLY',
  monthlyDay: 'MONTHLY',
  yearly: 'YEARLY',
} as const;

/** The default end of a new repetition: ten times. */
const usualCount = 10;

export function RepeatField({ day, value, error, onChange }: RepeatFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  const repeat = value === null ? null : readRepeat(value);
  const isOther = value !== null && repeat === null;
  // An event that starts on a weekend can't repeat from Monday to Friday.
  const offered = kinds.filter(
    (kind) =>
      kind !== 'weekdays' ||
      workdays.includes(weekdayOf(day)) ||
      (repeat !== null && isOnWeekdays(repeat)),
  );
  const days = repeat === null || repeat.days.length === 0 ? [weekdayOf(day)] : repeat.days;
  const put = (next: Repeat) => onChange(repeatRule(next));
  const choose = (kind: Kind | 'other') => {
    if (kind === 'other') return;
    if (kind === 'never') return onChange(null);
    put({
      interval: kind === 'weekdays' ? 1 : (repeat?.interval ?? 1),
      until: repeat?.until ?? null,
      count: repeat === null ? usualCount : repeat.count,
      frequency: frequencies[kind],
      days: kind === 'weekdays' ? workdays : kind === 'weekly' ? [weekdayOf(day)] : [],
      nth: kind === 'monthlyDay' ? nthOf(day) : null,
    });
  };
  return (
    <div className="grid gap-4">
      <Select<Kind | 'other'>
        label={t('kit.repeat')}
        {...(error !== undefined && { error })}
        value={isOther ? 'other' : repeat === null ? 'never' : kindOf(repeat)}
        options={[
          ...offered.map((kind) => ({
            value: kind,
            label:
              kind === 'monthlyDay'
                ? t('kit.repeat_monthlyDay', { day: nthText(messages, nthOf(day)) })
                : t(`kit.repeat_${kind}`),
          })),
          ...(isOther ? [{ value: 'other' as const, label: t('kit.repeat_other') }] : []),
        ]}
        onChange={choose}
      />
      {repeat !== null && (
        <div className="grid gap-4 border-s-2 border-line ps-4">
          <NumberField
            label={t(`kit.interval_${repeat.frequency}`)}
            value={repeat.interval}
            min={1}
            max={52}
            onChange={(interval) => put({ ...repeat, interval: interval ?? 1 })}
          />
          {repeat.frequency === 'WEEKLY' && (
            <RepeatDays days={days} onChange={put} repeat={repeat} day={day} />
          )}
          <RepeatEnd repeat={repeat} onChange={put} day={day} />
          <p className="text-sm text-ink-2" aria-live="polite">
            {repeatText(messages, repeatRule(repeat))}
          </p>
        </div>
      )}
    </div>
  );
}

interface RepeatEndProps {
  repeat: Repeat;
  onChange: (next: Repeat) => void;
  day: string;
}

/** When it ends: after a number of times, on a day, or never. */
function RepeatEnd({ repeat, onChange, day }: RepeatEndProps) {
  const { t } = useMessages();
  return (
    <>
      <RadioGroup<'count' | 'until' | 'never'>
        label={t('kit.repeatEnds')}
        value={repeat.count !== null ? 'count' : repeat.until !== null ? 'until' : 'never'}
        options={(['count', 'until', 'never'] as const).map((end) => ({
          value: end,
          label: t(`kit.ends_${end}`),
          ...(end === 'never' && {
            description: t('kit.endsLimit', { years: calendarLimits.ruleYears }),
          }),
        }))}
        onChange={(end) =>
          onChange({
            ...repeat,
            count: end === 'count' ? usualCount : null,
            until:
              end === 'until'
                ? new Date(Date.parse(`${day}T12:00:00Z`) + 70 * 86_400_000)
                    .toISOString()
                    .slice(0, 10)
                : null,
          })
        }
      />
      {repeat.count !== null && (
        <NumberField
          label={t('kit.repeatCount')}
          value={repeat.count}
          min={2}
          max={calendarLimits.ruleCount}
          onChange={(count) => onChange({ ...repeat, count: count ?? usualCount })}
        />
      )}
      {repeat.until !== null && (
        <DatePicker
          label={t('kit.repeatLast')}
          value={repeat.until}
          min={day}
          onChange={(until) => onChange({ ...repeat, until })}
        />
      )}
    </>
  );
}

interface RepeatDaysProps {
  days: readonly ('FR' | 'MO' | 'SA' | 'SU' | 'TH' | 'TU' | 'WE')[];
  onChange: (next: Repeat) => void;
  repeat: Repeat;
  day: string;
}

function RepeatDays({ days, onChange, repeat, day }: RepeatDaysProps) {
  const { t, locale } = useMessages();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-bold">{t('kit.repeatDays')}</legend>
      <div className="flex flex-wrap gap-x-4">
        {weekdays.map((one) => (
          <Checkbox
            key={one}
            label={weekdayName(locale, one, 'short')}
            isChecked={days.includes(one)}
            onChange={(isOn) => {
              const next = isOn ? [...days, one] : days.filter((other) => other !== one);
              onChange({ ...repeat, days: next.length === 0 ? [weekdayOf(day)] : next });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
