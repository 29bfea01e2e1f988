import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { KeptImportView } from '#contract/imports.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ChangesList } from './changes-list.tsx';
import { importsKey, keepRun } from './imports.data.ts';

const size = 20;

/** Imports that changed something, the newest first, each with a way back. */
export function PastImports({ isBusy }: { isBusy: boolean }) {
  const messages = useMessages();
  const { t } = messages;
  const [asked, setAsked] = useState<KeptImportView | null>(null);
  const past = useInfiniteQuery({
    queryKey: [...importsKey, 'pages'],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/imports', { size, ...(pageParam > 0 && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: (last) =>
      last.items.length < size ? undefined : Number(last.items.at(-1)?.id),
  });
  const undo = useMutation({
    mutationFn: ({ id }: KeptImportView) => call('POST /api/v1/imports/{id}/undo', { id }),
    onSuccess(answer) {
      keepRun(answer.run);
      setAsked(null);
      window.scrollTo({ top: 0 });
    },
  });
  const close = () => {
    setAsked(null);
    undo.reset();
  };
  const items = past.data?.pages.flatMap((page) => page.items);
  return (
    <Card title={t('imports.past')}>
      {items === undefined ? (
        past.error ? (
          <ErrorState
            isSmall
            error={past.error}
            isRetrying={past.isFetching}
            onRetry={() => void past.refetch()}
          />
        ) : (
          <Loading className="grid gap-3">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </Loading>
        )
      ) : items.length === 0 ? (
        <EmptyState isSmall icon={History} title={t('imports.pastNone')}>
          {t('imports.pastNoneBody')}
        </EmptyState>
      ) : (
        <ol className="grid divide-y divide-line">
          {items.map((one) => (
            <Past key={one.id} one={one} isBusy={isBusy} onUndo={() => setAsked(one)} />
          ))}
        </ol>
      )}
      {past.hasNextPage && (
        <div className="mt-3 grid justify-items-center">
          <Button isPending={past.isFetchingNextPage} onClick={() => void past.fetchNextPage()}>
            {t('audit.more')}
          </Button>
        </div>
      )}
      <Dialog
        role="alertdialog"
        size="sm"
        title={t('imports.undo')}
        isOpen={asked !== null}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{t('imports.keep')}</Button>
            <Button
              variant="danger"
              isPending={undo.isPending}
              onClick={() => asked && undo.mutate(asked)}
            >
              {t('imports.undo')}
            </Button>
          </>
        }
      >
        <p className="wrap-anywhere">{t('imports.undoSure', { source: asked?.source ?? '' })}</p>
        {undo.isError && (
          <p role="alert" className="mt-3 text-sm text-bad">
            {errorText(undo.error, messages)}
          </p>
        )}
      </Dialog>
    </Card>
  );
}

function Past({
  one,
  isBusy,
  onUndo,
}: {
  one: KeptImportView;
  isBusy: boolean;
  onUndo: () => void;
}) {
  const { t, date, ago } = useMessages();
  const by =
    one.by === null ? t('imports.operator') : `${one.by.firstName} ${one.by.lastName}`.trim();
  const isUndone = one.undoneAt !== null;
  return (
    <li className="grid gap-1 py-3.5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3
            className={`font-bold wrap-anywhere ${isUndone ? 'text-ink-2 line-through' : ''}`}
            dir="auto"
          >
            {one.source}
          </h3>
          <p className="text-sm text-ink-2">
            <bdi>{by}</bdi>
            {` • ${date(one.at, 'moment')} • ${one.format === 'campus' ? 'Commons' : one.format} • № ${one.id}`}
          </p>
        </div>
        {one.can.undo && (
          <Button
            size="sm"
            icon={Undo2}
            label={t('imports.undoNamed', { source: one.source })}
            disabled={isBusy}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={onUndo}
          >
            {t('imports.undo')}
          </Button>
        )}
        {one.undoneAt !== null && (
          <span className="text-sm font-medium text-ink-2">
            {t('imports.wasUndone', { when: ago(one.undoneAt) })}
          </span>
        )}
      </div>
      {!isUndone && <ChangesList changes={one.changes} />}
    </li>
  );
}
