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
 * The search of a list whose state stands in the address, as `search_word`.
 */
export function SearchBox({ onChange, ...field }: SearchBoxProps) {
  // Of the address as it is: what the list is drawn for may be older.
  const search: Search = useSearch();
  const current = search['search_word'] ?? '';
  const [text, setText] = useState(current);
  const [settled, setSettled] = useState(current);
  // Changed from elsewhere (Clear all, back): the box follows the address.
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
