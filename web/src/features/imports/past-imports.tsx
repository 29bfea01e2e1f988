import { History, Undo2 } from 'lucide-react';
import type { ImportRecordView } from '#contract/imports/endpoints.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangesList } from './changes-list.tsx';
import { importsKey, saveRun } from './imports.data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listImports, undoImport } from '#contract/imports/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { preloadDialog } from '../../ui/dialog.tsx';

const size = 20;

/** Imports that changed something, newest first, with an undo button. */
export function PastImports({ isBusy }: { isBusy: boolean }) {
  const { t } = useMessages();
  const past = useInfiniteQuery({
    queryKey: [...importsKey, 'pages'],
    queryFn: ({ pageParam }) =>
      call(listImports, { size, ...(pageParam > 0 && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: (last) =>
      last.items.length < size ? undefined : Number(last.items.at(-1)?.id),
  });
  const undo = useAction(({ id }: ImportRecordView) => call(undoImport, { id }), {
    confirm: ({ source }) => ({
      title: t('imports.undo'),
      body: t('imports.undoSure', { source }),
      confirmLabel: t('imports.undo'),
      cancelLabel: t('imports.keep'),
      isDanger: true,
    }),
    onSuccess({ run }) {
      saveRun(run);
      window.scrollTo({ top: 0 });
    },
  });
  return (
    <Card title={t('imports.past')}>
      <QueryBoundary
        isSmall
        query={past}
        skeleton={['h-20', 'h-20']}
        empty={{ icon: History, title: t('imports.pastNone'), body: t('imports.pastNoneBody') }}
      >
        {({ pages }) => (
          <div className="grid gap-3">
            <ol className="grid divide-y divide-line">
              {pages.flatMap(({ items }) =>
                items.map((one) => (
                  <Past key={one.id} one={one} isBusy={isBusy} onUndo={() => undo.run(one)} />
                )),
              )}
            </ol>
            <LoadMore query={past}>{t('audit.more')}</LoadMore>
          </div>
        )}
      </QueryBoundary>
    </Card>
  );
}

function Past({
  one,
  isBusy,
  onUndo,
}: {
  one: ImportRecordView;
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
            {` • ${date(one.at, 'moment')} • ${one.format === 'campus' ? 'Commons' : one.format} • ${t('imports.number', { id: one.id })}`}
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
