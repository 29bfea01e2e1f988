import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listClubs } from '#contract/clubs/calls.ts';
import { steadyCallQuery } from '../lib/call.ts';
import { useDebounced } from '../lib/debounce.ts';

/** Searches clubs by the typed text, for a field that selects one. Leaves out the club `self`. */
export function useClubSearch(self: string) {
  const [text, setText] = useState('');
  const [word, setWord] = useState('');
  useDebounced(text, (value) => setWord(value.trim()));
  const found = useQuery({
    ...steadyCallQuery(listClubs, {
      filters: JSON.stringify({ Search: word }),
      pageSize: 20,
    }),
    enabled: word !== '',
  });
  return {
    options:
      word === ''
        ? []
        : (found.data?.items ?? [])
            .filter(({ id }) => id !== self)
            .map(({ id, name }) => ({ id, label: name })),
    search: { text, onText: setText, isBusy: found.isFetching },
  };
}
