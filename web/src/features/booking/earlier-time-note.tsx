import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing, CalendarClock, Zap } from 'lucide-react';
import { listSooner, stopWaiting, waitForTime } from '#contract/booking/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { soonerQuery, staleSlots } from './booking.data.ts';

interface EarlierTimeNoteProps {
  uid: string;
  /** The person's first suitable time, or null if there is none. */
  first: string | null;
}

/** Shows a colleague's earlier time. If this person has none, it also offers a notification when one opens up. */
export function EarlierTimeNote({ uid, first }: EarlierTimeNoteProps) {
  const { t, date } = useMessages();
  const { data } = useQuery(soonerQuery(uid, first));
  const wait = useAction(
    (isWaiting: boolean) => call(isWaiting ? waitForTime : stopWaiting, { uid }),
    {
      invalidates: [listSooner, ...staleSlots],
      success: ({ isWaiting }) => t(isWaiting ? 'booking.waitingOn' : 'booking.waitingOff'),
    },
  );
  if (data === undefined) return null;
  const [soonest] = data.offices;
  const isWaiting = wait.pendingInput ?? data.isWaiting;
  const { heldSlot } = data;
  return (
    <>
      {heldSlot !== null && (
        <Note
          tone="good"
          icon={CalendarClock}
          title={t('booking.held', {
            kind: heldSlot.kind.name,
            time: date(heldSlot.dateStart, 'day and time'),
          })}
          action={
            <Button variant="quiet" isPending={wait.isPending} onClick={() => wait.run(false)}>
              {t('booking.heldNo')}
            </Button>
          }
        >
          {t('booking.heldBody', { time: date(heldSlot.until, 'day and time') })}
        </Note>
      )}
      {soonest !== undefined && (
        <Note icon={Zap}>
          <p className="text-ink">
            {t('booking.sooner', {
              office: soonest.office.name,
              time: date(soonest.first.dateStart, 'day and time'),
            })}{' '}
            <Link
              to={paths.booking}
              search={{ office: soonest.office.id }}
              className="font-bold text-brand-text underline touch:min-h-11"
            >
              {t('booking.soonerOpen')}
            </Link>
          </p>
        </Note>
      )}
      {heldSlot === null && (first === null || data.isWaiting) && (
        <Button
          icon={isWaiting ? BellOff : BellRing}
          className="justify-self-start"
          isPending={wait.isPending}
          onClick={() => wait.run(!isWaiting)}
        >
          {t(isWaiting ? 'booking.stopWaiting' : 'booking.wait')}
        </Button>
      )}
    </>
  );
}
