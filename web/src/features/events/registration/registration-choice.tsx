import { Check, Clock, Hourglass, KeyRound } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import type { Money } from '#contract/finances/money.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ConflictNote } from './conflict-note.tsx';
import { shortWhen } from '../event-times.ts';
import { occurrenceOf } from '../events.data.ts';
import { useRegister, type RegistrationRequest } from './register.ts';

const QuestionsDialog = lazyComponent(() => import('./questions-dialog.tsx'), 'QuestionsDialog');

export interface RegistrationChoiceProps {
  event: EventPage;
  /** The access code that reveals hidden ticket types. */
  code: string | undefined;
  onCode: (code: string | undefined) => void;
}

/** The ticket type, guests and options of a registration, and the button that sends it. */
export function RegistrationChoice({ event, code, onCode }: RegistrationChoiceProps) {
  const { t, locale } = useMessages();
  const register = useRegister(event);
  const { ticketKinds, questions, registration } = event;
  const [kind, setKind] = useState<string | null>(
    ticketKinds.find(({ isAvailable }) => isAvailable)?.id ?? ticketKinds[0]?.id ?? null,
  );
  const [guests, setGuests] = useState('0');
  const [isHidden, setHidden] = useState(false);
  const [pendingWish, setPendingWish] = useState<RegistrationRequest | null>(null);
  const chosen = ticketKinds.find(({ id }) => id === kind);
  const guestsMax = chosen?.guestsMax ?? event.guestsMax;
  // Another ticket type can allow fewer guests.
  const count = Math.min(Number(guests), guestsMax);
  const total =
    chosen?.price == null
      ? null
      : {
          ...chosen.price,
          amount: chosen.price.amount + count * (chosen.guestPrice ?? chosen.price).amount,
        };
  const waits = registration.state === 'waitlist' || chosen?.isAvailable === false;
  const occurrence = occurrenceOf(event);
  const wish: RegistrationRequest = {
    ...(occurrence !== undefined && { occurrence }),
    ...(kind !== null && { ticketKind: kind }),
    ...(code !== undefined && { code }),
    ...(guestsMax > 0 && { guests: count }),
    ...(isHidden && { isHidden }),
  };
  const guestLabel = (many: number): string => {
    const label = t('events.guestCount', { count: many });
    const price = chosen?.guestPrice;
    return many === 0 || price == null
      ? label
      : `${label} • ${moneyText(locale, { ...price, amount: many * price.amount })}`;
  };
  const send = (more: RegistrationRequest = {}) => {
    const whole = { ...wish, ...more };
    // “Maybe” responses skip the questions.
    if (questions !== null && whole.maybe !== true) setPendingWish(whole);
    else register.run(whole);
  };
  return (
    <div className="grid gap-4">
      {ticketKinds.length > 0 && <Kinds kinds={ticketKinds} chosen={kind} onChoose={setKind} />}
      {event.hasHiddenKinds && code === undefined && <CodeField onCode={onCode} />}
      {guestsMax > 0 && (
        <Select
          label={t('events.guests')}
          value={String(count)}
          options={Array.from({ length: guestsMax + 1 }, (_, many) => ({
            value: String(many),
            label: guestLabel(many),
          }))}
          onChange={setGuests}
        />
      )}
      {waits && (
        <p className="flex items-start gap-2 text-sm text-ink-2">
          <Hourglass size={18} aria-hidden className="mt-px shrink-0" />
          {t('events.waitlistNote', { position: registration.waiting + 1 })}{' '}
          {t(event.waitlist === 'offer' ? 'events.waitlistOffer' : 'events.waitlistAutomatic')}
        </p>
      )}
      {event.needsApproval && !waits && (
        <p className="text-sm text-ink-2">{t('events.approvalNote')}</p>
      )}
      {chosen !== undefined && total !== null && (
        <Total
          kind={chosen}
          guests={count}
          total={total}
          waits={waits || event.needsApproval}
          event={event}
        />
      )}
      <div className="flex flex-wrap items-center gap-3 max-md:sticky max-md:bottom-18 max-md:z-10 max-md:-mx-1 max-md:rounded-control max-md:bg-surface max-md:p-1">
        <Button
          variant="primary"
          data-main
          icon={waits ? Clock : Check}
          isPending={register.isPending}
          onClick={() => send()}
        >
          {waits
            ? t('events.joinWaitlist')
            : event.needsApproval
              ? t('events.requestPlace')
              : total !== null
                ? t('events.holdAndPay', { count: 1 + count, amount: moneyText(locale, total) })
                : t('events.register')}
        </Button>
        {event.allowsMaybe && (
          <Button isPending={register.isPending} onClick={() => send({ maybe: true })}>
            {t('events.maybe')}
          </Button>
        )}
        <span className="empty:hidden md:ms-auto">
          <ConflictNote event={event} />
        </span>
      </div>
      {event.attendees !== null && (
        <Checkbox label={t('events.hideMe')} isChecked={isHidden} onChange={setHidden} />
      )}
      {pendingWish !== null && (
        <Suspense fallback={null}>
          <QuestionsDialog event={event} wish={pendingWish} onClose={() => setPendingWish(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the text about the refund deadline. */
const refundRule = (messages: Messages, event: EventPage): string => {
  const { t } = messages;
  const { refundUntil: until } = event;
  if (until === null) return t('events.refundNone');
  if (Date.parse(until) <= Date.now()) return t('events.refundOver');
  const times = { ...event, isAllDay: false, dateStart: until, dateEnd: until };
  return t('events.refundUntil', { when: shortWhen(messages, times) });
};

/** The price of all spots, the payment deadline, and the refund policy. */
function Total({
  kind,
  guests,
  total,
  waits,
  event,
}: {
  kind: EventPage['ticketKinds'][number];
  guests: number;
  total: Money;
  /** True if there is no spot to hold yet. */
  waits: boolean;
  event: EventPage;
}) {
  const messages = useMessages();
  const { t, locale } = messages;
  const amount = moneyText(locale, total);
  const isSamePrice = kind.guestPrice?.amount === kind.price?.amount;
  return (
    <div className="grid gap-2">
      <dl className="grid gap-1 rounded-card border border-line px-4 py-3">
        <div className="flex items-baseline justify-between gap-3">
          <dt className="min-w-0">
            <span className="block font-bold">{t('events.total')}</span>
            <span className="text-sm wrap-anywhere text-ink-2">
              {t('events.ticketLine', {
                name: kind.name,
                count: isSamePrice ? 1 + guests : 1,
              })}
              {!isSamePrice &&
                guests > 0 &&
                ` + ${t('events.ticketLine', { name: t('events.guests'), count: guests })}`}
            </span>
          </dt>
          <dd className="text-xl font-bold tabular-nums">
            <bdi>{amount}</bdi>
          </dd>
        </div>
      </dl>
      <p className="text-sm text-ink-2">
        {waits
          ? t('events.payLater', { amount })
          : t('events.holdNote', { minutes: paymentLimits.holdMinutes })}{' '}
        {refundRule(messages, event)}
      </p>
    </div>
  );
}

interface KindsProps {
  kinds: EventPage['ticketKinds'];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Ticket types as cards with a single selection. */
function Kinds({ kinds, chosen, onChoose }: KindsProps) {
  const { t, number, locale } = useMessages();
  const name = useId();
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">{t('events.ticketKind')}</legend>
      {kinds.map((kind) => {
        const left = kind.quota === null ? null : Math.max(0, kind.quota - kind.taken);
        return (
          <label
            key={kind.id}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-card border border-line-strong px-4 py-3 hover:bg-fill has-checked:border-brand-text has-checked:bg-brand-soft has-checked:outline-1 has-checked:outline-brand-text has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={kind.id}
              checked={kind.id === chosen}
              onChange={() => onChoose(kind.id)}
              className="size-5 shrink-0 accent-brand-text outline-none"
            />
            <span className="min-w-0 flex-1">
              <bdi className="block font-bold wrap-anywhere">{kind.name}</bdi>
              {kind.description !== '' && (
                <bdi className="text-sm text-ink-2 wrap-anywhere">{kind.description}</bdi>
              )}
            </span>
            <span className="shrink-0 text-end text-sm">
              <span className="block font-bold">
                {kind.price === null ? t('events.free') : moneyText(locale, kind.price)}
              </span>
              <span className="text-ink-2">
                {!kind.isAvailable
                  ? t('events.full')
                  : left === null
                    ? null
                    : t('events.placesLeft', { count: left, shown: number(left) })}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** A field that reveals ticket types with an access code. */
function CodeField({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  if (!isOpen)
    return (
      <Button
        size="sm"
        variant="quiet"
        icon={KeyRound}
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        {t('events.haveCode')}
      </Button>
    );
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onCode(text.trim());
      }}
    >
      <span className="min-w-0 flex-1">
        <TextField label={t('events.accessCode')} value={text} maxLength={40} onChange={setText} />
      </span>
      <Button type="submit">{t('events.useCode')}</Button>
    </form>
  );
}
