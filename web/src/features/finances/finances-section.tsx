import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Search } from 'lucide-react';
import { useState } from 'react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowList } from '../../kit/row-list.tsx';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { useHasPermission } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountListPage, accountLists } from './account-list.tsx';
import { FinanceSettingsForm } from './finance-settings.tsx';
import { studentsQuery } from './finances.data.ts';
import english from './messages/en.json';
import { StudentAccount } from './student-account.tsx';

addEnglish(english);

/** Student accounts and finance settings, for staff. */
export function FinancesSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { tab, uid, show, sort, order } = useSearch();
  const list = accountLists.find((one) => one === show);
  const selected = tab === 'settings' ? 'settings' : 'accounts';
  return (
    <Tabs
      label={t('finances.title')}
      items={[
        { id: 'accounts', label: t('financesAdmin.accounts') },
        { id: 'settings', label: t('financesAdmin.settings') },
      ]}
      selected={selected}
      onSelect={(id) =>
        void navigate({ to: paths.adminFinances, search: { tab: id }, replace: true })
      }
    >
      {selected === 'settings' ? (
        <FinanceSettingsForm />
      ) : uid !== undefined ? (
        <StudentAccount key={uid} uid={uid} />
      ) : (
        <div className="grid gap-4">
          <div role="group" aria-label={t('financesAdmin.lists')} className="flex flex-wrap gap-2">
            {[undefined, ...accountLists].map((one) => (
              <Chip
                key={one ?? 'find'}
                isOn={list === one}
                onClick={() =>
                  void navigate({
                    to: paths.adminFinances,
                    search: one === undefined ? {} : { show: one },
                    replace: true,
                    resetScroll: false,
                  })
                }
              >
                {t(`financesAdmin.${one ?? 'find'}`)}
              </Chip>
            ))}
          </div>
          {list === undefined ? (
            <FindStudent />
          ) : (
            <AccountListPage show={list} sort={sort} order={order} />
          )}
        </div>
      )}
    </Tabs>
  );
}

/** Minimum length of a search. */
const least = 2;

function FindStudent() {
  const { t } = useMessages();
  const [canImport, canImportAll] = [
    useHasPermission('imports.finances'),
    useHasPermission('imports.manage'),
  ];
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [word, setWord] = useState('');
  useDebounced(text.trim(), setWord);
  const isLong = word.length >= least;
  const query = useQuery({ ...studentsQuery(word), enabled: isLong });
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2 text-pretty">
        {t('financesAdmin.intro')}{' '}
        {canImport || canImportAll ? (
          <Link to={paths.adminImport} className="text-brand-text underline">
            {t('financesAdmin.importHint')}
          </Link>
        ) : (
          t('financesAdmin.importHint')
        )}
      </p>
      <SearchField
        label={t('financesAdmin.search')}
        placeholder={t('financesAdmin.search')}
        value={text}
        isBusy={query.isFetching}
        onChange={setText}
      />
      {isLong ? (
        <QueryBoundary
          query={query}
          empty={{
            icon: Search,
            title: t('financesAdmin.noResults'),
            body: t('financesAdmin.noResultsBody'),
          }}
        >
          {({ items }) => (
            <RowList isCard label={t('financesAdmin.accounts')}>
              {items.map((one) => {
                const name = `${one.firstName} ${one.lastName}`.trim();
                return (
                  <Row
                    key={one.uid}
                    mark={<Avatar name={name} photoUrl={one.photoUrl} />}
                    title={name}
                    lines={[
                      <bdi key="username">{one.username}</bdi>,
                      one.hasAccount ? null : t('financesAdmin.noAccount'),
                    ]}
                    end={
                      <Button
                        icon={ChevronRight}
                        label={t('financesAdmin.openOf', { name })}
                        onClick={() =>
                          void navigate({ to: paths.adminFinances, search: { uid: one.uid } })
                        }
                      >
                        {t('financesAdmin.open')}
                      </Button>
                    }
                  />
                );
              })}
            </RowList>
          )}
        </QueryBoundary>
      ) : (
        <EmptyState icon={Search} title={t('financesAdmin.begin')}>
          {t('financesAdmin.beginBody')}
        </EmptyState>
      )}
    </div>
  );
}
