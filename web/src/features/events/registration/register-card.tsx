import { Check, Clock, EyeOff, Hourglass, MessageSquareHeart, Ticket, Users } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useFocusAfterChange } from '../../../ui/list-focus.ts';
import { Note } from '../../../ui/note.tsx';
import { Reason, ticketHref } from '../event-parts.tsx';
import { shortWhen } from '../event-times.ts';
import { occurrenceOf, useCancelRegistration } from '../events.data.ts';
import { useRegister, type RegistrationRequest } from './register.ts';
import { RegistrationChoice, type RegistrationChoiceProps } from './registration-choice.tsx';
import { OwnOptions } from './own-options.tsx';

const CancelPaidDialog = lazyComponent(
  () => import('./cancel-paid-dialog.tsx'),
  'CancelPaidDialog',
);
const QuestionsDialog = lazyComponent(() => import('./questions-dialog.tsx'), 'QuestionsDialog');

/** Registration with ticket types, guests and a button, or the user's registration status. */
export function RegisterCard(props: RegistrationChoiceProps) {
  const area = useRef<HTMLDivElement>(null);
  const { mine, registration } = props.event;
  useFocusAfterChange(
    area,
    [registration.state, mine?.status, mine?.offeredUntil].join(),
    'a[href], button[data-main]',
  );
  return (
    <div ref={area} className="contents">
      <CardOf {...props} />
    </div>
  );
}

function CardOf({ event, code, onCode }: RegistrationChoiceProps) {
  const messages = useMessages();
  const { t } = messages;
  const { registration, mine, status, isEnded, opensAt, closesAt } = event;
  if (status !== 'published' || event.isTemplate) return null;
  const isIn = mine !== null && mine.status !== 'canceled';
  if (registration.mode === 'none')
    return isEnded ? null : (
      <Card>
        <Line icon={Users} title={t('events.noRegistration')}>
          {t('events.noRegistrationBody')}
        </Line>
      </Card>
    );
  const foot =
    closesAt !== null && !isEnded && registration.state !== 'closed'
      ? t('events.closesAt', { when: whenOf(messages, event, closesAt) })
      : null;
  if (event.feedback !== null)
    return (
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Line icon={MessageSquareHeart} title={t('events.giveFeedback')}>
            {t('events.giveFeedbackBody')}
          </Line>
          <Link
            to={paths.survey}
            params={{ surveyId: event.feedback }}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('events.giveFeedback')}
          </Link>
        </div>
      </Card>
    );
  if (isIn)
    return (
      <Card title={t('events.yourRegistration')}>
        <Own event={event} />
      </Card>
    );
  if (mine?.isDeclined === true)
    return (
      <Note tone="bad" title={t('events.declined')}>
        <Reason text={mine.reason} />
        {t('events.declinedBody')}
      </Note>
    );
  switch (registration.state) {
    case 'open':
    case 'waitlist':
      return (
        <Card
          title={t('events.register')}
          aside={foot !== null && <span className="text-sm text-ink-2">{foot}</span>}
        >
          {mine !== null && mine.reason !== '' && (
            <Note title={t('events.takenOff')}>
              <Reason text={mine.reason} />
            </Note>
          )}
          <RegistrationChoice event={event} code={code} onCode={onCode} />
        </Card>
      );
    case 'early':
      return (
        <Card>
          <Line icon={Clock} title={t('events.early')}>
            {opensAt !== null && t('events.opensAt', { when: whenOf(messages, event, opensAt) })}
          </Line>
        </Card>
      );
    case 'full':
      return (
        <Card>
          <Line icon={Ticket} title={t('events.full')}>
            {t('events.fullBody')}
          </Line>
        </Card>
      );
    case 'closed':
    case 'ended':
      return (
        <Card>
          <Line
            icon={Clock}
            title={t(registration.state === 'ended' ? 'events.isOver' : 'events.closed')}
          >
            {registration.state === 'closed' && t('events.closedBody')}
          </Line>
        </Card>
      );
    default:
      return null;
  }
}

/** Formats an instant that isn't the event's own time, in one line. */
const whenOf = (messages: Messages, event: EventPage, at: string): string =>
  shortWhen(messages, { ...event, isAllDay: false, dateStart: at, dateEnd: at });

function Line({
  icon: Icon,
  title,
  children,
}: {
  icon: typeof Check;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-start gap-3">
      <Icon size={22} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
      <div>
        <p className="font-bold">{title}</p>
        {children && <p className="text-ink-2">{children}</p>}
      </div>
    </div>
  );
}

/** Returns whether a spot has a price that isn't paid yet: only then there is no ticket. */
const isUnpaid = ({ status, ticket }: NonNullable<EventPage['mine']>): boolean =>
  status === 'registered' && ticket === null;

/** The user's registration status and its actions. */
function Own({ event }: { event: EventPage }) {
  const { t, locale } = useMessages();
  const occurrence = occurrenceOf(event);
  const register = useRegister(event);
  const cancel = useCancelRegistration({ ...event, occurrence });
  const { mine, can } = event;
  const [isAsking, setAsking] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  if (mine === null) return null;
  const same: RegistrationRequest = {
    ...(occurrence !== undefined && { occurrence }),
    ...(mine.ticketKind !== null && { ticketKind: mine.ticketKind.id }),
  };
  const isOffered = mine.offeredUntil !== null;
  const isDue = isUnpaid(mine);
  const isPaid = mine.order?.state === 'paid';
  const spots = 1 + mine.guests;
  return (
    <div className="grid gap-4">
      <OwnStatus mine={mine} isOffered={isOffered} event={event} />
      <div className="flex flex-wrap items-center gap-2">
        {mine.ticket !== null && mine.status === 'registered' && (
          <a href={ticketHref(event)} className={buttonClass({ variant: 'primary' })}>
            <Ticket size={20} strokeWidth={1.9} aria-hidden />
            {t('events.ticket')}
          </a>
        )}
        {isDue &&
          (mine.order === null ? (
            <Button
              variant="primary"
              isPending={register.isPending}
              onClick={() => register.run(same)}
            >
              {t('events.pay')}
            </Button>
          ) : (
            <Link
              to={paths.order}
              params={{ orderId: mine.order.id }}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('events.payNow', { amount: moneyText(locale, mine.order.total) })}
            </Link>
          ))}
        {!isDue && mine.order !== null && (
          <Link
            to={paths.order}
            params={{ orderId: mine.order.id }}
            className={buttonClass({ variant: 'outline' })}
          >
            {t('events.ticketOrder')}
          </Link>
        )}
        {(isOffered || mine.status === 'maybe') && can.register && (
          <Button
            variant="primary"
            icon={Check}
            isPending={register.isPending}
            onClick={() =>
              event.questions !== null && mine.status === 'maybe'
                ? setAsking(true)
                : register.run({ ...same, maybe: false })
            }
          >
            {t(isOffered ? 'events.takePlace' : 'events.register')}
          </Button>
        )}
        {can.cancelRegistration && (
          <Button
            isPending={cancel.isPending}
            onClick={() => (isPaid ? setCanceling(true) : cancel.run())}
          >
            {isDue
              ? t('events.release', { count: spots })
              : t(
                  mine.status === 'registered'
                    ? 'events.cantCome'
                    : mine.status === 'waiting' && !isOffered
                      ? 'events.leaveWaitlist'
                      : isOffered
                        ? 'events.declineOffer'
                        : 'events.withdraw',
                )}
          </Button>
        )}
      </div>
      {mine.status === 'registered' && !isDue && !event.isEnded && can.cancelRegistration && (
        <OwnOptions
          mine={mine}
          event={event}
          onGuests={(count) => register.run({ ...same, guests: Number(count) })}
          onHidden={(isHidden) => register.run({ ...same, isHidden })}
        />
      )}
      {mine.isHidden && (
        <p className="flex items-center gap-1.5 text-sm text-ink-2">
          <EyeOff size={16} aria-hidden />
          {t('events.hiddenNote')}
        </p>
      )}
      {isCanceling && (
        <Suspense fallback={null}>
          <CancelPaidDialog event={event} onClose={() => setCanceling(false)} />
        </Suspense>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <QuestionsDialog
            event={event}
            wish={{ ...same, maybe: false }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface OwnStatusProps {
  mine: NonNullable<EventPage['mine']>;
  isOffered: boolean;
  event: EventPage;
}

/** The user's registration: its status, position on the waitlist, or an offer with its deadline. */
function OwnStatus({ mine, isOffered, event }: OwnStatusProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const isDue = isUnpaid(mine);
  return (
    <>
      {isDue && mine.order === null && (
        <Note tone="warn" icon={Clock} title={t('events.unordered')}>
          {t('events.unorderedBody')}
        </Note>
      )}
      {isDue && mine.order !== null && (
        <Note
          tone="warn"
          icon={Clock}
          title={t('events.heldUntil', {
            count: 1 + mine.guests,
            when: messages.date(mine.order.expiresAt, 'moment'),
          })}
        >
          {t('events.heldBody', { amount: moneyText(locale, mine.order.total) })}
        </Note>
      )}
      {mine.status === 'registered' && !isDue && (
        <Line icon={Check} title={t('events.youGo')}>
          {[
            mine.ticketKind?.name,
            mine.guests > 0 ? t('events.withGuests', { count: mine.guests }) : null,
            mine.isHidden ? t('events.onlyHosts') : null,
          ]
            .filter(Boolean)
            .join(' • ')}
        </Line>
      )}
      {mine.status === 'attended' && <Line icon={Check} title={t('events.youWereThere')} />}
      {(mine.status === 'absent' || mine.status === 'excused') && (
        <Line icon={Clock} title={t(`events.mine_${mine.status}`)} />
      )}
      {mine.status === 'requested' && (
        <Line icon={Hourglass} title={t('events.youAsked')}>
          {t('events.youAskedBody')}
        </Line>
      )}
      {mine.status === 'maybe' && (
        <Line icon={Clock} title={t('events.youMight')}>
          {t('events.youMightBody')}
        </Line>
      )}
      {mine.status === 'waiting' && !isOffered && (
        <Line icon={Hourglass} title={t('events.youWait', { position: mine.position ?? 1 })}>
          {t(event.waitlist === 'offer' ? 'events.waitlistOffer' : 'events.waitlistAutomatic')}
        </Line>
      )}
      {mine.offeredUntil !== null && (
        <Note tone="warn" icon={Clock} title={t('events.offered')}>
          {t('events.offeredUntil', { when: whenOf(messages, event, mine.offeredUntil) })}
        </Note>
      )}
    </>
  );
}
