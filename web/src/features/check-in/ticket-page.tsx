import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CalendarPlus, ChevronLeft, ChevronRight, TicketX, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { useAction } from '../../kit/use-action.ts';
import { CallError } from '../../lib/call-error.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { saveStartData } from '../../lib/offline-start.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams, useSearch } from '../../lib/page.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { session, useUser } from '../../lib/session-store.ts';
import { isOfflineCopy, keepFilesOffline } from '../../lib/worker.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Note } from '../../ui/note.tsx';
import { QrCodeDrawing } from '../../ui/qr-code-drawing.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { shortWhen } from '../events/event-times.ts';
import { readTicket, removeTicket, saveTicket } from '../door-scans/check-in-store.ts';
import { signInAgain } from '../../shell/start-app.ts';
import eventWords from 'messages:en/events.*';
import { getEventFile, readRegistration } from '#contract/events/calls.ts';
import english from './messages/en.json';

addEnglish({ ...eventWords, ...english });

type Registration = ReplyOf<typeof readRegistration>;

/** Loads the current ticket, or the copy on this device. */
async function ownTicket(
  owner: string,
  id: string,
  occurrence: string | undefined,
): Promise<Registration | null> {
  const key = occurrence === undefined ? id : `${id} ${occurrence}`;
  try {
    // A page opened offline has no tokens yet.
    if (session.get().tokens === null) await signInAgain(owner);
    const ticket = await call(readRegistration, {
      id,
      ...(occurrence !== undefined && { occurrence }),
    });
    await saveTicket({ owner, eventId: key, ticket }).catch(() => undefined);
    return ticket;
  } catch (error) {
    const isGone = error instanceof CallError && error.code === 'not_found';
    if (isGone) {
      await removeTicket(owner, key).catch(() => undefined);
      return null;
    }
    const stored = await readTicket<Registration>(owner, key).catch(() => undefined);
    if (stored !== undefined) return stored.ticket;
    throw error;
  }
}

/** The user's tickets for an event. The QR code has a white background in both themes, and works offline. */
export function TicketPage() {
  const { t } = useMessages();
  const { uid: owner } = useUser();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const ticket = useQuery({
    queryKey: ['ticket', owner, eventId, occurrence ?? ''] as const,
    queryFn: () => ownTicket(owner, eventId, occurrence),
  });
  const { data } = ticket;
  usePageTitle(data?.event.title ?? t('ticket.title'));
  useEffect(() => {
    if (data == null || isOfflineCopy()) return;
    saveStartData();
    void keepFilesOffline();
  }, [data]);
  useScreenOn();
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-start gap-4 bg-canvas p-4 pb-10">
      <header className="flex items-center gap-2">
        <a
          href={`/events/${eventId}${occurrence === undefined ? '' : `?occurrence=${encodeURIComponent(occurrence)}`}`}
          aria-label={t('ticket.back')}
          className="grid size-11 place-items-center rounded-control text-ink-2 hover:bg-fill"
        >
          <ArrowLeft size={22} aria-hidden className="rtl:-scale-x-100" />
        </a>
        <h1 className="text-xl!">{t('ticket.title')}</h1>
      </header>
      {ticket.isPending ? (
        <Skeleton className="h-120" />
      ) : ticket.error !== null ? (
        ticket.error instanceof CallError && ticket.error.status === 0 ? (
          <EmptyState icon={WifiOff} title={t('ticket.noCopy')} />
        ) : (
          <ErrorState error={ticket.error} onRetry={() => void ticket.refetch()} />
        )
      ) : data == null || data.tickets.length === 0 ? (
        <EmptyState icon={TicketX} title={t('ticket.none')}>
          {t('ticket.noneBody')}
        </EmptyState>
      ) : (
        <Tickets registration={data} eventId={eventId} />
      )}
    </main>
  );
}

function Tickets({ registration, eventId }: { registration: Registration; eventId: string }) {
  const messages = useMessages();
  const { t } = messages;
  const { firstName, lastName } = useUser();
  const [at, setAt] = useState(0);
  const { tickets, event, ticketKind, status } = registration;
  const save = useAction(
    () =>
      call(getEventFile, {
        id: eventId,
        occurrence: event.occurrence,
      }),
    { onSuccess: ({ name, ics }) => saveFile(name, ics, 'text/calendar') },
  );
  const shown = tickets[at] ?? tickets[0];
  if (shown === undefined) return null;
  const name =
    shown.seat === 0
      ? `${firstName} ${lastName}`.trim()
      : t('ticket.guest', { number: shown.seat });
  const isHeld = status === 'registered' || status === 'attended';
  return (
    <>
      {!isHeld && <Note tone="bad" icon={TicketX} title={t('ticket.canceled')} />}
      {/* White in both themes, because many readers can't read other colors. */}
      <article
        data-theme="light"
        aria-label={t('ticket.seat', { number: at + 1, count: tickets.length })}
        className="forced-edge overflow-hidden rounded-card border border-line bg-white text-ink"
      >
        <header className="grid gap-0.5 p-5">
          <p className="font-bold text-brand-text">{shortWhen(messages, event)}</p>
          <h2 dir="auto" className="page-start text-xl! wrap-anywhere">
            {event.title}
          </h2>
          {event.location !== '' && (
            <p dir="auto" className="page-start text-ink-2 wrap-anywhere">
              {event.location}
            </p>
          )}
        </header>
        <div className="grid justify-items-center gap-3 border-t border-dashed border-line-strong p-5">
          <div
            role="img"
            aria-label={t('ticket.qr')}
            className={`aspect-square w-full max-w-80 ${isHeld ? '' : 'opacity-20'}`}
          >
            <QrCodeDrawing value={shown.code} />
          </div>
          {tickets.length > 1 && <TicketPager at={at} onChange={setAt} count={tickets.length} />}
          <details className="w-full text-sm text-ink-2">
            <summary className="cursor-pointer text-center">{t('ticket.code')}</summary>
            <p dir="ltr" className="mt-2 text-center font-mono break-all">
              {shown.code.match(/.{1,5}/g)?.join(' ')}
            </p>
          </details>
        </div>
        <dl className="grid grid-cols-2 divide-x divide-line border-t border-line rtl:divide-x-reverse">
          <div className="p-4">
            <dt className="text-sm text-ink-2">{t('ticket.name')}</dt>
            <dd className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </dd>
          </div>
          <div className="p-4">
            <dt className="text-sm text-ink-2">{t('ticket.kind')}</dt>
            <dd className="font-medium wrap-anywhere">
              <bdi>{ticketKind?.name ?? t('events.free')}</bdi>
            </dd>
          </div>
        </dl>
      </article>
      <p className="flex items-center justify-center gap-2 text-sm text-ink-2">
        <WifiOff size={18} aria-hidden />
        {t('ticket.offline')}
      </p>
      {!isOfflineCopy() && (
        <Button isBlock icon={CalendarPlus} isPending={save.isPending} onClick={() => save.run()}>
          {t('ticket.calendar')}
        </Button>
      )}
    </>
  );
}

interface TicketPagerProps {
  at: number;
  onChange: (at: number) => void;
  count: number;
}

function TicketPager({ at, onChange, count }: TicketPagerProps) {
  const { t } = useMessages();
  return (
    <div className="flex items-center gap-3">
      <IconButton
        icon={ChevronLeft}
        label={t('ticket.previous')}
        disabled={at === 0}
        onClick={() => onChange(at - 1)}
        className="rtl:-scale-x-100"
      />
      <span className="text-sm text-ink-2 tabular-nums">
        {t('ticket.seat', { number: at + 1, count: count })}
      </span>
      <IconButton
        icon={ChevronRight}
        label={t('ticket.next')}
        disabled={at === count - 1}
        onClick={() => onChange(at + 1)}
        className="rtl:-scale-x-100"
      />
    </div>
  );
}

/** Keeps the screen on while a ticket is visible. */
function useScreenOn() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    const lock = navigator.wakeLock.request('screen').catch(() => undefined);
    return () => void lock.then((held) => held?.release());
  }, []);
}
