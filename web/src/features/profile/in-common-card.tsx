import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Ticket, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { getSharedMemberships } from '#contract/shared-memberships/calls.ts';
import type { SharedMemberships } from '#contract/shared-memberships/endpoints.ts';
import type { User } from '#contract/people/endpoints.ts';
import words from 'messages:en/inCommon.*';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { BadgeList } from '../../ui/badge-list.tsx';
import { Card } from '../../ui/card.tsx';

addEnglish(words);

const listed = 'grid gap-0.5';
const row =
  '-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 py-1 transition-colors duration-150 hover:bg-fill';

/** Lists studies and interests that both people show, and their shared clubs, upcoming events and courses. */
export function InCommonCard({ person }: { person: User }) {
  const { t } = useMessages();
  const query = useQuery(callQuery(getSharedMemberships, { uid: person.uid }));
  return (
    <Card title={t('inCommon.title')}>
      <QueryBoundary
        query={query}
        isSmall
        skeleton={['h-11', 'h-11', 'h-11']}
        isEmpty={() => false}
      >
        {(data) => <Shared person={person} data={data} />}
      </QueryBoundary>
    </Card>
  );
}

function Shared({
  person,
  data: { clubs, events, courses },
}: {
  person: User;
  data: SharedMemberships;
}) {
  const { t, date } = useMessages();
  const me = useUser();
  const studies = [
    ...(person.major !== null && person.major === me.major ? [person.major] : []),
    ...(person.yearOfGraduation !== null && person.yearOfGraduation === me.yearOfGraduation
      ? [t('inCommon.classOf', { year: String(person.yearOfGraduation) })]
      : []),
  ];
  const own = new Set([
    ...(me.interests ?? []).map(({ interest }) => interest),
    ...(me.sports ?? []).map(({ name }) => name),
  ]);
  const interests = [
    ...(person.interests ?? []).map(({ interest }) => interest),
    ...(person.sports ?? []).map(({ name }) => name),
  ].filter((one) => own.has(one));
  if ([studies, interests, clubs, events, courses].every(({ length }) => length === 0))
    return <p className="text-sm text-ink-2">{t('inCommon.nothing')}</p>;
  return (
    <div className="grid gap-4">
      {studies.length > 0 && (
        <Group title={t('inCommon.studies')}>
          <p dir="auto">{studies.join(' • ')}</p>
        </Group>
      )}
      {courses.length > 0 && (
        <Group title={t('inCommon.courses')}>
          <ul className={listed}>
            {courses.map(({ id, number, title }) => (
              <li key={id}>
                <Link to={paths.course} params={{ courseId: id }} className={row}>
                  <Tile icon={BookOpen} className="bg-kind-3 text-kind-3-ink" />
                  <span className="grid min-w-0">
                    <span className="truncate font-medium" dir="auto">
                      {title}
                    </span>
                    <span className="text-sm text-ink-2">{number}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Group>
      )}
      {clubs.length > 0 && (
        <Group title={t('inCommon.clubs')}>
          <ul className={listed}>
            {clubs.map(({ id, name, logoUrl }) => (
              <li key={id}>
                <Link to={paths.club} params={{ clubId: id }} className={row}>
                  <Avatar name={name} photoUrl={logoUrl} size={2.25} shape="square" />
                  <span className="min-w-0 truncate font-medium" dir="auto">
                    {name}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Group>
      )}
      {events.length > 0 && (
        <Group title={t('inCommon.events')}>
          <ul className={listed}>
            {events.map(({ id, title, dateStart, occurrence }) => (
              <li key={`${id} ${occurrence}`}>
                <Link
                  to={paths.event}
                  params={{ eventId: id }}
                  search={{ occurrence }}
                  className={row}
                >
                  <Tile icon={Ticket} className="bg-kind-0 text-kind-0-ink" />
                  <span className="grid min-w-0">
                    <span className="truncate font-medium" dir="auto">
                      {title}
                    </span>
                    <span className="text-sm text-ink-2">{date(dateStart, 'day and time')}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Group>
      )}
      {interests.length > 0 && (
        <Group title={t('inCommon.interests')}>
          <BadgeList values={interests} />
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1" aria-label={title}>
      <h3 className="text-sm text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

function Tile({ icon: Icon, className }: { icon: LucideIcon; className: string }) {
  return (
    <span className={`grid size-9 shrink-0 place-items-center rounded-control ${className}`}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
