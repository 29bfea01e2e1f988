import { useEffect, useRef, type ReactNode } from 'react';
import { Search, X } from 'lucide-react';
import { isTouch } from '../lib/media.ts';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';

/** <SearchField label="Search people" value={text} onChange={setText} isBusy={isFetching}>{count}</SearchField> */
interface SearchFieldProps {
  /** The name, and the placeholder unless there is another. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** True if results are loading. It shows a moving line instead of a spinner. */
  isBusy?: boolean;
  /**
   * Focuses the field when it appears, on devices with a keyboard: for dialogs that start with a search. A screen keyboard
   * would cover the list.
   */
  takesFocus?: boolean;
  /** Shown at the end while the field is empty: a key hint. */
  children?: ReactNode;
}

export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  isBusy = false,
  takesFocus = false,
  children,
}: SearchFieldProps) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus && !isTouch()) input.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as it appears, and then only
  }, []);
  return (
    <search className="field relative flex items-center gap-2.5 py-0!">
      <Search size={20} aria-hidden className="shrink-0 text-ink-3" />
      <input
        ref={input}
        type="search"
        dir="auto"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
        }}
        className="h-10.5 min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {value === '' ? (
        children
      ) : (
        <IconButton
          label={t('search.clear')}
          icon={X}
          size="sm"
          className="-me-2"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        />
      )}
      {isBusy && <span className="pending-bar text-brand-text" aria-hidden />}
    </search>
  );
}
