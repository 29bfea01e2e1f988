import { Check, CircleAlert, RotateCcw, Undo2, X, type LucideIcon } from 'lucide-react';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';
import { indexOf, type Attendee, type Scan, type Verdict } from '../door-scans/check-in-rules.ts';

const looks: Record<Verdict, { tone: Tone; icon: LucideIcon; ground: string; mark: string }> = {
  valid: { tone: 'good', icon: Check, ground: 'bg-good-soft', mark: 'bg-good' },
  already_in: { tone: 'warn', icon: CircleAlert, ground: 'bg-warn-soft', mark: 'bg-warn' },
  wrong_event: { tone: 'bad', icon: X, ground: 'bg-bad-soft', mark: 'bg-bad' },
  revoked: { tone: 'bad', icon: X, ground: 'bg-bad-soft', mark: 'bg-bad' },
  unknown: { tone: 'bad', icon: X, ground: 'bg-bad-soft', mark: 'bg-bad' },
};

const verdictOf = (scan: Scan): Verdict => scan.corrected ?? scan.verdict;

/** Returns the ticket holder's name. A ticket that is newer than the list has no name yet. */
const titleOf = ({ t }: Messages, scan: Scan, attendee: Attendee | undefined): string => {
  if (scan.ticket === null) return t(`checkIn.result_${verdictOf(scan)}`);
  if (attendee === undefined) return t('checkIn.newTicket');
  return scan.seat === 0
    ? nameOf(attendee)
    : t('checkIn.guestOf', { name: nameOf(attendee), number: scan.seat });
};

const lineOf = (messages: Messages, scan: Scan): string => {
  const { t } = messages;
  if (scan.isUndo) return t('checkIn.undone');
  const verdict = verdictOf(scan);
  if (verdict !== 'already_in' || scan.first === null) return t(`checkIn.why_${verdict}`);
  const time = messages.date(scan.first.at, 'time');
  return scan.first.door === null
    ? t('checkIn.since', { time })
    : t('checkIn.sinceAt', { time, door: scan.first.door });
};

interface ScanCardProps {
  scan: Scan;
  attendees: readonly Attendee[];
  isUndone: boolean;
  onUndo: () => void;
}

/** The result of the last scan in large type. */
export function ScanCard({ scan, attendees, isUndone, onUndo }: ScanCardProps) {
  const messages = useMessages();
  const { t } = messages;
  const verdict = verdictOf(scan);
  const { icon: Icon, ground, mark } = looks[verdict];
  const attendee = scan.ticket === null ? undefined : indexOf(attendees).byTicket.get(scan.ticket);
  return (
    <div className={`forced-edge flex items-center gap-4 rounded-card p-4 ${ground}`}>
      <span
        aria-hidden
        className={`grid size-14 shrink-0 place-items-center rounded-full text-canvas ${mark}`}
      >
        {isUndone ? <RotateCcw size={28} /> : <Icon size={32} strokeWidth={2.5} />}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="sr-only">{t(`checkIn.result_${verdict}`)}</span>
        <bdi className="text-xl font-bold wrap-anywhere">{titleOf(messages, scan, attendee)}</bdi>
        <span className="text-ink-2">{lineOf(messages, scan)}</span>
      </span>
      {verdict === 'valid' && !isUndone && (
        <Button variant="quiet" icon={Undo2} onClick={onUndo}>
          {t('checkIn.undo')}
        </Button>
      )}
    </div>
  );
}

interface ScanListProps {
  scans: readonly Scan[];
  attendees: readonly Attendee[];
  onUndo: (scan: Scan) => void;
}

/** Earlier scans, newest first. */
export function ScanList({ scans, attendees, onUndo }: ScanListProps) {
  const messages = useMessages();
  const { t } = messages;
  if (scans.length === 0) return null;
  const { byTicket } = indexOf(attendees);
  return (
    <section aria-label={t('checkIn.before')}>
      <ul className="divide-y divide-line">
        {scans.map((scan) => {
          const attendee = scan.ticket === null ? undefined : byTicket.get(scan.ticket);
          const verdict = verdictOf(scan);
          const { tone, icon } = looks[verdict];
          const title = titleOf(messages, scan, attendee);
          return (
            <li key={scan.clientId} className="flex flex-wrap items-center gap-3 py-2.5">
              <Avatar name={title} photoUrl={attendee?.photoUrl ?? null} size={2.5} />
              <span className="min-w-0 flex-1 basis-40">
                <bdi className="block font-medium wrap-anywhere">{title}</bdi>
                <span className="text-sm text-ink-2">
                  {messages.date(scan.at, 'time')} • {lineOf(messages, scan)}
                </span>
              </span>
              {!scan.isUndo && (
                <Pill tone={tone} icon={icon}>
                  {t(`checkIn.short_${verdict}`)}
                </Pill>
              )}
              {verdict === 'valid' && !scan.isUndo && (
                <Button
                  size="sm"
                  variant="quiet"
                  label={t('checkIn.undoOf', { name: title })}
                  onClick={() => onUndo(scan)}
                >
                  {t('checkIn.undo')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
