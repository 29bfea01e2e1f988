import { parseDate, today, type CalendarDate } from '@internationalized/date';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ArrowLeft,
  Bell,
  CalendarX2,
  ChevronRight,
  CircleCheck,
  Globe,
  Sparkles,
} from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { BookingSlot } from '#contract/booking/endpoints.ts';
import { newClientId } from '#contract/client-id.ts';
import { useAction } from '../../kit/use-action.ts';
import { CallError } from '../../lib/call-error.ts';
import { ownZone } from '../../lib/date-format.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { MonthGrid } from '../../ui/month-grid.tsx';
import { Note } from '../../ui/note.tsx';
import { staleBookings, staleSlots, type SlotsQuery } from './booking.data.ts';
import { Choices } from './choices.tsx';
import type { BookingPageData } from './booking-page-data.ts';
import { SlotList } from './slot-list.tsx';
import { dayOf, monthWindow, zoneName } from './times.ts';

interface ChosenSlot {
  slot: string;
  kind: string;
  clientId: string;
  answers: Record<string, string>;
}
/** On phones, each step is a separate screen. */
const steps = ['what', 'day', 'time'] as const;
type Step = (typeof steps)[number];

const monthOf = (day: CalendarDate): string => day.toString().slice(0, 7);

/** Error codes for a time that is no longer available. The list reloads, and the answers stay. */
const takenCodes = ['slot_taken', 'slot_unavailable'];

interface BookingViewProps {
  page: BookingPageData;
  /** Picture, name and role of the host. */
  face: ReactNode;
  slotsBetween: (kind: string, window: { from: Date; to: Date }) => SlotsQuery;
  /** True if a booked meeting is being rescheduled. */
  isMoving?: boolean;
  /** Books or reschedules, and returns the meeting with the host's name. */
  onBook: (wanted: ChosenSlot) => Promise<{ at: string; status: string; name: string }>;
  /** Other people who can help, for a person's page. */
  others?: ((first: string | null) => ReactNode) | undefined;
  /** True if the list is up to date, so that the first suggested time is reliable. */
  isFresh: boolean;
}

export function BookingView({
  page,
  face,
  slotsBetween,
  isMoving = false,
  onBook,
  others,
  isFresh,
}: BookingViewProps) {
  const messages = useMessages();
  const { t, locale, date } = messages;
  const client = useQueryClient();
  const search = useSearch();
  const [kindId, setKind] = useState(search.kind ?? page.kinds[0]?.id ?? '');
  const kind = page.kinds.find(({ id }) => id === kindId) ?? page.kinds[0];
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const now = today(ownZone());
  const [day, setDay] = useState<CalendarDate | null>(null);
  const [month, setMonth] = useState(() =>
    monthOf((kind?.first && dayOf(kind.first.dateStart)) ?? now),
  );
  const [slot, setSlot] = useState<BookingSlot | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const [step, setStep] = useState<Step>('what');
  const [isDone, setDone] = useState<{ at: string; status: string; name: string } | null>(null);
  const [clientId, setClientId] = useState(newClientId);
  const times = useRef<HTMLDivElement>(null);
  const days = useRef<HTMLElement>(null);
  const slots = useQuery({
    ...slotsBetween(kind?.id ?? '', monthWindow(parseDate(`${month}-01`))),
    enabled: kind !== undefined,
  });
  const items = slots.data?.items ?? [];
  const ofDay = day === null ? [] : items.filter((one) => dayOf(one.dateStart).compare(day) === 0);
  const freeDays = new Set(
    items.filter(({ conflict }) => conflict === null).map((one) => dayOf(one.dateStart).toString()),
  );
  const book = useAction(
    (wanted: BookingSlot) =>
      onBook({ slot: wanted.slot, kind: kind?.id ?? '', clientId, answers: { ...answers } }),
    { isQuiet: true, invalidates: staleBookings, onSuccess: (reply) => setDone(reply) },
  );
  // The list may have reloaded since the selection.
  const chosen =
    slot !== null && (slots.isFetching || items.some((one) => one.slot === slot.slot))
      ? slot
      : null;
  const choose = (wanted: BookingSlot) => {
    setSlot(wanted);
    setGone(null);
    book.reset();
  };
  const send = (wanted: BookingSlot) => {
    void book.runAsync(wanted).catch((error: unknown) => {
      if (!(error instanceof CallError) || !takenCodes.includes(error.code)) return;
      setGone(t('booking.gone', { time: date(wanted.dateStart, 'time') }));
      setSlot(null);
      // Another attempt is a new booking.
      setClientId(newClientId());
      for (const key of staleSlots) void client.invalidateQueries({ queryKey: [key] });
      book.reset();
    });
  };
  const chooseDay = (next: CalendarDate) => {
    setDay(next);
    setSlot(null);
    setStep('time');
  };
  const takeFirst = (first: BookingSlot) => {
    const at = dayOf(first.dateStart);
    setMonth(monthOf(at));
    chooseDay(at);
    choose(first);
  };
  // On phones, the selected button disappears with its step, so move the focus to the next step's heading.
  useEffect(() => {
    if (step === 'time') times.current?.focus({ preventScroll: true });
    if (step === 'day') days.current?.focus({ preventScroll: true });
  }, [step, day]);
  if (kind === undefined) return null;
  if (isDone !== null)
    return <Done name={isDone.name} at={isDone.at} status={isDone.status} isMoved={isMoving} />;
  const missing = kind.questions.some(
    ({ id, isRequired }) => isRequired && (answers[id] ?? '').trim() === '',
  );
  // Without its times, a month would look as if nothing were available.
  const failed =
    slots.error && slots.data === undefined ? (
      <ErrorState
        isSmall
        error={slots.error}
        onRetry={() => void slots.refetch()}
        isRetrying={slots.isFetching}
      />
    ) : null;
  const on = (one: Step) => (step === one ? '' : 'max-md:hidden');
  return (
    <>
      <Breadcrumbs isMoving={isMoving} />
      <div className="card grid overflow-hidden lg:grid-cols-[18rem_minmax(0,1fr)_17.5rem]">
        <section
          className={`grid content-start gap-5 p-5 ${on('what')} max-lg:md:border-b max-lg:md:border-line`}
        >
          <div className="grid gap-1">
            {face}
            {page.note !== '' && (
              <p dir="auto" className="mt-2 text-sm whitespace-pre-line wrap-anywhere">
                {page.note}
              </p>
            )}
          </div>
          <Choices
            page={page}
            kind={kind}
            onKind={(id) => {
              setKind(id);
              setSlot(null);
            }}
            answers={answers}
            onAnswer={(id, answer) => setAnswers({ ...answers, [id]: answer })}
            isMoving={isMoving}
          />
          <Button
            variant="primary"
            className="md:hidden"
            disabled={missing && !isMoving}
            onClick={() => setStep('day')}
          >
            {t('booking.next')}
          </Button>
        </section>
        <section
          ref={days}
          tabIndex={-1}
          aria-label={t('booking.day')}
          className={`grid content-start gap-4 p-5 outline-none lg:border-x lg:border-line max-lg:md:border-b max-lg:md:border-line ${on('day')}`}
        >
          <Back onClick={() => setStep('what')} />
          <MonthGrid
            label={t('booking.day')}
            selected={day?.toString() ?? null}
            onSelect={(one) => chooseDay(parseDate(one))}
            month={month}
            onMonth={setMonth}
            min={now.toString()}
            max={now.add({ days: page.daysAhead }).toString()}
            isFree={(one) => freeDays.has(one)}
          />
          {failed}
          <FirstFreeTime
            isFresh={isFresh}
            kind={kind}
            onTake={takeFirst}
            daysAhead={page.daysAhead}
          />
          {isFresh && others?.(kind.first?.dateStart ?? null)}
          <p className="flex items-center gap-2 text-sm text-ink-2">
            <Globe size={18} aria-hidden />
            {t('booking.zone', { zone: zoneName(locale, ownZone()) })}
          </p>
        </section>
        <section className={`grid content-start gap-3 p-5 ${on('time')}`}>
          <Back onClick={() => setStep('day')} />
          <div
            ref={times}
            tabIndex={-1}
            className="flex flex-wrap items-baseline justify-between gap-2 outline-none"
          >
            <h2 className="text-lg font-bold">
              {day === null ? t('booking.chooseDay') : date(day.toDate(ownZone()), 'whole day')}
            </h2>
            {day !== null && slots.data && (
              <span className="text-sm text-ink-2">
                {t('booking.free', {
                  count: ofDay.filter(({ conflict }) => conflict === null).length,
                })}
              </span>
            )}
          </div>
          <div role="alert">{gone !== null && <Note tone="warn">{gone}</Note>}</div>
          {failed !== null ? (
            <div className="md:hidden">{failed}</div>
          ) : day === null ? (
            <p className="text-sm text-ink-2">{t('booking.chooseDayBody')}</p>
          ) : (
            <SlotList
              slots={ofDay}
              isLoading={slots.isPending}
              chosen={chosen}
              onChoose={choose}
              onBook={send}
              isPending={book.isPending}
              isMissing={missing && !isMoving}
              label={t(isMoving ? 'booking.moveHere' : 'booking.book')}
            />
          )}
          {missing && chosen !== null && !isMoving && (
            <p className="text-sm text-ink-2">{t('booking.missing')}</p>
          )}
          {book.error && <Failure>{errorText(book.error, messages)}</Failure>}
        </section>
      </div>
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <Bell size={18} aria-hidden className="shrink-0" />
        {t('booking.foot', { hours: Math.round(page.cancelMinutes / 60) })}
      </p>
    </>
  );
}

function Breadcrumbs({ isMoving }: { isMoving: boolean }) {
  const { t } = useMessages();
  return (
    <nav aria-label={t('booking.path')} className="flex flex-wrap items-center gap-1.5 text-sm">
      <Link to={paths.booking} className="text-ink-2 hover:underline">
        {t('booking.people')}
      </Link>
      <ChevronRight size={16} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
      <h1 aria-current="page" className="text-sm! font-bold">
        {t(isMoving ? 'booking.moving' : 'booking.title')}
      </h1>
    </nav>
  );
}

interface FirstFreeTimeProps {
  isFresh: boolean;
  kind: BookingPageData['kinds'][number];
  onTake: (slot: BookingSlot) => void;
  daysAhead: number;
}

/** Suggests the first available time, or other people if there is none. */
function FirstFreeTime({ isFresh, kind, onTake, daysAhead }: FirstFreeTimeProps) {
  const { t, date } = useMessages();
  return (
    <>
      {isFresh && kind.first && (
        <Note icon={Sparkles}>
          <p className="text-ink">
            {t('booking.first', { time: date(kind.first.dateStart, 'day and time') })}{' '}
            <button
              type="button"
              className="font-bold text-brand-text underline touch:min-h-11"
              onClick={() => kind.first && onTake(kind.first)}
            >
              {t('booking.take')}
            </button>
          </p>
        </Note>
      )}
      {isFresh && kind.first === null && (
        <Note
          icon={CalendarX2}
          title={t('booking.nothingFree', { days: daysAhead })}
          action={
            <Link to={paths.booking} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              {t('booking.othersHelp')}
            </Link>
          }
        />
      )}
    </>
  );
}

function Back({ onClick }: { onClick: () => void }) {
  const { t } = useMessages();
  return (
    <Button
      variant="quiet"
      icon={ArrowLeft}
      className="justify-self-start md:hidden rtl:[&_svg]:-scale-x-100"
      onClick={onClick}
    >
      {t('booking.back')}
    </Button>
  );
}

interface DoneProps {
  name: string;
  at: string;
  status: string;
  isMoved: boolean;
}

function Done({ name, at, status, isMoved }: DoneProps) {
  const { t, date } = useMessages();
  const key = status === 'requested' ? 'asked' : isMoved ? 'moved' : 'done';
  return (
    <div ref={(place) => place?.focus()} tabIndex={-1} className="outline-none">
      <EmptyState
        icon={CircleCheck}
        title={t(`booking.${key}`, { name })}
        isPage
        action={
          <Link to={paths.bookings} className={buttonClass({ variant: 'primary' })}>
            {t('booking.mine')}
          </Link>
        }
      >
        {t('booking.doneBody', { time: date(at, 'day and time') })}
      </EmptyState>
    </div>
  );
}
