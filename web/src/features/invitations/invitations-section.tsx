import { useInfiniteQuery } from '@tanstack/react-query';
import { FileDown, MailCheck, Send } from 'lucide-react';
import { useState } from 'react';
import type { InvitedPerson } from '#contract/invitations/endpoints.ts';
import { listInvitations } from '#contract/invitations/calls.ts';
import { BulkBar, DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Pill } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';
import english from './messages/en.json';
import { saveInvited } from './save-invited.ts';
import { useInvite } from './use-invite.ts';

addEnglish(english);

const none: ReadonlySet<string> = new Set();
const pagesOf = (search: string) => ({
  queryKey: [listInvitations, 'pages', search] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listInvitations,
      { ...(search !== '' && { search }), ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** People who haven't signed in yet, and sending them an invitation. */
export function InvitationsSection() {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(none);
  useDebounced(text, (value) => {
    setSearch(value.trim());
    setSelected(none);
  });
  const people = useInfiniteQuery(pagesOf(search));
  const [first] = people.data?.pages ?? [];
  const canInvite = first?.canInvite === true;
  const count = first?.invitable ?? 0;
  const send = useInvite({ count, onSuccess: () => setSelected(none) });
  const save = useAction(() => saveInvited(search));
  const columns = useColumns(canInvite, (uid) => send.run([uid]));
  return (
    <ListPage
      query={people}
      intro={t('invitations.intro')}
      {...(canInvite &&
        count > 0 && {
          add: {
            label: t('invitations.sendAll', { count }),
            icon: Send,
            onAdd: () => send.run('all'),
          },
        })}
      search={{ label: t('invitations.search'), value: text, onChange: setText }}
      {...(first !== undefined &&
        first.items.length > 0 && {
          filters: (
            <Button icon={FileDown} isPending={save.isPending} onClick={() => save.run()}>
              {t('invitations.export')}
            </Button>
          ),
        })}
      empty={{ icon: MailCheck, title: t('invitations.none') }}
      nothingFound={{ title: t('invitations.notFound') }}
      isNarrowed={search !== ''}
      skeleton={['h-96']}
      isEmpty={({ pages }) => pages[0]?.items.length === 0}
    >
      {({ pages }) => (
        <div className="grid gap-4">
          {!canInvite && <Note>{t('invitations.off')}</Note>}
          <DataTable<InvitedPerson>
            label={t('invitations.title')}
            rows={pages.flatMap(({ items }) => items)}
            idOf={({ person }) => person.uid}
            nameOf={({ person }) => nameOf(person)}
            columns={columns}
            {...(canInvite && { selected, onSelect: setSelected })}
          />
          <LoadMore query={people} />
          <BulkBar count={selected.size} onClear={() => setSelected(none)}>
            <Button
              variant="quiet"
              icon={Send}
              isPending={send.isPending}
              onClick={() => send.run([...selected])}
            >
              {t('invitations.send')}
            </Button>
          </BulkBar>
        </div>
      )}
    </ListPage>
  );
}

function useColumns(
  canInvite: boolean,
  onSend: (uid: string) => void,
): readonly DataColumn<InvitedPerson>[] {
  const { t, date } = useMessages();
  return [
    {
      id: 'name',
      label: t('invitations.name'),
      cell: ({ person }) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
          <span className="grid min-w-28">
            <bdi className="font-medium wrap-anywhere">{nameOf(person)}</bdi>
            <bdi className="text-sm text-ink-2 wrap-anywhere">{person.username}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'email',
      label: t('invitations.email'),
      cell: ({ email }) =>
        email === null ? (
          <Pill tone="warn">{t('invitations.noEmail')}</Pill>
        ) : (
          <bdi className="wrap-anywhere">{email}</bdi>
        ),
    },
    {
      id: 'invited',
      label: t('invitations.invited'),
      cell: ({ state, invitedAt, expiresAt }) =>
        state === 'queued' || state === 'failed' ? (
          <Pill tone={state === 'failed' ? 'bad' : 'quiet'}>
            {t(state === 'failed' ? 'invitations.failed' : 'invitations.waiting')}
          </Pill>
        ) : invitedAt === null ? (
          t('invitations.never')
        ) : (
          <span className="grid min-w-24">
            {date(invitedAt, 'day and time')}
            {expiresAt !== null && (
              <span className="text-sm text-ink-2">
                {Date.parse(expiresAt) < Date.now()
                  ? t('invitations.expired')
                  : t('invitations.expires', { date: date(expiresAt, 'day') })}
              </span>
            )}
          </span>
        ),
    },
    ...(canInvite
      ? [
          {
            id: 'send',
            label: t('invitations.action'),
            isEnd: true,
            phone: 'end' as const,
            cell: ({ person, email, state }: InvitedPerson) =>
              email === null || state === 'queued' ? null : (
                <Button
                  size="sm"
                  variant="quiet"
                  label={t(state === 'none' ? 'invitations.sendTo' : 'invitations.againTo', {
                    name: nameOf(person),
                  })}
                  // Otherwise the row would treat the press as a selection.
                  onPointerDown={(event) => event.stopPropagation()}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
                  }}
                  onClick={(event) => {
                    event.stopPropagation();
                    onSend(person.uid);
                  }}
                >
                  {t(state === 'none' ? 'invitations.send' : 'invitations.again')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}
