import { useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileDown, GraduationCap, ListFilter, MoreHorizontal, Users } from 'lucide-react';
import { useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { accountStates, peopleSorts, type PeopleSort } from '#contract/admin/limits.ts';
import type { Account } from '#contract/admin/people.endpoints.ts';
import type { InputOf } from '#contract/call.ts';
import { exportSchoolPeople, listSchoolPeople } from '#contract/admin/calls.ts';
import { accountTypes } from '#contract/people/account-kinds.ts';
import { BulkBar, DataTable, type DataColumn } from '../../../kit/data-table.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { saveBase64 } from '../../../lib/save-file.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { nameOf } from '../../people/person.ts';
import english from '../messages/en.json';
import { AccountStatePill } from './account-state.tsx';
import { useAccountActions, type AccountActions } from './use-account-actions.tsx';

addEnglish(english);

type AccountQuery = InputOf<typeof exportSchoolPeople>;

const none: ReadonlySet<string> = new Set();

const pagesOf = (query: AccountQuery) => ({
  queryKey: [listSchoolPeople, 'pages', query] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listSchoolPeople, { ...query, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

const oneOf = <T extends string>(list: readonly T[], value: string | undefined): T | undefined =>
  list.find((one) => one === value);

/** The filters and order from the address, so that other pages can link to a part of the list. */
function useFilters() {
  const navigate = useNavigate();
  const search = useSearch();
  const state = oneOf(accountStates, search['state']);
  const type = oneOf(accountTypes, search['type']);
  const sort = oneOf(peopleSorts, search['sort']) ?? 'name';
  const isDown = search['order'] === 'down';
  const change = (next: { state?: string; type?: string; sort?: string; order?: string }) =>
    void navigate({
      to: paths.adminPeople,
      search: { state, type, sort, ...(isDown && { order: 'down' }), ...next },
      replace: true,
      resetScroll: false,
    });
  return { state, type, sort, isDown, change };
}

/** Everyone with an account, with what admins can do with it. */
export function PeopleSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { state, type, sort, isDown, change } = useFilters();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(none);
  useDebounced(text, (value) => {
    setSearch(value.trim());
    setSelected(none);
  });
  const query: AccountQuery = {
    ...(search !== '' && { search }),
    ...(state && { state }),
    ...(type && { type }),
    sort,
    ...(isDown && { descending: 'true' }),
  };
  const people = useInfiniteQuery(pagesOf(query));
  const rows = people.data?.pages.flatMap(({ items }) => items) ?? [];
  const actions = useAccountActions({ onDone: () => setSelected(none) });
  const save = useAction(() => call(exportSchoolPeople, query), {
    onSuccess: ({ name, content, mediaType }) => saveBase64(name, content, mediaType),
  });
  const columns = useColumns(actions);
  const chosen = rows.filter(({ person }) => selected.has(person.uid));
  const filter = (next: Parameters<typeof change>[0]) => {
    setSelected(none);
    change(next);
  };
  const stateText = t(state ? `accounts.state_${state}` : 'accounts.anyState');
  const typeText = type ?? t('accounts.anyType');
  return (
    <>
      <ListPage
        query={people}
        intro={t('accounts.intro')}
        search={{ label: t('accounts.search'), value: text, onChange: setText }}
        filters={
          <>
            <MenuButton
              label={`${t('accounts.state')}: ${stateText}`}
              icon={ListFilter}
              selected={state ?? 'any'}
              items={[
                { id: 'any', label: t('accounts.anyState') },
                ...accountStates.map((id) => ({ id, label: t(`accounts.state_${id}`) })),
              ]}
              onAction={(id) => filter({ state: id === 'any' ? '' : id })}
            >
              {stateText}
            </MenuButton>
            <MenuButton
              label={`${t('accounts.type')}: ${typeText}`}
              icon={GraduationCap}
              selected={type ?? 'any'}
              items={[
                { id: 'any', label: t('accounts.anyType') },
                ...accountTypes.map((id) => ({ id, label: id })),
              ]}
              onAction={(id) => filter({ type: id === 'any' ? '' : id })}
            >
              {typeText}
            </MenuButton>
            <Button
              icon={FileDown}
              className="ms-auto"
              isPending={save.isPending}
              onClick={() => save.run()}
            >
              {t('accounts.export')}
            </Button>
          </>
        }
        isNarrowed={search !== '' || state !== undefined || type !== undefined}
        empty={{ icon: Users, title: t('accounts.none') }}
        nothingFound={{ title: t('accounts.notFound'), body: t('accounts.notFoundBody') }}
        skeleton={['h-96']}
      >
        {() => (
          <div className="grid gap-4">
            <DataTable<Account>
              label={t('accounts.title')}
              rows={rows}
              idOf={({ person }) => person.uid}
              nameOf={({ person }) => nameOf(person)}
              columns={columns}
              sort={{ column: sort, isDown }}
              onSort={({ column, isDown: down }) => {
                const next: PeopleSort = oneOf(peopleSorts, column) ?? 'name';
                // Times start with the newest.
                const isFirst = next !== sort && (next === 'seen' || next === 'added');
                filter({ sort: next, order: isFirst || down ? 'down' : '' });
              }}
              selected={selected}
              onSelect={setSelected}
              onOpen={({ person }) =>
                void navigate({ to: paths.adminPerson, params: { personId: person.uid } })
              }
            />
            <LoadMore query={people} />
            <BulkBar count={chosen.length} onClear={() => setSelected(none)}>
              {actions.itemsFor(chosen).map(({ id, label, icon }) => (
                <Button
                  key={id}
                  variant="quiet"
                  {...(icon && { icon })}
                  onClick={() => actions.run(id, chosen)}
                >
                  {label}
                </Button>
              ))}
            </BulkBar>
          </div>
        )}
      </ListPage>
      {actions.dialog}
    </>
  );
}

/** Keeps a press on a control from selecting or opening its row. */
const quiet = (event: SyntheticEvent) => event.stopPropagation();
const quietKeys = (event: KeyboardEvent) => {
  if (event.key !== 'Tab' && event.key !== 'Escape') event.stopPropagation();
};

function useColumns(actions: AccountActions): readonly DataColumn<Account>[] {
  const { t, ago, date } = useMessages();
  return [
    {
      id: 'name',
      label: t('accounts.name'),
      isSorted: true,
      cell: ({ person }) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
          <bdi className="min-w-28 font-medium wrap-anywhere">{nameOf(person)}</bdi>
        </span>
      ),
    },
    {
      id: 'username',
      label: t('accounts.username'),
      isSorted: true,
      cell: ({ person, email }) => (
        <span className="grid md:min-w-52">
          <bdi className="wrap-anywhere">{person.username}</bdi>
          {email !== person.username && (
            <bdi className="text-sm text-ink-2 wrap-anywhere">{email ?? t('accounts.noEmail')}</bdi>
          )}
        </span>
      ),
    },
    {
      id: 'type',
      label: t('accounts.type'),
      cell: (account) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {account.accountType}
          {account.isAdmin && <Pill tone="brand">{t('accounts.admin')}</Pill>}
          {account.isAdviser && <Pill>{t('accounts.advisor')}</Pill>}
          {account.roles.map((role) => (
            <Pill key={role}>
              <bdi>{role}</bdi>
            </Pill>
          ))}
        </span>
      ),
    },
    {
      id: 'state',
      label: t('accounts.state'),
      cell: ({ state }) => (
        <span className="whitespace-nowrap">
          <AccountStatePill state={state} />
        </span>
      ),
    },
    {
      id: 'seen',
      label: t('accounts.seen'),
      isSorted: true,
      phone: 'none',
      cell: ({ lastSeenAt }) => (
        <span className="whitespace-nowrap">
          {lastSeenAt === null ? t('accounts.never') : ago(lastSeenAt)}
        </span>
      ),
    },
    {
      id: 'added',
      label: t('accounts.added'),
      isSorted: true,
      phone: 'none',
      cell: ({ addedAt }) => <span className="whitespace-nowrap">{date(addedAt, 'medium')}</span>,
    },
    {
      id: 'actions',
      label: t('accounts.actions'),
      isEnd: true,
      phone: 'end',
      cell: (account) => {
        const items = actions.itemsFor([account]);
        return items.length === 0 ? null : (
          // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps presses from the row.
          <span onPointerDown={quiet} onClick={quiet} onKeyDown={quietKeys}>
            <MenuButton
              label={t('accounts.more', { name: nameOf(account.person) })}
              icon={MoreHorizontal}
              variant="quiet"
              items={items}
              onAction={(act) => actions.run(act, [account])}
            />
          </span>
        );
      },
    },
  ];
}
