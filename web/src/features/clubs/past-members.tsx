import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Pill } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';
import { pastMemberPages } from './clubs.data.ts';

/** Past members and officers with their dates. Shows nothing if there are none. */
export function PastMembers({ id }: { id: string }) {
  const { t, date } = useMessages();
  const past = useInfiniteQuery(pastMemberPages(id));
  const rows = past.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg!">{t('clubs.pastMembers')}</h2>
      <RowList isCard label={t('clubs.pastMembers')}>
        {rows.map((row) => (
          <Row
            key={row.id}
            mark={<Avatar name={nameOf(row)} photoUrl={row.photoUrl} size={2.5} />}
            title={nameOf(row)}
            aside={
              row.position !== null && (
                <Pill>
                  <bdi>{row.position}</bdi>
                </Pill>
              )
            }
            lines={[
              t('clubs.pastSpan', { from: date(row.since, 'day'), to: date(row.until, 'day') }),
            ]}
          />
        ))}
      </RowList>
      <LoadMore query={past} />
    </section>
  );
}
