import { useQuery } from '@tanstack/react-query';
import { Bell, BellPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { preloadDialog } from '../../../ui/dialog.tsx';
import { jobSearches, type JobsSearch } from '../jobs.data.ts';

const SaveSearchDialog = lazyComponent(
  () => import('./save-search-dialog.tsx'),
  'SaveSearchDialog',
);
const SearchesDialog = lazyComponent(() => import('./searches-dialog.tsx'), 'SearchesDialog');

/** Saves the current search with alerts, and opens the saved ones. */
export function SearchButtons({ search }: { search: JobsSearch }) {
  const { t } = useMessages();
  const [shown, setShown] = useState<'save' | 'list' | null>(null);
  const { data } = useQuery(jobSearches());
  const isWide = useMinWidth('md');
  const count = data?.items.length ?? 0;
  const open = (which: 'save' | 'list') => ({
    onPointerEnter: preloadDialog,
    onFocus: preloadDialog,
    onClick: () => setShown(which),
  });
  return (
    <>
      {count > 0 &&
        (isWide ? (
          <Button size="lg" icon={Bell} {...open('list')}>
            {t('jobs.savedSearches', { count })}
          </Button>
        ) : (
          <IconButton label={t('jobs.savedSearches', { count })} icon={Bell} {...open('list')} />
        ))}
      {isWide ? (
        <Button size="lg" icon={BellPlus} {...open('save')}>
          {t('jobs.saveSearch')}
        </Button>
      ) : (
        <IconButton label={t('jobs.saveSearch')} icon={BellPlus} {...open('save')} />
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          {shown === 'save' ? (
            <SaveSearchDialog search={search} onClose={() => setShown(null)} />
          ) : (
            <SearchesDialog onClose={() => setShown(null)} />
          )}
        </Suspense>
      )}
    </>
  );
}
