import { CalendarDate, getLocalTimeZone, startOfWeek, today } from '@internationalized/date';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, ChevronLeft, ChevronRight, Settings2 } from 'lucide-react';
import { useState } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { scheduleLimits } from '#contract/schedule/limits.ts';
import { getFreeHours } from '#contract/schedule/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { PersonPicker } from '../../kit/person-picker.tsx';
import { callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { IconButton } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import english from './messages/en.json';
import { FreeWeek, midnight } from './free-week.tsx';
import { ownClubsQuery } from './schedule.data.ts';

addEnglish(english);

const lengths = [30, 60, 90, 120] as const;
const spansOfDay = { day: [8, 20], wide: [6, 23], evening: [17, 23] } as const;
type Part = keyof typeof spansOfDay;

/** Times when the user and others are all free. */
export function TogetherPage() {
  const { t } = useMessages();
  const search = useSearch();
  const [by, setBy] = useState<'people' | 'club'>(search.club === undefined ? 'people' : 'club');
  const [people, setPeople] = useState<readonly Face[]>([]);
  const [club, setClub] = useState(search.club ?? '');
  const [monday, setMonday] = useState(() => startOfWeek(today(getLocalTimeZone()), 'en', 'mon'));
  const [minutes, setMinutes] = useState<number>(60);
  const [part, setPart] = useState<Part>('day');
  // The user may come from a person's profile.
  const linked = people.length === 0 ? (search.with ?? '') : '';
  const who = by === 'club' ? { club } : { with: linked || people.map(({ uid }) => uid).join(',') };
  const isAsked = by === 'club' ? club !== '' : who.with !== '';
  const [dayStart, dayEnd] = spansOfDay[part];
  const query = useQuery({
    ...callQuery(getFreeHours, {
      ...who,
      from: monday.toString(),
      to: monday.add({ days: 6 }).toString(),
      timeZone: getLocalTimeZone(),
      dayStart,
      dayEnd,
      minutes,
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (
    <Page>
      <PageHeader
        title={t('schedule.together')}
        back={<BackLink to={paths.calendar}>{t('nav.calendar')}</BackLink>}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card>
          <div className="grid gap-5">
            <Segmented
              isBlock
              label={t('schedule.with')}
              value={by}
              options={[
                { value: 'people', label: t('schedule.withPeople') },
                { value: 'club', label: t('schedule.withClub') },
              ]}
              onChange={setBy}
            />
            <GroupField by={by} people={people} onPeople={setPeople} club={club} onClub={setClub} />
            <Select
              label={t('schedule.length')}
              value={String(minutes)}
              options={lengths.map((length) => ({
                value: String(length),
                label: t('schedule.minutes', { minutes: length }),
              }))}
              onChange={(value) => setMinutes(Number(value))}
            />
            <Select
              label={t('schedule.part')}
              value={part}
              options={(Object.keys(spansOfDay) as Part[]).map((one) => ({
                value: one,
                label: t(`schedule.part_${one}`),
              }))}
              onChange={setPart}
            />
            <Link
              to={paths.settingsSchedule}
              className={`${buttonClass({ variant: 'quiet' })} justify-self-start`}
            >
              <Settings2 size={20} strokeWidth={1.9} aria-hidden />
              {t('schedule.mySharing')}
            </Link>
          </div>
        </Card>
        <Card>
          {isAsked ? (
            <div className="grid gap-4">
              <Week monday={monday} onChange={setMonday} />
              <QueryBoundary
                query={query}
                skeleton={['h-12', 'h-12', 'h-12']}
                isEmpty={() => false}
              >
                {(free) => (
                  <FreeWeek
                    key={`${who.club ?? ''} ${who.with ?? ''} ${monday.toString()} ${minutes} ${part}`}
                    free={free}
                    monday={monday}
                    canSuggest={by === 'people'}
                  />
                )}
              </QueryBoundary>
            </div>
          ) : (
            <EmptyState icon={CalendarClock} title={t('schedule.choose')}>
              {t('schedule.chooseBody')}
            </EmptyState>
          )}
        </Card>
      </div>
    </Page>
  );
}

interface GroupFieldProps {
  by: 'people' | 'club';
  people: readonly Face[];
  onPeople: (next: readonly Face[]) => void;
  club: string;
  onClub: (next: string) => void;
}

function GroupField({ by, people, onPeople, club, onClub }: GroupFieldProps) {
  const { t } = useMessages();
  const clubs = useQuery({ ...ownClubsQuery(), enabled: by === 'club' });
  return by === 'people' ? (
    <PersonPicker
      label={t('schedule.people')}
      people={people}
      onChange={onPeople}
      max={scheduleLimits.people}
    />
  ) : (
    <Select
      label={t('schedule.club')}
      value={club}
      options={[
        { value: '', label: t('schedule.chooseClub') },
        ...(clubs.data?.items ?? []).map((one) => ({ value: one.id, label: one.name })),
      ]}
      onChange={onClub}
    />
  );
}

interface WeekProps {
  monday: CalendarDate;
  onChange: (monday: CalendarDate) => void;
}

function Week({ monday, onChange }: WeekProps) {
  const { t, date } = useMessages();
  const isFirst = monday.compare(today(getLocalTimeZone())) <= 0;
  return (
    <div className="flex items-center justify-between gap-2">
      <h2 className="text-lg font-bold" aria-live="polite">
        {t('schedule.week', {
          from: date(midnight(monday), 'short'),
          until: date(midnight(monday.add({ days: 6 })), 'short'),
        })}
      </h2>
      <span className="flex gap-1 rtl:[&_svg]:-scale-x-100">
        <IconButton
          label={t('schedule.before')}
          icon={ChevronLeft}
          variant="quiet"
          disabled={isFirst}
          onClick={() => onChange(monday.subtract({ weeks: 1 }))}
        />
        <IconButton
          label={t('schedule.after')}
          icon={ChevronRight}
          variant="quiet"
          onClick={() => onChange(monday.add({ weeks: 1 }))}
        />
      </span>
    </div>
  );
}
