import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { nameOf } from '../people/person.ts';
import { bannedPages, staleMembership } from './clubs.data.ts';

/** Who is banned from the club, each with the way to lift it. Nothing where nobody is. */
export function ManageBanned({ id }: { id: string }) {
  const { t, date } = useMessages();
  const banned = useInfiniteQuery(bannedPages(id));
  const people = banned.data?.pages.flatMap(({ items }) => items) ?? [];
  const unban = useAct(
    (uid: string) => call('PATCH /api/v1/clubs/{id}/members', { id, uids: [uid], act: 'unban' }),
    { stale: staleMembership, said: t('clubs.unbanned') },
  );
  if (people.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg!">{t('clubs.banned')}</h2>
      <RowList isCard label={t('clubs.banned')}>
        {people.map((person) => {
          const name = nameOf(person);
          return (
            <Row
              key={person.uid}
              mark={<Avatar name={name} photoUrl={person.photoUrl} size={2.5} />}
              title={name}
              lines={[t('clubs.bannedSince', { date: date(person.since) })]}
              end={
                <Button
                  label={t('clubs.unbanPerson', { name })}
                  isPending={unban.pending === person.uid}
                  onClick={() => unban.run(person.uid)}
                >
                  {t('clubs.unban')}
                </Button>
              }
            />
          );
        })}
      </RowList>
      <LoadMore query={banned} />
    </section>
  );
}
