import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { offeredQuery } from './booking.data.ts';
import words from 'messages:en/bookButton.*';

addEnglish(words);

/** A button to book people who offer meetings. Shows nothing for others. */
export function BookButton({ uid }: { uid: string }) {
  const { t } = useMessages();
  const { data } = useQuery(offeredQuery(uid));
  if (data?.isOffered !== true) return null;
  return (
    <Link to={paths.booking} search={{ uid }} className={buttonClass({ variant: 'outline' })}>
      <CalendarClock size={20} strokeWidth={1.9} aria-hidden />
      {t('bookButton.book')}
    </Link>
  );
}
