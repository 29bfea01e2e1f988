import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { memo, Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { queryClient } from '../../lib/call.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { Popover, preloadPopover } from '../../ui/popover.tsx';
import type { DirectorySearch } from '../directory/directory-search.ts';
import { isSame, paramsOf } from './saved-search.ts';
import { savedSearches } from './saved-searches.data.ts';
import title from 'messages:en/saved.title';
import longTitle from 'messages:en/saved.titleLong';
import changed from 'messages:en/saved.changed';

// The panel loads the other texts.
addEnglish({ ...title, ...longTitle, ...changed });

const SavedPanel = lazyComponent(() => import('./saved-panel.tsx'), 'SavedPanel');

interface SavedSearchesProps {
  search: DirectorySearch;
  onOpen: (next: DirectorySearch) => void;
}

/**
 * The saved searches, next to order and layout; on phones, a chip among the filters. It shows the open search and whether it was
 * changed. Nothing loads until the user opens it, or the URL names one.
 */
export const SavedSearches = memo(function SavedSearches({ search, onOpen }: SavedSearchesProps) {
  const { t } = useMessages();
  const isPhone = !useMinWidth('md');
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    ...savedSearches(),
    enabled: isOpen || search['saved'] !== undefined,
  });
  const opened = data?.items.find(({ id }) => id === search['saved']);
  const isChanged = opened !== undefined && !isSame(opened.params, paramsOf(search));
  const prepare = () => {
    SavedPanel.preload();
    void queryClient.prefetchQuery(savedSearches());
    if (isPhone) preloadDialog();
    else preloadPopover();
  };
  const close = () => setOpen(false);
  const content = (
    <Suspense fallback={<div className="h-40" />}>
      <SavedPanel
        search={search}
        onOpen={(next) => {
          close();
          onOpen(next);
        }}
      />
    </Suspense>
  );
  const trigger = {
    ref: anchor,
    icon: Bookmark,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setOpen(true),
  } as const;
  const name = (
    <span className="flex max-w-64">
      <bdi className="truncate">{opened?.name ?? t('saved.title')}</bdi>
      {isChanged && (
        <span className="shrink-0 font-normal whitespace-pre"> {t('saved.changed')}</span>
      )}
    </span>
  );
  if (isPhone)
    return (
      <>
        <Chip {...trigger} isOn={opened !== undefined}>
          {name}
        </Chip>
        <Dialog title={t('saved.titleLong')} isOpen={isOpen} onClose={close}>
          {content}
        </Dialog>
      </>
    );
  return (
    <>
      <Button {...trigger} variant={opened === undefined ? 'quiet' : 'soft'}>
        {name}
      </Button>
      <Popover
        label={t('saved.titleLong')}
        anchor={anchor}
        isOpen={isOpen}
        onClose={close}
        placement="bottom end"
        className="w-96 max-w-full p-3"
      >
        {content}
      </Popover>
    </>
  );
});
