import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';
import { paths } from '../../../paths.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { periodsQuery } from '../budgets.data.ts';
import english from '../messages/en.json';
import { AccountTree } from './account-tree.tsx';
import { Periods } from './periods.tsx';
import { RequestQueue } from './request-queue.tsx';

addEnglish(english);

const tabs = ['accounts', 'requests', 'periods'] as const;

/** The committee's accounts, requests and periods. */
export function BudgetsSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  usePageTitle(t('budgets.title'));
  const asked = useSearch()['tab'];
  const selected = tabs.find((one) => one === asked) ?? 'accounts';
  const periods = useQuery(periodsQuery());
  return (
    <Tabs
      label={t('budgets.title')}
      items={tabs.map((id) => ({ id, label: t(`budgets.tab_${id}`) }))}
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
      {selected === 'requests' ? (
        <RequestQueue />
      ) : periods.data === undefined ? (
        <Skeleton className="h-96" />
      ) : selected === 'accounts' ? (
        <AccountTree periods={periods.data.items} currency={periods.data.currency} />
      ) : (
        <Periods periods={periods.data.items} />
      )}
    </Tabs>
  );
}
