import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import type { Desk } from './desk.ts';

interface ReachProps<A> {
  desk: Desk<A>;
  audience: A;
}

/** The current number of people in an audience. */
export function Reach<A>({ desk, audience }: ReachProps<A>) {
  const { t } = useMessages();
  const { data } = useReach(desk, audience);
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 font-medium">
      <UsersRound size={18} aria-hidden className="shrink-0 text-ink-3" />
      {data !== undefined && (
        <span>
          {t('newsletters.reach', { count: data.people })}
          <span className="font-normal text-ink-2">
            , {t('newsletters.reachMail', { count: data.byMail })}
          </span>
        </span>
      )}
    </p>
  );
}

/** Counts an audience, and keeps the previous number while loading. */
export const useReach = <A,>(desk: Desk<A>, audience: A) =>
  useQuery({
    queryKey: desk.reachKey(audience),
    queryFn: () => desk.reach(audience),
    placeholderData: keepPreviousData,
  });
