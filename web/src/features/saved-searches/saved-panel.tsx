import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Save } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { SavedSearch } from '#contract/saved-searches/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { DirectorySearch } from '../directory/directory-search.ts';
import { NameForm } from './name-form.tsx';
import { suggestedName } from './saved-search-words.ts';
import { hrefOf, isSame, searchParamsOf, paramsOf } from './saved-search.ts';
import { updateSearch, deleteSearch, orderSearches, saveSearch } from './saved-search-changes.ts';
import { savedSearches } from './saved-searches.data.ts';
import { DeletedRow, SavedRow, type RowAction } from './saved-row.tsx';
import paletteEnglish from '../palette/messages/en.json';

addEnglish(paletteEnglish);

/** A recently deleted search, and the one after it. */
interface Removed {
  saved: SavedSearch;
  before: string | undefined;
}

/** All saved searches of the user, and a button to save the current one. */
export function SavedPanel({
  search,
  onOpen,
}: {
  search: DirectorySearch;
  onOpen: (next: DirectorySearch) => void;
}) {
  const { t } = useMessages();
  const list = useQuery(savedSearches());
  // 'new', or the ID of the one being renamed.
  const [named, setNamed] = useState<string | null>(null);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const params = paramsOf(search);
  const items = list.data?.items ?? [];
  const opened = items.find(({ id }) => id === search['saved']);
  // If the user hasn't opened a saved search, the one with the same filters is highlighted.
  const current = opened ?? items.find((one) => isSame(one.params, params));
  const isChanged = opened !== undefined && !isSame(opened.params, params);
  const canSave = Object.keys(params).length > 0 && (isChanged || current === undefined);

  // The buttons disappear while the user names a new search, so the panel keeps the pending update.
  const saveChanges = useAction(({ id }: SavedSearch) => updateSearch(id, { params }), {
    success: ({ name }) => t('saved.updated', { name }),
  });
  const { restore, act } = useSavedSearchActions(items, setRemoved, setNamed);
  const gone = (before: string | undefined) =>
    removed
      .filter((one) => one.before === before)
      .map((one) => (
        <li key={`removed-${one.saved.id}`}>
          <DeletedRow
            name={one.saved.name}
            isPending={restore.pendingInput?.saved === one.saved}
            onUndo={() => restore.run(one)}
          />
        </li>
      ));

  return (
    <QueryBoundary isSmall query={list} skeleton={['h-11', 'h-11', 'h-11']}>
      {() => (
        <div className="grid gap-3">
          {named === 'new' ? (
            <NewSearchForm params={params} onOpen={onOpen} onCancel={() => setNamed(null)} />
          ) : (
            canSave && (
              <SaveButtons
                isChanged={isChanged}
                opened={opened}
                isSaving={saveChanges.isPending}
                onSave={saveChanges.run}
                onSaveAsNew={() => setNamed('new')}
              />
            )
          )}
          {items.length === 0 && removed.length === 0 ? (
            <NoSavedSearches canSave={canSave} />
          ) : (
            <ul
              aria-label={t('saved.titleLong')}
              className="-mx-1 grid gap-0.5 md:max-h-80 md:overflow-y-auto"
            >
              {items.map((saved, index) => (
                <Fragment key={saved.id}>
                  {gone(saved.id)}
                  <li className={named === saved.id ? 'px-1 py-2' : ''}>
                    {named === saved.id ? (
                      <NameForm
                        label={t('saved.name')}
                        initial={saved.name}
                        onSave={(name) =>
                          updateSearch(saved.id, { name }).then(() => setNamed(null))
                        }
                        onCancel={() => setNamed(null)}
                      />
                    ) : (
                      <SavedRow
                        saved={saved}
                        isCurrent={saved === current && !isChanged}
                        isFirst={index === 0}
                        isLast={index === items.length - 1}
                        onOpen={() => onOpen(searchParamsOf(saved))}
                        onAction={(action) => act(saved, action)}
                      />
                    )}
                  </li>
                </Fragment>
              ))}
              {gone(undefined)}
            </ul>
          )}
        </div>
      )}
    </QueryBoundary>
  );
}

interface NewSearchFormProps {
  params: DirectorySearch;
  onOpen: (next: DirectorySearch) => void;
  onCancel: () => void;
}

/** Names and saves the current filters. */
function NewSearchForm({ params, onOpen, onCancel }: NewSearchFormProps) {
  const messages = useMessages();
  const { t } = messages;
  const save = async (name: string) => {
    const saved = await saveSearch(name, params);
    showToast({ message: t('saved.done', { name: saved.name }) });
    onOpen(searchParamsOf(saved));
  };
  return (
    <NameForm
      label={t('saved.name')}
      initial={suggestedName(params, messages)}
      onSave={save}
      onCancel={onCancel}
    />
  );
}

function NoSavedSearches({ canSave }: { canSave: boolean }) {
  const { t } = useMessages();
  return (
    <EmptyState isSmall icon={Bookmark} title={t('saved.none')}>
      {canSave ? t('saved.noneBody') : t('saved.noneFirst')}
    </EmptyState>
  );
}

interface SaveButtonsProps {
  isChanged: boolean;
  opened: SavedSearch | undefined;
  isSaving: boolean;
  onSave: (opened: SavedSearch) => void;
  onSaveAsNew: () => void;
}

/** Saves the current filters: in the open saved search if they changed, or as a new one. */
function SaveButtons({ isChanged, opened, isSaving, onSave, onSaveAsNew }: SaveButtonsProps) {
  const { t } = useMessages();
  return (
    <div className="grid gap-2">
      {opened !== undefined && isChanged && (
        <Button
          variant="primary"
          icon={Save}
          isBlock
          isPending={isSaving}
          onClick={() => onSave(opened)}
        >
          <span className="line-clamp-2 wrap-anywhere">
            {t('saved.update', { name: opened.name })}
          </span>
        </Button>
      )}
      <Button
        variant={isChanged ? 'outline' : 'primary'}
        icon={BookmarkPlus}
        isBlock
        onClick={onSaveAsNew}
      >
        {isChanged ? t('saved.saveAsNew') : t('saved.saveThis')}
      </Button>
    </div>
  );
}

/** Renames, deletes, copies and reorders saved searches. Deleted ones can be restored from their previous position. */
function useSavedSearchActions(
  items: readonly SavedSearch[],
  setRemoved: React.Dispatch<React.SetStateAction<readonly Removed[]>>,
  onRename: (id: string) => void,
) {
  const { t } = useMessages();
  const order = useAction(orderSearches);
  const remove = useAction(({ id }: SavedSearch) => deleteSearch(id), {
    optimistic(saved) {
      const before = items[items.indexOf(saved) + 1]?.id;
      setRemoved((all) => [
        ...all.map((one) => (one.before === saved.id ? { ...one, before } : one)),
        { saved, before },
      ]);
      return () => setRemoved((all) => all.filter((one) => one.saved !== saved));
    },
  });
  const restore = useAction(
    ({ saved, before }: Removed) => saveSearch(saved.name, saved.params, before),
    { onSuccess: (_, { saved }) => setRemoved((all) => all.filter((one) => one.saved !== saved)) },
  );
  const act = (saved: SavedSearch, action: RowAction) => {
    const position = items.indexOf(saved);
    const ids = items.map(({ id }) => id);
    switch (action) {
      case 'rename':
        return onRename(saved.id);
      case 'delete':
        return remove.run(saved);
      case 'copy':
        return void navigator.clipboard
          .writeText(new URL(hrefOf(saved.params), window.location.href).href)
          .then(
            () => showToast({ message: t('palette.copied') }),
            () => showAlert({ type: 'Error', message: t('saved.notCopied'), autoClose: true }),
          );
      case 'up':
      case 'down':
        return order.run(
          ids.toSpliced(position, 1).toSpliced(position + (action === 'up' ? -1 : 1), 0, saved.id),
        );
    }
  };
  return { restore, act };
}
