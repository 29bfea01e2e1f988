import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import { userAll } from '#contract/people/calls.ts';
import { callQuery } from '../lib/call.ts';
import { useDebounced } from '../lib/debounce.ts';
import type { QueryResult } from './query-boundary.tsx';

/** Maximum number of suggested people. */
const limit = '6';

/** Searches people by name while the user types. `found` only loads if there is a word. */
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
