import {
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  toZoned,
  type DateValue,
} from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker as AriaDatePicker,
  DateSegment,
  Group,
  Label,
  Popover,
} from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { DateRangePicker, RangeCalendar } from 'react-aria-components/DateRangePicker';
import { Heading } from 'react-aria-components/Heading';
import { AriaProvider } from './aria-provider.tsx';
import type { FieldTexts } from './field.tsx';

/*
 * <DatePicker label="Starts" value="2027-01-15" onChange={setDay} />: a day in ISO 8601
 * <DateTimeField label="Closes" value={closesAt} onChange={setClosesAt} />: an instant in the user's time zone
 * <DateRange label="Term" value={{ from: '2027-01-15', until: '2027-05-30' }} onChange={setTerm} />
 * Users type the parts, use arrow keys, or open a calendar. `null` means empty. Import them only in lazy pages.
 */
interface DateTexts extends Omit<FieldTexts, 'isLabelHidden'> {
  isDisabled?: boolean;
}

interface DatePickerProps extends DateTexts {
  value: string | null;
  onChange: (value: string | null) => void;
  /** First and last selectable day. */
  min?: string;
  max?: string;
}

export function DatePicker({ value, onChange, min, max, ...texts }: DatePickerProps) {
  return (
    <DayField
      {...texts}
      granularity="day"
      value={value === null ? null : parseDate(value)}
      onChange={(next) => onChange(next === null ? null : next.toString())}
      {...(min !== undefined && { minValue: parseDate(min) })}
      {...(max !== undefined && { maxValue: parseDate(max) })}
    />
  );
}

interface DateTimeFieldProps extends DateTexts {
  /** An instant in UTC, as in the API. */
  value: string | null;
  onChange: (value: string | null) => void;
  min?: string;
  max?: string;
  /** IANA name. The default is the user's time zone. */
  timeZone?: string;
}

export function DateTimeField({
  value,
  onChange,
  min,
  max,
  timeZone = getLocalTimeZone(),
  ...texts
}: DateTimeFieldProps) {
  return (
    <DayField
      {...texts}
      granularity="minute"
      value={value === null ? null : parseAbsolute(value, timeZone)}
      onChange={(next) =>
        // A field that was empty returns dates and times without a zone.
        onChange(next === null ? null : toZoned(next, timeZone).toAbsoluteString())
      }
      {...(min !== undefined && { minValue: parseAbsolute(min, timeZone) })}
      {...(max !== undefined && { maxValue: parseAbsolute(max, timeZone) })}
    />
  );
}

interface DayFieldProps extends DateTexts {
  granularity: 'day' | 'minute';
  value: DateValue | null;
  onChange: (value: DateValue | null) => void;
  minValue?: DateValue;
  maxValue?: DateValue;
}

function DayField({ label, description, error, isDisabled = false, ...picker }: DayFieldProps) {
  const { id, described } = useDescribed(error, description);
  const field = useRef<HTMLDivElement>(null);
  return (
    <AriaProvider>
      <AriaDatePicker
        {...picker}
        hideTimeZone
        isDisabled={isDisabled}
        isInvalid={Boolean(error)}
        // The server and the form show their own errors instead of the browser's.
        validationBehavior="aria"
        {...described}
        className="grid min-w-0 content-start gap-1.5"
      >
        <Label className="text-sm font-bold">{label}</Label>
        <Group ref={field} {...(error && { 'data-invalid': true })} className={box}>
          <Segments />
          <PickButton />
        </Group>
        <FieldNote id={id} error={error} description={description} />
        <Floating anchor={field}>
          <Calendar className="w-full">
            <Month />
          </Calendar>
        </Floating>
      </AriaDatePicker>
    </AriaProvider>
  );
}

export interface Days {
  from: string;
  until: string;
}

interface DateRangeProps extends DateTexts {
  value: Days | null;
  onChange: (value: Days | null) => void;
}

export function DateRange({
  label,
  description,
  error,
  isDisabled = false,
  value,
  onChange,
}: DateRangeProps) {
  const { id, described } = useDescribed(error, description);
  const field = useRef<HTMLDivElement>(null);
  return (
    <AriaProvider>
      <DateRangePicker
        value={value && { start: parseDate(value.from), end: parseDate(value.until) }}
        onChange={(next) =>
          onChange(next && { from: next.start.toString(), until: next.end.toString() })
        }
        isDisabled={isDisabled}
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        {...described}
        className="grid min-w-0 content-start gap-1.5"
      >
        <Label className="text-sm font-bold">{label}</Label>
        <Group ref={field} {...(error && { 'data-invalid': true })} className={box}>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <Segments slot="start" />
            <span aria-hidden className="text-ink-3">
              –
            </span>
            <Segments slot="end" />
          </div>
          <PickButton />
        </Group>
        <FieldNote id={id} error={error} description={description} />
        <Floating anchor={field}>
          <RangeCalendar className="w-full">
            <Month isRange />
          </RangeCalendar>
        </Floating>
      </DateRangePicker>
    </AriaProvider>
  );
}

const box =
  'field flex min-h-11 max-w-80 items-center gap-2 py-0! ps-3! pe-1! data-focus-within:border-brand-text';

function useDescribed(error: string | undefined, description: ReactNode) {
  const id = useId();
  const ids = [error && `${id}-error`, description && `${id}-description`].filter(Boolean);
  return { id, described: ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {} };
}

/** Error and description, as in Field. */
function FieldNote({
  id,
  error,
  description,
}: {
  id: string;
  error: string | undefined;
  description: ReactNode;
}) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-bad">
          <CircleAlert size={18} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className="text-sm text-ink-2">
          {description}
        </p>
      )}
    </>
  );
}

function Segments({ slot }: { slot?: 'start' | 'end' }) {
  return (
    <DateInput
      {...(slot && { slot })}
      className={`flex min-w-0 flex-wrap items-center tabular-nums ${slot ? '' : 'flex-1'}`}
    >
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-[4px] px-0.5 outline-none data-placeholder:text-ink-2 data-focused:bg-brand data-focused:text-on-brand forced-colors:data-focused:outline-2"
        />
      )}
    </DateInput>
  );
}

const PickButton = () => (
  <Button className="grid size-9 shrink-0 place-items-center rounded-control text-ink-2 transition-colors duration-150 hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text disabled:opacity-40 touch:size-11">
    <CalendarDays size={20} strokeWidth={1.75} aria-hidden />
  </Button>
);

function Floating({
  anchor,
  children,
}: {
  anchor: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  return (
    <Popover
      triggerRef={anchor}
      placement="bottom start"
      offset={6}
      className="forced-edge max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line raised p-3 shadow-float animate-settle"
    >
      <Dialog className="outline-none">{children}</Dialog>
    </Popover>
  );
}

const step =
  'grid size-9 place-items-center rounded-control text-ink-2 transition-colors duration-150 hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text disabled:opacity-40 touch:size-11';

function Month({ isRange = false }: { isRange?: boolean }) {
  const chosen = isRange
    ? 'data-selected:bg-brand-soft data-selected:text-ink data-selection-start:bg-brand! data-selection-start:text-on-brand! data-selection-end:bg-brand! data-selection-end:text-on-brand!'
    : 'data-selected:bg-brand data-selected:text-on-brand';
  return (
    <>
      <header className="mb-2 flex items-center gap-1">
        <Button slot="previous" className={step}>
          <ChevronLeft size={20} aria-hidden className="rtl:-scale-x-100" />
        </Button>
        <Heading className="flex-1 text-center text-base! font-bold" />
        <Button slot="next" className={step}>
          <ChevronRight size={20} aria-hidden className="rtl:-scale-x-100" />
        </Button>
      </header>
      <CalendarGrid className="[&_th]:h-8 [&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-2 [&_td]:p-0.5">
        {(date) => (
          <CalendarCell
            date={date}
            className={`grid size-9 cursor-pointer place-items-center rounded-control text-sm tabular-nums outline-none hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-offset-1 data-focus-visible:outline-brand-text data-outside-month:hidden data-disabled:cursor-default data-disabled:text-ink-3 data-disabled:opacity-50 data-unavailable:cursor-default data-unavailable:line-through data-today:font-bold touch:size-10 forced-colors:data-selected:outline-2 ${chosen}`}
          />
        )}
      </CalendarGrid>
    </>
  );
}
