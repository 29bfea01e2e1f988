import { Link } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Crown, Ellipsis, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Conversation, Participant } from '#contract/chat/conversations.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import {
  addParticipants,
  listParticipants,
  removeParticipant,
  updateConversation,
} from '#contract/chat/calls.ts';
import { call, callQuery, queryClient } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { MenuButton, type MenuItem } from '../../../ui/menu.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { nameOf, profileLink } from '../../people/person.ts';
import { chatErrorText } from '../chat-failures.ts';
import { storeConversation } from '../chat.data.ts';
import { groupErrorText, namingRefused } from '../list/group-candidates.ts';
import { PeoplePicker } from '../list/people-picker.tsx';
import { online } from '../presence.ts';

/** Lists the people in a conversation. Groups also have buttons to add and remove people. */
export function DetailsPeople({ conversation }: { conversation: Conversation }) {
  const messages = useMessages();
  const { t } = messages;
  const me = useUser().uid;
  const [offset, setOffset] = useState(0);
  const page = useQuery(callQuery(listParticipants, { conversation: conversation.id, offset }));
  const [isAdding, setAdding] = useState(false);
  const here = page.data?.items.filter(({ hasLeft }) => !hasLeft) ?? [];
  const change = useMutation({
    mutationFn: ({ uid, what }: { uid: string; what: 'remove' | 'owner' }) =>
      what === 'remove'
        ? call(removeParticipant, {
            conversation: conversation.id,
            uid,
          })
        : call(updateConversation, {
            conversation: conversation.id,
            owner: uid,
          }),
    onSuccess: (next) => {
      storeConversation(next);
      void queryClient.invalidateQueries({ queryKey: [listParticipants] });
    },
    onError: (error) => showToast({ message: chatErrorText(error, messages) }),
  });
  return (
    <section aria-label={t('chat.peopleHere')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3>{t('chat.people', { count: conversation.participantCount })}</h3>
        {conversation.can.addPeople && (
          <Button size="sm" icon={UserPlus} onClick={() => setAdding(true)}>
            {t('chat.addPeople')}
          </Button>
        )}
      </div>
      {page.error && (
        <ErrorState
          isSmall
          error={page.error}
          onRetry={() => void page.refetch()}
          isRetrying={page.isFetching}
        />
      )}
      {page.isPending && <ParticipantsSkeleton count={conversation.participantCount} />}
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
        {here.map((person) => {
          return (
            <ParticipantRow
              key={person.uid}
              person={person}
              me={me}
              conversation={conversation}
              onAction={(what) => change.mutate({ uid: person.uid, what })}
            />
          );
        })}
      </ul>
      {page.data !== undefined && page.data.total > 100 && (
        <div className="flex justify-between gap-2">
          <Button
            size="sm"
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - 100))}
          >
            {t('chat.before')}
          </Button>
          <Button
            size="sm"
            disabled={offset + 100 >= page.data.total}
            onClick={() => setOffset(offset + 100)}
          >
            {t('chat.after')}
          </Button>
        </div>
      )}
      <AddDialog
        conversation={conversation}
        without={here.map(({ uid }) => uid)}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      />
    </section>
  );
}

function ParticipantsSkeleton({ count }: { count: number }) {
  return (
    <Loading className="grid grid-cols-[minmax(0,1fr)]">
      {[0, 1, 2].slice(0, count).map((row) => (
        <div key={row} className="flex min-h-13 items-center gap-3">
          <Skeleton isRound className="size-9 shrink-0" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </Loading>
  );
}

interface ParticipantRowProps {
  person: Participant;
  me: string;
  conversation: Conversation;
  onAction: (what: 'remove' | 'owner') => void;
}

function ParticipantRow({ person, me, conversation, onAction }: ParticipantRowProps) {
  const { t } = useMessages();
  const present = useStore(online);
  const items: (MenuItem<'owner' | 'remove'> | false)[] = [
    conversation.role === 'owner' &&
      !conversation.isCourse &&
      person.role === 'member' && { id: 'owner', label: t('chat.makeOwner'), icon: Crown },
    conversation.can.removePeople && {
      id: 'remove',
      label: t('chat.removePerson'),
      icon: UserMinus,
      isDanger: true,
    },
  ];
  const possible = items.filter((item) => item !== false);
  return (
    <li className="flex items-center gap-1 rounded-control hover:bg-fill">
      <Link
        {...profileLink(person.uid)}
        className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-control px-2 -outline-offset-2"
      >
        <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <span dir="auto" className="page-start truncate font-medium">
            {person.uid === me ? t('chat.you') : nameOf(person)}
          </span>
          {(person.role === 'owner' || present.has(person.uid)) && (
            <span className="truncate text-sm text-ink-2">
              {person.role === 'owner'
                ? t(conversation.isCourse ? 'chat.teacher' : 'chat.owner')
                : t('chat.online')}
            </span>
          )}
        </span>
      </Link>
      {person.uid !== me && possible.length > 0 && (
        <MenuButton
          label={t('chat.moreForPerson', { name: nameOf(person) })}
          icon={Ellipsis}
          variant="quiet"
          size="sm"
          items={possible}
          onAction={onAction}
        />
      )}
    </li>
  );
}

function AddDialog({
  conversation,
  without,
  isOpen,
  onClose,
}: {
  conversation: Conversation;
  without: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const [chosen, setChosen] = useState<readonly Face[]>([]);
  const add = useMutation({
    mutationFn: () =>
      namingRefused(chosen, () =>
        call(addParticipants, {
          conversation: conversation.id,
          uids: chosen.map(({ uid }) => uid),
        }),
      ),
    onSuccess: (next) => {
      storeConversation(next);
      void queryClient.invalidateQueries({ queryKey: [listParticipants] });
      setChosen([]);
      onClose();
    },
  });
  return (
    <Dialog
      title={t('chat.addPeople')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('chat.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            isPending={add.isPending}
            onClick={() => add.mutate()}
          >
            {t('chat.add')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-ink-2">{t('chat.addBody')}</p>
        <PeoplePicker
          chosen={chosen}
          onChange={(people) => {
            add.reset();
            setChosen(people);
          }}
          without={without}
        />
        {add.error && (
          <p role="alert" className="text-bad">
            {groupErrorText(add.error, messages)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
