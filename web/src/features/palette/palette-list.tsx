import { CornerDownLeft, Search, X } from 'lucide-react';
import {
  memo,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Choice } from './choices.ts';

/** Items with a heading. */
export interface Section {
  readonly label: string;
  readonly choices: readonly Choice[];
}

interface PaletteListProps {
  text: string;
  onText: (text: string) => void;
  sections: readonly Section[];
  isSearching: boolean;
  /** True if no results have loaded yet, so that space for people is reserved. */
  isFirstSearch: boolean;
  error: string | null;
  onRetry: () => void;
  onChoose: (choice: Choice, inNewTab: boolean) => void;
  onClose: () => void;
}

/** A combobox (ARIA APG): the focus stays in the field, and the arrow keys move through the list below it. */
export function PaletteList({
  text,
  onText,
  sections,
  isSearching,
  isFirstSearch,
  error,
  onRetry,
  onChoose,
  onClose,
}: PaletteListProps) {
  const { t } = useMessages();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  // Rows render with lower priority, so that typing stays responsive.
  const shown = useDeferredValue(sections);
  // An item can appear twice, as recent and in its own section, so row keys contain both section and ID.
  const rows = shown.flatMap((section, at) =>
    section.choices.map((choice) => ({ key: `${at}-${choice.id}`, choice })),
  );
  const active = rows.find(({ key }) => key === chosenId) ?? rows[0];
  const optionId = (key: string) => `${listId}-${key}`;
  const activeKey = active?.key;

  useActiveInView(list, activeKey);

  function move(by: number) {
    const at = rows.findIndex(({ key }) => key === activeKey);
    setChosenId(rows[(at + by + rows.length) % rows.length]?.key ?? null);
  }
  function onKeyDown(event: KeyboardEvent) {
    // Part of a word that an input method is still composing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      // Without a selected row, Enter opens the first item for the current text, even if it isn't rendered yet.
      const choice = chosenId === null ? sections[0]?.choices[0] : active?.choice;
      if (!choice) return;
      event.preventDefault();
      onChoose(choice, event.ctrlKey || event.metaKey);
    }
  }
  return (
    <>
      <div className="relative flex items-center gap-3 border-b border-line ps-4 pe-2 max-[24rem]:gap-2 max-[24rem]:ps-3 max-[24rem]:pe-1">
        <Search size={20} aria-hidden className="shrink-0 text-ink-3" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens a search types into it
          autoFocus
          type="text"
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active.key) : undefined}
          dir="auto"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
          className="h-14 min-w-0 flex-1 bg-transparent text-[max(1rem,16px)] outline-none"
        />
        <IconButton label={t('dialog.close')} icon={X} onClick={onClose} />
        {isSearching && <span className="pending-bar text-brand-text" aria-hidden />}
      </div>
      <ResultCount isSearching={isSearching} count={rows.length} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {error !== null && <SearchError error={error} onRetry={onRetry} />}
        <div ref={list} id={listId} role="listbox" aria-label={t('palette.title')}>
          {shown.map(({ label, choices }, at) => (
            <SectionRows
              key={label}
              label={label}
              choices={choices}
              at={at}
              optionId={optionId}
              activeKey={activeKey}
              onPoint={setChosenId}
              onChoose={onChoose}
            />
          ))}
        </div>
        {isFirstSearch && <PeopleSkeleton />}
      </div>
      <Keys />
    </>
  );
}

/** Scrolls the active row into view. */
function useActiveInView(list: RefObject<HTMLElement | null>, activeKey: string | undefined) {
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [list, activeKey]);
}

function ResultCount({ isSearching, count }: { isSearching: boolean; count: number }) {
  const { t } = useMessages();
  return (
    <p role="status" className="sr-only">
      {isSearching ? t('palette.searching') : t('palette.count', { count: count })}
    </p>
  );
}

function SearchError({ error, onRetry }: { error: string; onRetry: () => void }) {
  const { t } = useMessages();
  return (
    <div
      role="alert"
      className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-control bg-bad-soft px-3 py-2 text-sm text-bad"
    >
      {error}
      <Button size="sm" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </div>
  );
}

interface SectionRowsProps {
  label: string;
  choices: readonly Choice[];
  at: number;
  optionId: (key: string) => string;
  activeKey: string | undefined;
  onPoint: (key: string) => void;
  onChoose: (choice: Choice, inNewTab: boolean) => void;
}

function SectionRows({
  label,
  choices,
  at,
  optionId,
  activeKey,
  onPoint,
  onChoose,
}: SectionRowsProps) {
  return (
    <div role="group" aria-label={label} className="not-first:mt-2">
      <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-bold text-ink-3">
        {label}
      </p>
      {choices.map((choice) => {
        const key = `${at}-${choice.id}`;
        return (
          <Row
            key={key}
            id={optionId(key)}
            choice={choice}
            rowKey={key}
            isActive={key === activeKey}
            onPoint={onPoint}
            onChoose={onChoose}
          />
        );
      })}
    </div>
  );
}

interface RowProps {
  id: string;
  choice: Choice;
  rowKey: string;
  isActive: boolean;
  onPoint: (rowKey: string) => void;
  onChoose: (choice: Choice, inNewTab: boolean) => void;
}

const Row = memo(function Row({ id, choice, rowKey, isActive, onPoint, onChoose }: RowProps) {
  const { label, note, icon: Icon, photoUrl, shape, href } = choice;
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    // The focus stays in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerMove: () => onPoint(rowKey),
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onChoose(choice, event.ctrlKey || event.metaKey);
    },
    className: `flex w-full cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-start ${photoUrl === undefined ? 'min-h-10 touch:min-h-11' : 'min-h-12'} ${isActive ? 'bg-brand-soft text-brand-text' : ''}`,
  } as const;
  const content = (
    <>
      {photoUrl === undefined ? (
        Icon && (
          <Icon
            size={20}
            strokeWidth={1.75}
            aria-hidden
            className={`mx-1.5 shrink-0 ${isActive ? '' : 'text-ink-3'}`}
          />
        )
      ) : (
        <Avatar name={label} photoUrl={photoUrl} size={2} {...(shape && { shape })} />
      )}
      {/* Pages show their location next to the name, people a description below it. */}
      <span
        className={
          photoUrl === undefined
            ? 'flex min-w-0 flex-1 items-baseline gap-2'
            : 'grid min-w-0 flex-1'
        }
      >
        <span className="page-start truncate font-medium" dir="auto">
          {label}
        </span>
        {note && (
          <span
            className={`page-start truncate text-xs ${isActive ? '' : 'text-ink-3'}`}
            dir="auto"
          >
            {note}
          </span>
        )}
      </span>
      {isActive && (
        <CornerDownLeft size={18} aria-hidden className="shrink-0 max-sm:hidden rtl:-scale-x-100" />
      )}
    </>
  );
  return href === undefined ? (
    <div {...shared}>{content}</div>
  ) : (
    <a {...shared} href={href}>
      {content}
    </a>
  );
});

const PeopleSkeleton = () => (
  <div aria-hidden className="mt-2 grid gap-1">
    {[1, 2, 3].map((row) => (
      <span key={row} className="flex min-h-12 items-center gap-3 px-3 py-1.5">
        <span className="skeleton size-8 shrink-0 rounded-full!" />
        <span className="skeleton h-4 w-2/5" />
      </span>
    ))}
  </div>
);

/** The keyboard help, on devices with a keyboard. */
function Keys() {
  const { t } = useMessages();
  const isMac = /Mac/.test(navigator.userAgent);
  const key = 'rounded-control border border-line-strong px-1.5 font-sans font-medium';
  return (
    <p
      aria-hidden
      className="flex gap-4 border-t border-line px-4 py-2 text-xs text-ink-3 max-sm:hidden"
    >
      <span>
        <kbd className={key}>↑</kbd> <kbd className={key}>↓</kbd> {t('palette.move')}
      </span>
      <span>
        <kbd className={key}>↵</kbd> {t('palette.choose')}
      </span>
      <span>
        <kbd className={key}>{isMac ? '⌘' : 'Ctrl'} ↵</kbd> {t('palette.newTab')}
      </span>
    </p>
  );
}
