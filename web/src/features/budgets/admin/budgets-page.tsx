import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { Suspense } from 'react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { periodsQuery, requestPages } from '../budgets.data.ts';
import english from '../messages/en.json';
import { AccountTree } from './account-tree.tsx';
import { Periods } from './periods.tsx';
import { RequestQueue } from './request-queue.tsx';

addEnglish(english);

const ReviewPane = lazyComponent(() => import('./review-pane.tsx'), 'ReviewPane');

const tabs = ['accounts', 'requests', 'periods'] as const;

/** The committee's accounts, requests and periods. A request opens next to the list, in a modal, or on a separate page on phones. */
export function BudgetsPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { tab: asked, request } = useSearch();
  const selected = tabs.find((one) => one === asked) ?? 'accounts';
  const periods = useQuery(periodsQuery());
  const waiting = useInfiniteQuery({
    ...requestPages({ state: 'submitted', order: 'waiting' }),
    enabled: periods.data !== undefined,
  });
  // Beyond the first page, the number isn't known.
  const waitingCount = waiting.hasNextPage ? undefined : waiting.data?.pages[0]?.items.length;
  const isBeside = useMinWidth('md');
  const isWide = useMinWidth('xl');
  const opened = selected === 'requests' && periods.data !== undefined ? request : undefined;
  if (opened !== undefined && !isBeside)
    return <Navigate to={paths.budgetRequest} params={{ requestId: opened }} replace />;
  return (
    <div
      className={
        opened !== undefined && isWide ? 'grid grid-cols-[minmax(0,1fr)_minmax(26rem,34%)]' : ''
      }
    >
      <Page>
        <PageHeader
          title={t('budgets.title')}
          back={<BackLink to={paths.admin}>{t('budgets.backToAdmin')}</BackLink>}
        />
        <QueryBoundary
          query={periods}
          skeleton={['h-11', 'h-96']}
          isEmpty={() => false}
          errorContent={{
            forbidden: {
              icon: ShieldAlert,
              title: t('budgets.noAccess'),
              body: t('budgets.noAccessBody'),
            },
          }}
        >
          {({ items, currency }) => (
            <Tabs
              label={t('budgets.title')}
              items={tabs.map((id) => ({
                id,
                label: t(`budgets.tab_${id}`),
                ...(id === 'requests' &&
                  waitingCount !== undefined &&
                  waitingCount > 0 && { count: waitingCount, isMarked: true }),
              }))}
              selected={selected}
              onSelect={(tab) =>
                void navigate({
                  to: paths.adminBudgets,
                  search: { tab },
                  replace: true,
                  resetScroll: false,
                })
              }
            >
              {selected === 'accounts' && <AccountTree periods={items} currency={currency} />}
              {selected === 'requests' && <RequestQueue isBeside={isBeside} periods={items} />}
              {selected === 'periods' && <Periods periods={items} />}
            </Tabs>
          )}
        </QueryBoundary>
      </Page>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <ReviewPane id={opened} as={isWide ? 'side' : 'modal'} />
        </Suspense>
      )}
    </div>
  );
}
