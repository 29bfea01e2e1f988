import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listEvents, readEvent } from '#contract/events/calls.ts';
import { callQuery } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { dayName, dayOf, startTime } from '../events/event-times.ts';
import english from './messages/en.json';
import words from '../events/messages/en.json';

addEnglish(english);
addEnglish(words);

const shown = 8;

/** Selects an upcoming event to attach to a post. */
export function EventPicker({
  event,
  onChange,
}: {
  event: string | null;
  onChange: (event: string | null) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed.trim(), setSearch);
  const found = useQuery(
    callQuery(listEvents, {
      pageSize: shown,
      counted: 0,
      ...(search !== '' && { filters: JSON.stringify({ Search: search }) }),
    }),
  );
  const chosen = useQuery({
    ...callQuery(readEvent, { id: event ?? '0' }),
    enabled: event !== null,
  }).data;
  const others = (found.data?.items ?? []).filter(({ id }) => id !== chosen?.id);
  const options = [...(chosen && event !== null ? [chosen] : []), ...others].map((one) => ({
    id: one.id,
    label: one.title,
    description: `${dayName(messages, dayOf(one))}, ${startTime(messages, one)}`,
  }));
  return (
    <Combobox
      label={t('posting.event')}
      placeholder={t('posting.findEvent')}
      options={options}
      value={event}
      onChange={(id) => {
        setTyped(options.find((one) => one.id === id)?.label ?? '');
        onChange(id);
      }}
      search={{
        text: typed === '' && chosen !== undefined && event !== null ? chosen.title : typed,
        onText: setTyped,
        isBusy: found.isFetching,
      }}
    />
  );
}
