import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, FileDown } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import type { listStudentAccounts } from '#contract/finances/calls.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Select } from '../../ui/select.tsx';
import { accountPages } from './finances.data.ts';
import { MoneyText } from './money.tsx';
import { saveAccounts } from './save-accounts.ts';

export const accountLists = ['overdue', 'holds'] as const;
export type AccountList = (typeof accountLists)[number];

/** The sort orders of each list, the default first. The address omits the default. */
const orders = {
  overdue: [
    { sort: 'amount', order: 'desc', label: 'financesAdmin.overdue_amount' },
    { sort: 'amount', order: 'asc', label: 'financesAdmin.overdue_amountUp' },
    { sort: 'date', order: 'asc', label: 'financesAdmin.overdue_date' },
    { sort: 'name', order: 'asc', label: 'financesAdmin.sort_name' },
  ],
  holds: [
    { sort: 'date', order: 'desc', label: 'financesAdmin.holds_dateDown' },
    { sort: 'date', order: 'asc', label: 'financesAdmin.holds_date' },
    { sort: 'amount', order: 'desc', label: 'financesAdmin.holds_amount' },
    { sort: 'name', order: 'asc', label: 'financesAdmin.sort_name' },
  ],
} as const;

interface AccountListProps {
  show: AccountList;
  /** Values of the search parameters in the address. */
  sort: string | undefined;
  order: string | undefined;
}

/** Overdue accounts, or people with holds, in the order that the address names. */
export function AccountListPage({ show, sort, order }: AccountListProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [first] = orders[show];
  const chosen =
    orders[show].find(
      (one) => one.sort === sort && one.order === (order === 'desc' ? 'desc' : 'asc'),
    ) ?? first;
  const accounts = useInfiniteQuery(accountPages(show, chosen.sort, chosen.order));
  const save = useAction(() => saveAccounts(show, chosen.sort, chosen.order));
  const search = chosen === first ? { show } : { show, sort: chosen.sort, order: chosen.order };
  return (
    <ListPage
      query={accounts}
      intro={t(`financesAdmin.${show}Intro`)}
      filters={
        <>
          <Select
            label={t('financesAdmin.order')}
            isLabelHidden
            value={orders[show].indexOf(chosen as never).toString()}
            options={orders[show].map(({ label }, nth) => ({
              value: String(nth),
              label: t(label),
            }))}
            onChange={(nth) => {
              const next = orders[show][Number(nth)] ?? first;
              void navigate({
                to: paths.adminFinances,
                search: next === first ? { show } : { show, sort: next.sort, order: next.order },
                replace: true,
              });
            }}
          />
          {accounts.data?.pages[0]?.items.length !== 0 && (
            <Button icon={FileDown} isPending={save.isPending} onClick={() => save.run()}>
              {t('financesAdmin.export')}
            </Button>
          )}
        </>
      }
      empty={{ icon: CircleCheck, title: t(`financesAdmin.${show}None`) }}
      isEmpty={({ pages }) => pages[0]?.items.length === 0}
    >
      {({ pages }) => (
        <div className="grid gap-3">
          <RowList isCard label={t(`financesAdmin.${show}`)}>
            {pages
              .flatMap(({ items }) => items)
              .map(({ person, account, hold }) => {
                return (
                  <AccountRow
                    key={account?.id ?? hold?.id ?? person.uid}
                    account={account}
                    hold={hold}
                    person={person}
                    search={search}
                  />
                );
              })}
          </RowList>
          <LoadMore query={accounts} />
        </div>
      )}
    </ListPage>
  );
}

type StudentAccount = ReplyOf<typeof listStudentAccounts>['items'][number];

interface AccountRowProps {
  account: StudentAccount['account'];
  hold: StudentAccount['hold'];
  person: StudentAccount['person'];
  search: Record<string, string>;
}

/** A student with an overdue account or a hold. */
function AccountRow({ account, hold, person, search }: AccountRowProps) {
  const { t, day } = useMessages();
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <Row
      mark={<Avatar name={name} photoUrl={person.photoUrl} />}
      title={<bdi>{name}</bdi>}
      lines={[
        <bdi key="username">{person.username}</bdi>,
        account && (
          <span key="account">
            <bdi>{account.name}</bdi> • {t('financesAdmin.balance')}{' '}
            <MoneyText money={account.balance} />
          </span>
        ),
        account && (
          <span key="since">
            {t('financesAdmin.overdueSince', {
              date: day(account.oldestDue, 'medium'),
            })}
          </span>
        ),
        hold && (
          <span key="hold" className="wrap-anywhere">
            <bdi>{hold.office}</bdi> • <bdi>{hold.reason}</bdi>
          </span>
        ),
      ]}
      end={
        <>
          {account && (
            <span className="grid text-end text-sm">
              <span className="text-ink-2">{t('financesAdmin.dueNow')}</span>
              <MoneyText money={account.dueNow} className="font-bold" />
            </span>
          )}
          {hold && (
            <span className="grid text-end text-sm text-ink-2">
              {hold.amount && <MoneyText money={hold.amount} className="font-bold" />}
              {t('finances.since', { date: day(hold.since, 'medium') })}
            </span>
          )}
          <Link
            to={paths.adminFinances}
            search={{ uid: person.uid, ...search }}
            aria-label={t('financesAdmin.openOf', { name })}
            className={buttonClass({})}
          >
            {t('financesAdmin.open')}
          </Link>
        </>
      }
    />
  );
}
