import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Select } from '../../ui/select.tsx';
import { accountPages } from './finances.data.ts';
import { MoneyText } from './money.tsx';

export const accountLists = ['overdue', 'holds'] as const;
export type AccountList = (typeof accountLists)[number];

/** Overdue accounts, or people with holds, in the order that the address names. */
export function AccountListPage({ show, order }: { show: AccountList; order: 'asc' | 'desc' }) {
  const { t, day } = useMessages();
  const navigate = useNavigate();
  const accounts = useInfiniteQuery(accountPages(show, order));
  return (
    <ListPage
      query={accounts}
      intro={t(`financesAdmin.${show}Intro`)}
      filters={
        <Select
          label={t('financesAdmin.order')}
          isLabelHidden
          value={order}
          options={[
            { value: 'desc', label: t(`financesAdmin.${show}_desc`) },
            { value: 'asc', label: t(`financesAdmin.${show}_asc`) },
          ]}
          onChange={(next) =>
            void navigate({
              to: paths.adminFinances,
              search: { show, ...(next === 'asc' && { order: next }) },
              replace: true,
            })
          }
        />
      }
      empty={{ icon: CircleCheck, title: t(`financesAdmin.${show}None`) }}
      isEmpty={({ pages }) =>
        pages.every(({ items }) => items.length === 0) && pages.at(-1)?.nextCursor === null
      }
    >
      {({ pages }) => (
        <div className="grid gap-3">
          <RowList isCard label={t(`financesAdmin.${show}`)}>
            {pages
              .flatMap(({ items }) => items)
              .map(({ person, account, hold }) => {
                const name = `${person.firstName} ${person.lastName}`.trim();
                return (
                  <Row
                    key={account?.id ?? hold?.id ?? person.uid}
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
                          <span className="text-sm text-ink-2">
                            {t('finances.since', { date: day(hold.since, 'medium') })}
                          </span>
                        )}
                        <Link
                          to={paths.adminFinances}
                          search={{ uid: person.uid, show, ...(order === 'asc' && { order }) }}
                          aria-label={t('financesAdmin.openOf', { name })}
                          className={buttonClass({})}
                        >
                          {t('financesAdmin.open')}
                        </Link>
                      </>
                    }
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
