import { useState } from 'react';
import { useDebounced } from '../lib/debounce.ts';
import { useSearch } from '../lib/page.tsx';
import { SearchField } from '../ui/search-field.tsx';

type Search = Record<string, string>;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  isBusy: boolean;
  onChange: (next: Search) => void;
}

/**
 * <SearchBox label={…} placeholder={…} isBusy={list.isFetching} onChange={(search) => void navigate({ search })} />
 * The search of a list whose state is in the URL, as `search_word`.
 */
export function SearchBox({ onChange, ...field }: SearchBoxProps) {
  // Use the current URL, because the list may still show an older one.
  const search: Search = useSearch();
  const current = search['search_word'] ?? '';
  const [text, setText] = useState(current);
  const [settled, setSettled] = useState(current);
  // If something else changes the URL (Clear all, back), update the field.
  if (current !== settled) {
    setSettled(current);
    setText(current);
  }
  useDebounced(text, (value) => {
    const { search_word: _, ...rest } = search;
    const word = value.trim();
    setSettled(word);
    onChange(word === '' ? rest : { ...rest, search_word: word });
  });
  return <SearchField value={text} onChange={setText} {...field} />;
}
