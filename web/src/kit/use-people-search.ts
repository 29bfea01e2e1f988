import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import { userAll } from '#contract/people/calls.ts';
import { callQuery } from '../lib/call.ts';
import { useDebounced } from '../lib/debounce.ts';
import type { QueryResult } from './query-boundary.tsx';

/** How many people are offered for what is typed. */
const limit = '6';

/** People by name, as somebody types it: `found` is asked while there is a word. */
export function usePeopleSearch(text: string): {
  word: string;
  found: QueryResult<{ readonly items: readonly User[] }>;
} {
  const [word, setWord] = useState('');
  useDebounced(text.trim(), setWord);
  const found = useQuery({
    ...callQuery(userAll, { search_word: word, range: '0', limit }),
    enabled: word !== '',
  });
  return { word, found };
}
