import { Link, useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Send, UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { acceptRequests } from '#contract/connections/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RetryBar } from '../../ui/retry-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PeopleWindow } from '../people/people-window.tsx';
import { PersonRow } from '../people/person-card.tsx';
import { profileLink } from '../people/person.ts';
import { usePages } from '../people/use-pages.ts';
import { callsWithConnections, connectionsPage, type ConnectionList } from './connections.data.ts';
import { SuggestedList } from './suggested-list.tsx';
import english from './messages/en.json';

addEnglish(english);

const lists = ['incoming', 'sent', 'connected'] as const satisfies readonly ConnectionList[];
/** The lists, and people that the user may know. */
const tabs = [...lists, 'suggested'] as const;
const icons = { incoming: UserRoundPlus, sent: Send, connected: UserRoundCheck } as const;

/** Shows received requests, sent requests, connections and suggestions. The URL names the list. */
export function ConnectionsPage() {
  const { t } = useMessages();
  const school = useSchool();
  const navigate = useNavigate();
  const asked = useSearch()['list'];
  const first = connectionsPage('incoming', 1);
  const { data, error } = useQuery({
    ...callQuery(first.key, first.input),
    enabled: school.config.connect,
  });
  const counts = data?.counts;
  // The list is chosen once, so that it doesn't change when the reader answers the last request.
  const [preferred, setPreferred] = useState<ConnectionList>();
  if (counts && preferred === undefined)
    setPreferred(counts.incoming > 0 ? 'incoming' : 'connected');
  const list = tabs.find((one) => one === asked) ?? preferred ?? (error ? 'connected' : undefined);
  if (!school.config.connect) {
    return (
      <Page width="read">
        <PageHeader title={t('nav.connections')} />
        <EmptyState icon={UserRoundCheck} title={t('connections.offTitle')}>
          {t('connections.offBody')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page width="read">
      <PageHeader title={t('nav.connections')} />
      {/* Tabs shown before the counts are known could change under the reader. */}
      {list === undefined ? (
        <Loading>
          <Skeleton className="h-11 w-72 max-w-full" />
        </Loading>
      ) : (
        <Tabs
          label={t('nav.connections')}
          items={tabs.map((id) => ({
            id,
            label: t(`connections.${id}`),
            count: id === 'suggested' ? undefined : counts?.[id],
            isMarked: id === 'incoming',
          }))}
          selected={list}
          onSelect={(next) =>
            void navigate({
              to: paths.connections,
              search: { list: next },
              replace: true,
              resetScroll: false,
            })
          }
        >
          {list === 'suggested' ? <SuggestedList /> : <ListOf key={list} list={list} />}
        </Tabs>
      )}
    </Page>
  );
}

function ListOf({ list }: { list: ConnectionList }) {
  const { t, ago } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(text, (value) => setSearch(value.trim()));
  const { total, itemAt, onRange, error, isFetching, retry } = usePages(
    (page) => connectionsPage(list, page, search),
    ({ total: all, items }) => ({ total: all, items }),
  );
  const draw = useCallback(
    (index: number) => {
      const person = itemAt(index);
      if (person === undefined) return null;
      const note =
        list === 'connected'
          ? {}
          : { note: t(`connections.${list}Since`, { when: ago(person.since) }) };
      return <PersonRow key={person.uid} person={person} openLink={profileLink} {...note} />;
    },
    [itemAt, list, t, ago],
  );
  if (total === undefined && error)
    return <ErrorState error={error} onRetry={retry} isRetrying={isFetching} />;
  if (total === 0 && search === '') {
    return (
      <EmptyState
        icon={icons[list]}
        title={t(`connections.${list}None`)}
        action={
          <Link to={paths.directory} className={buttonClass({ variant: 'primary' })}>
            {t('connections.find')}
          </Link>
        }
      >
        {t(`connections.${list}NoneBody`)}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {list === 'connected' && (
        <SearchField
          label={t('connections.search')}
          placeholder={t('connections.search')}
          value={text}
          onChange={setText}
          isBusy={isFetching}
        />
      )}
      {list === 'incoming' && total !== undefined && total > 1 && (
        <AcceptAll total={total} until={itemAt(0)?.since} />
      )}
      {total === 0 && <EmptyState icon={icons[list]} title={t('connections.searchNone')} />}
      <PeopleWindow
        label={t(`connections.${list}`)}
        total={total}
        layout="list"
        onRange={onRange}
        draw={draw}
      />
      {error && <RetryBar error={error} onRetry={retry} isRetrying={isFetching} />}
    </div>
  );
}

/** Accepts all requests after a confirmation, except those that arrive later. */
function AcceptAll({ total, until }: { total: number; until: string | undefined }) {
  const { t } = useMessages();
  const accept = useAction((sent: string) => call(acceptRequests, { until: sent }), {
    confirm: () => ({
      title: t('connections.acceptAllTitle', { count: total }),
      body: t('connections.acceptAllBody'),
      confirmLabel: t('connections.acceptAll'),
    }),
    success: ({ accepted }) => t('connections.acceptedAll', { count: accepted }),
    invalidates: callsWithConnections,
  });
  return (
    <Button
      icon={CheckCheck}
      className="justify-self-end"
      disabled={until === undefined}
      isPending={accept.isPending}
      onClick={() => until !== undefined && accept.run(until)}
    >
      {t('connections.acceptAll')}
    </Button>
  );
}
