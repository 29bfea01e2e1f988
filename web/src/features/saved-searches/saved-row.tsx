import { ArrowDown, ArrowUp, Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useRef, type MouseEvent } from 'react';
import type { SavedSearch } from '#contract/saved-searches/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { useFocusAfterMenu } from './focus-after-menu.ts';
import { inWords } from './saved-search-words.ts';
import { hrefOf, searchParamsOf } from './saved-search.ts';

export type RowAction = 'rename' | 'up' | 'down' | 'copy' | 'delete';

interface SavedRowProps {
  saved: SavedSearch;
  isCurrent: boolean;
  isFirst: boolean;
  isLast: boolean;
  onOpen: () => void;
  onAction: (action: RowAction) => void;
}

/** A saved search: a link that opens it, its description, and its actions. */
export function SavedRow({ saved, isCurrent, isFirst, isLast, onOpen, onAction }: SavedRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const words = inWords(saved.params, messages) || t('saved.everybody');
  const open = (event: MouseEvent) => {
    // The browser opens a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <div
      className={`flex items-center gap-1 rounded-control transition-colors duration-150 ${isCurrent ? 'bg-brand-soft' : 'hover:bg-fill'}`}
    >
      <a
        href={hrefOf(searchParamsOf(saved))}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={open}
        className="grid min-h-11 min-w-0 flex-1 content-center rounded-control px-2.5 py-1.5"
      >
        <span
          dir="auto"
          className={`page-start truncate text-sm ${isCurrent ? 'font-bold text-brand-text' : 'font-medium'}`}
        >
          {saved.name}
        </span>
        {words !== saved.name && (
          <span dir="auto" className="page-start truncate text-xs text-ink-2">
            {words}
          </span>
        )}
      </a>
      <MenuButton
        label={t('saved.more', { name: saved.name })}
        icon={MoreHorizontal}
        variant="quiet"
        items={[
          { id: 'rename', label: t('saved.rename'), icon: Pencil },
          { id: 'copy', label: t('saved.copy'), icon: Link2 },
          ...(isFirst ? [] : [{ id: 'up' as const, label: t('saved.up'), icon: ArrowUp }]),
          ...(isLast ? [] : [{ id: 'down' as const, label: t('saved.down'), icon: ArrowDown }]),
          { id: 'delete', label: t('saved.delete'), icon: Trash2, isDanger: true },
        ]}
        onAction={onAction}
      />
    </div>
  );
}

/** Replaces a deleted search, with an undo button. */
export function DeletedRow({
  name,
  isPending,
  onUndo,
}: {
  name: string;
  isPending: boolean;
  onUndo: () => void;
}) {
  const { t } = useMessages();
  const undo = useRef<HTMLButtonElement>(null);
  useFocusAfterMenu(undo);
  return (
    <div className="flex min-h-11 items-center justify-between gap-2 rounded-control bg-fill ps-2.5 pe-1">
      <span role="status" className="page-start min-w-0 truncate text-sm text-ink-2">
        {t('saved.deleted', { name })}
      </span>
      <button
        ref={undo}
        type="button"
        aria-disabled={isPending}
        onClick={isPending ? undefined : onUndo}
        className="min-h-8 shrink-0 rounded-control px-2.5 text-sm font-bold text-brand-text hover:bg-brand-soft touch:min-h-11"
      >
        {t('saved.undo')}
      </button>
    </div>
  );
}
