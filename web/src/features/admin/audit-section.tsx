import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { listAudit } from '#contract/audit/calls.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { LogEntry } from './log-entry.tsx';

const size = 50;
/** The activity log, newest first. */
export function AuditSection() {
  const { t } = useMessages();
  const log = useInfiniteQuery({
    queryKey: [listAudit, 'pages'],
    queryFn: ({ pageParam }) =>
      call(listAudit, { size, ...(pageParam > 0 && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: (last) =>
      last.entries.length < size ? undefined : last.entries.at(-1)?.number,
  });
  return (
    <QueryBoundary
      query={log}
      skeleton={['h-96']}
      isEmpty={({ pages }) => pages[0]?.entries.length === 0}
      empty={{ icon: ScrollText, title: t('audit.none'), body: t('audit.noneBody') }}
    >
      {({ pages }) => {
        const broken = pages.map((page) => page.brokenAt).find((number) => number !== null);
        return (
          <div className="grid gap-4">
            {broken !== undefined && (
              <p role="alert" className="flex gap-3 rounded-card bg-fill p-4 font-medium text-bad">
                <TriangleAlert size={20} aria-hidden className="shrink-0" />
                {t('audit.broken', { number: broken })}
              </p>
            )}
            <p className="text-sm text-ink-2">{t('audit.body')}</p>
            <ol className="card divide-y divide-line">
              {pages.flatMap(({ entries }) =>
                entries.map((entry) => <LogEntry key={entry.number} entry={entry} />),
              )}
            </ol>
            <LoadMore query={log}>{t('audit.more')}</LoadMore>
          </div>
        );
      }}
    </QueryBoundary>
  );
}
