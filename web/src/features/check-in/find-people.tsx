import { Check, UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { nameOf } from '../people/person.ts';
import type { Attendee } from '../door-scans/check-in-rules.ts';

/** Maximum number of rows, because no one reads more at a door. */
const rowsShown = 40;

const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the attendees whose names have words that start with all typed words. */
export function findPeople(attendees: readonly Attendee[], text: string): Attendee[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const fits = (one: Attendee) => {
    const parts = folded(nameOf(one)).split(/[\s-]+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  };
  return attendees.filter(fits);
}

interface FindPeopleProps {
  session: {
    attendees: readonly Attendee[];
    isInside: (ticket: string, seat: number) => boolean;
  };
  onEnter: (ticket: string, seat: number) => void;
  onClose: () => void;
}

/** Finds attendees without a ticket by name in the list on this device. */
export function FindPeople({ session, onEnter, onClose }: FindPeopleProps) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const found = findPeople(
    session.attendees.filter(({ status }) => status !== 'waiting' && status !== 'requested'),
    text,
  );
  return (
    <Dialog title={t('checkIn.find')} isOpen onClose={onClose}>
      <div className="grid gap-3">
        <SearchField label={t('checkIn.name')} value={text} onChange={setText} />
        {found.length === 0 ? (
          <p role="status" className="flex items-center gap-2 py-6 text-ink-2">
            <UserRoundSearch size={20} aria-hidden />
            {t('checkIn.noResults')}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {found.slice(0, rowsShown).flatMap((one) =>
              Array.from({ length: one.seats }, (_, seat) => {
                const name =
                  seat === 0
                    ? nameOf(one)
                    : t('checkIn.guestOf', { name: nameOf(one), number: seat });
                return (
                  <li key={`${one.ticket} ${seat}`} className="flex items-center gap-3 py-2">
                    <Avatar name={name} photoUrl={seat === 0 ? one.photoUrl : null} size={2.5} />
                    <bdi className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</bdi>
                    {session.isInside(one.ticket, seat) ? (
                      <Pill tone="good" icon={Check}>
                        {t('checkIn.short_valid')}
                      </Pill>
                    ) : (
                      <Button
                        size="sm"
                        variant="soft"
                        label={t('checkIn.enterNamed', { name })}
                        onClick={() => onEnter(one.ticket, seat)}
                      >
                        {t('checkIn.enter')}
                      </Button>
                    )}
                  </li>
                );
              }),
            )}
          </ul>
        )}
        {found.length > rowsShown && (
          <p className="text-sm text-ink-2">
            {t('checkIn.more', { count: found.length - rowsShown })}
          </p>
        )}
      </div>
    </Dialog>
  );
}
