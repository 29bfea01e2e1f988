import auditWords from 'messages:en/audit.*';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  ClipboardList,
  Flag,
  Folder,
  Mail,
  ScrollText,
  SearchX,
  Settings2,
  Trophy,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { auditKinds, type Acts } from '#contract/audit-kinds.ts';
import type { ClubLogEntry } from '#contract/club-office/endpoints.ts';
import type { ClubLogKind } from '#contract/club-office/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { Select } from '../../ui/select.tsx';
import { Moment, Timeline } from '../../ui/timeline.tsx';
import { nameOf, profileLink } from '../people/person.ts';
import { logPages, type LogFilter } from './club-office.data.ts';
import english from './messages/en.json';

// Each feature contains the texts of its activity.
addEnglish({ ...english, ...auditWords });

const icons: Record<ClubLogKind, LucideIcon> = {
  club_changed: Settings2,
  club_members_changed: UsersRound,
  post_moderated: Flag,
  survey_changed: ClipboardList,
  club_file_changed: Folder,
  club_points_changed: Trophy,
  club_email_changed: Mail,
};

interface ClubLogProps {
  club: string;
  officers: readonly Face[];
  /** Returns the label of a club's setting by its stored name. */
  settingName: (name: string) => string;
}

/** The activity of officers and staff in a club. */
export function ClubLog({ club, officers, settingName }: ClubLogProps) {
  const { t } = useMessages();
  const [filter, setFilter] = useState<LogFilter>({ kind: '', officer: null });
  const log = useInfiniteQuery(logPages(club, filter));
  const kinds = log.data?.pages[0]?.kinds ?? [];
  // Staff and former officers also appear in the log.
  const actors = log.data?.pages.flatMap(({ items }) => items.map(({ actor }) => actor)) ?? [];
  const people = [
    ...new Map(
      [...officers, filter.officer, ...actors].flatMap((one) =>
        one === null ? [] : [[one.uid, one] as const],
      ),
    ).values(),
  ];
  const isNarrowed = filter.kind !== '' || filter.officer !== null;
  return (
    <div className="grid max-w-3xl gap-5">
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('clubOffice.logKind')}
          value={filter.kind}
          options={[
            { value: '', label: t('clubOffice.everything') },
            // Keep the selected filter while the list reloads.
            ...[...new Set([...kinds, ...(filter.kind === '' ? [] : [filter.kind])])].map(
              (kind) => ({ value: kind, label: t(`clubOffice.kind_${kind}`) }),
            ),
          ]}
          onChange={(kind) => setFilter({ ...filter, kind })}
        />
        <Select
          label={t('clubOffice.logWho')}
          value={filter.officer?.uid ?? ''}
          options={[
            { value: '', label: t('clubOffice.everybody') },
            ...people.map((one) => ({ value: one.uid, label: nameOf(one) })),
          ]}
          onChange={(uid) =>
            setFilter({ ...filter, officer: people.find((one) => one.uid === uid) ?? null })
          }
        />
      </div>
      <QueryBoundary
        query={log}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={
          isNarrowed
            ? { icon: SearchX, title: t('clubOffice.logNoneFound') }
            : {
                icon: ScrollText,
                title: t('clubOffice.logNone'),
                body: t('clubOffice.logNoneBody'),
              }
        }
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <Timeline label={t('clubOffice.log')}>
              {pages.flatMap(({ items }) =>
                items.map((entry) => (
                  <Entry key={entry.id} entry={entry} settingName={settingName} />
                )),
              )}
            </Timeline>
            <LoadMore query={log} />
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}

/** Each kind has its own acts. This is the union of their keys. */
type ActKey = { [K in ClubLogKind]: `audit.${K}.${Acts[K]}` }[ClubLogKind];

/** Returns the text of an entry. Unknown acts from a newer server are shown as they are. */
const wordsOf = ({ kind, act }: ClubLogEntry, t: Messages['t']): string => {
  const known = auditKinds[kind].acts.find((one) => one === act);
  return known === undefined ? act : t(`audit.${kind}.${known}` as ActKey);
};

function Entry({
  entry,
  settingName,
}: { entry: ClubLogEntry } & Pick<ClubLogProps, 'settingName'>) {
  const { t, date, list } = useMessages();
  const { actor, people, peopleCount, title } = entry;
  const settings = entry.fields.map(settingName);
  return (
    <Moment
      icon={icons[entry.kind]}
      when={date(entry.at, 'moment')}
      title={
        <>
          <bdi className="font-bold">
            {actor === null ? t('clubOffice.someone') : nameOf(actor)}
          </bdi>{' '}
          <span className="font-normal">{wordsOf(entry, t)}</span>
        </>
      }
    >
      {title !== '' && (
        <p dir="auto" className="page-start wrap-anywhere">
          {title}
        </p>
      )}
      {settings.length > 0 && <p>{list(settings)}</p>}
      {people.length > 0 && (
        <p>
          {people.map((person, nth) => (
            <span key={person.uid}>
              {nth > 0 && ', '}
              <Link {...profileLink(person.uid)} className="underline underline-offset-2">
                <bdi>{nameOf(person)}</bdi>
              </Link>
            </span>
          ))}
          {peopleCount > people.length &&
            ` ${t('clubOffice.others', { count: peopleCount - people.length })}`}
        </p>
      )}
    </Moment>
  );
}
