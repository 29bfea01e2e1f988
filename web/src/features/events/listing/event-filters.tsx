import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, UsersRound } from 'lucide-react';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSchool } from '../../../lib/school.ts';
import { Chip } from '../../../ui/chip.tsx';
import { chosenOf, withChosen, type NamedFilter } from '../../directory/directory-search.ts';
import { FilterChip } from '../../directory/filter-chip.tsx';
import { FilterRow } from '../../directory/filter-row.tsx';
import { fullDay } from '../event-times.ts';
import { eventHosts, eventTags } from '../events.data.ts';
import { selectedDay, spans, withoutFilters, type EventsSearch } from './events-search.ts';
import filterWords from 'messages:en/directory.*';
import english from '../messages/en.json';

addEnglish({ ...filterWords, ...english });

interface EventFiltersProps {
  search: EventsSearch;
  onChange: (next: EventsSearch) => void;
}

/** Filter chips. On phones, they scroll horizontally. */
export function EventFilters({ search, onChange }: EventFiltersProps) {
  const messages = useMessages();
  const { t } = messages;
  const { connect } = useSchool().config;
  const day = selectedDay(search);
  const toggle = (name: string, value: string) => {
    const { [name]: previous, ...rest } = search;
    onChange(previous === value ? rest : { ...rest, [name]: value });
  };
  const { tagFilter, hostFilter } = useTagAndHostFilters();
  const isFiltered = Object.keys(withoutFilters(search)).length < Object.keys(search).length;
  return (
    <FilterRow
      label={t('events.filters')}
      clearLabel={t('events.clear')}
      onClear={isFiltered ? () => onChange(withoutFilters(search)) : null}
    >
      {day !== null && (
        <Chip
          isOn
          aria-pressed
          onClick={() => toggle('day', day)}
          onRemove={() => toggle('day', day)}
          removeLabel={t('events.removeDay')}
        >
          {fullDay(messages, day)}
        </Chip>
      )}
      {day === null &&
        search['view'] !== 'past' &&
        spans.map((span) => (
          <Chip
            key={span}
            isOn={search['when'] === span}
            aria-pressed={search['when'] === span}
            onClick={() => toggle('when', span)}
          >
            {t(`events.when_${span}`)}
          </Chip>
        ))}
      {search['view'] !== 'past' && (
        <Chip
          icon={CalendarCheck}
          isOn={search['fits'] === '1'}
          aria-pressed={search['fits'] === '1'}
          onClick={() => toggle('fits', '1')}
        >
          {t('events.fits')}
        </Chip>
      )}
      {connect && (
        <Chip
          icon={UsersRound}
          isOn={search['known'] === '1'}
          aria-pressed={search['known'] === '1'}
          onClick={() => toggle('known', '1')}
        >
          {t('events.known')}
        </Chip>
      )}
      {(tagFilter.options.length > 0 || search['tag'] !== undefined) && (
        <FilterChip
          filter={tagFilter}
          chosen={chosenOf(search, tagFilter)}
          isAlone={false}
          onIntent={() => undefined}
          onChange={(chosen) => onChange(withChosen(search, tagFilter, chosen))}
        />
      )}
      {(hostFilter.options.length > 0 || search['club'] !== undefined) && (
        <FilterChip
          filter={hostFilter}
          chosen={chosenOf(search, hostFilter)}
          isAlone={false}
          onIntent={() => undefined}
          onChange={(chosen) => onChange(withChosen(search, hostFilter, chosen))}
        />
      )}
      {(['free', 'online', 'room'] as const).map((name) => (
        <Chip
          key={name}
          isOn={search[name] === '1'}
          aria-pressed={search[name] === '1'}
          onClick={() => toggle(name, '1')}
        >
          {t(`events.only_${name}`)}
        </Chip>
      ))}
    </FilterRow>
  );
}

/** Filters by tag and host, with the number of events. */
function useTagAndHostFilters() {
  const { t } = useMessages();
  const { data } = useQuery(eventTags());
  const hosts = useQuery(eventHosts());
  const tagFilter: NamedFilter = {
    name: 'tag',
    label: t('events.tag'),
    kind: 'menu-list',
    options: (data?.items ?? []).map(({ tag, count }) => ({ value: tag, label: tag, count })),
  };
  const hostFilter: NamedFilter = {
    name: 'club',
    label: t('events.host'),
    kind: 'menu-list',
    options: (hosts.data?.items ?? []).map(({ id, name, count }) => ({
      value: id,
      label: name,
      count,
    })),
  };
  return { tagFilter, hostFilter };
}
