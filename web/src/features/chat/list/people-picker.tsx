import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { listConnections } from '#contract/connections/calls.ts';
import { mobilePeople } from '#contract/people/calls.ts';
import { steadyCallQuery } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { lineOf, nameOf } from '../../people/person.ts';
import { ChoiceMark } from './choice-mark.tsx';
import { useAddable } from './group-candidates.ts';

interface PeoplePickerProps {
  chosen: readonly Face[];
  onChange: (chosen: readonly Face[]) => void;
  /** People who are already members. */
  without?: readonly string[];
  /** True if one person is enough. That person gets a direct message, which more people accept than groups. */
  allowsOne?: boolean;
  /** Content below the selection. The list shrinks to fit it, so nothing moves under the pointer. */
  children?: ReactNode;
}

/** Selects people: the user's connections first, anyone else by search. */
export function PeoplePicker({
  chosen,
  onChange,
  without = [],
  allowsOne = false,
  children,
}: PeoplePickerProps) {
  const { t, dir } = useMessages();
  const me = useUser().uid;
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  useDebounced(text.trim(), setWords);
  const { people, asked } = usePeople(words, me, without);
  const isChosen = (uid: string) => chosen.some((one) => one.uid === uid);
  const canAdd = useAddable(
    [...(chosen.length === 1 ? chosen : []), ...(people ?? [])].map(({ uid }) => uid),
  );
  /** The chosen person if they can't be in a group, so that no one else can be added. */
  const alone =
    allowsOne && chosen.length === 1 ? chosen.find(({ uid }) => !canAdd(uid)) : undefined;
  const isRefused = (uid: string) =>
    !isChosen(uid) &&
    (alone !== undefined || (!canAdd(uid) && !(allowsOne && chosen.length === 0)));
  const toggle = ({ uid, firstName, lastName, photoUrl }: Face) => {
    if (isRefused(uid)) return;
    // Clear the search for the next person.
    setText('');
    setWords('');
    onChange(
      isChosen(uid)
        ? chosen.filter((one) => one.uid !== uid)
        : [...chosen, { uid, firstName, lastName, photoUrl }],
    );
  };
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // scrollIntoView would scroll the dialog as well.
    const shown = row.current;
    shown?.scrollTo({ left: shown.scrollWidth * (dir === 'rtl' ? -1 : 1) });
  }, [chosen.length, dir]);
  return (
    <div className="flex h-[min(34rem,62dvh)] min-h-80 flex-col gap-3">
      <SearchField
        takesFocus
        label={t('chat.searchPeople')}
        value={text}
        onChange={setText}
        isBusy={asked.isFetching && people !== undefined}
      />
      {chosen.length === 0 ? (
        <p className="flex min-h-9 items-center px-1 text-sm text-ink-2 touch:min-h-11">
          {t('chat.noneChosen')}
        </p>
      ) : (
        <ChosenPeople row={row} chosen={chosen} onRemove={toggle} />
      )}
      {alone !== undefined && (
        <p role="status" className="px-1 text-sm text-ink-2">
          {t('chat.onlyDirect', { name: nameOf(alone) })}
        </p>
      )}
      {people === undefined ? (
        asked.error ? (
          <ErrorState
            error={asked.error}
            onRetry={() => void asked.refetch()}
            isRetrying={asked.isFetching}
          />
        ) : (
          <PeopleSkeleton />
        )
      ) : people.length === 0 ? (
        <p className="flex-1 px-1 py-4 text-ink-2">
          {t(words === '' ? 'chat.noConnections' : 'chat.noneFound')}
        </p>
      ) : (
        <ul className="-mx-2 grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start overflow-y-auto">
          {people.map((person) => (
            <PersonChoice
              key={person.uid}
              person={person}
              allowsOne={allowsOne}
              isChosen={isChosen(person.uid)}
              isRefused={isRefused(person.uid)}
              canAdd={canAdd(person.uid)}
              onClick={() => toggle(person)}
            />
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

/** The user's connections, or everyone who matches the search. */
function usePeople(words: string, me: string, without: readonly string[]) {
  const connections = useQuery({
    ...steadyCallQuery(listConnections, {
      list: 'connected',
      pageOffset: 0,
      pageSize: 50,
    }),
    enabled: words === '',
  });
  const searched = useQuery({
    ...steadyCallQuery(mobilePeople, {
      range: 0,
      limit: 20,
      search_word: words,
    }),
    enabled: words !== '',
  });
  const asked = words === '' ? connections : searched;
  const people = (words === '' ? connections.data?.items : searched.data?.[0]?.people)?.filter(
    ({ uid }) => uid !== me && !without.includes(uid),
  );
  return { people, asked };
}

function PeopleSkeleton() {
  return (
    <Loading className="grid flex-1 content-start gap-2">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  );
}

interface PersonChoiceProps {
  person: Face & Parameters<typeof lineOf>[0];
  allowsOne: boolean;
  isChosen: boolean;
  isRefused: boolean;
  canAdd: boolean;
  onClick: () => void;
}

function PersonChoice({
  person,
  allowsOne,
  isChosen,
  isRefused,
  canAdd,
  onClick,
}: PersonChoiceProps) {
  const { t } = useMessages();
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-disabled={isRefused}
        onClick={onClick}
        className="group/person flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-start -outline-offset-2 not-aria-disabled:hover:bg-fill aria-disabled:cursor-default"
      >
        <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.5} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
          <span
            dir="auto"
            className="page-start truncate font-medium group-aria-disabled/person:text-ink-2"
          >
            {nameOf(person)}
          </span>
          <span className="truncate text-sm text-ink-2">
            {canAdd ? lineOf(person) : t(allowsOne ? 'chat.directOnly' : 'chat.cannotAdd')}
          </span>
        </span>
        {!isRefused && <ChoiceMark isChosen={isChosen} />}
      </button>
    </li>
  );
}

interface ChosenPeopleProps {
  row: RefObject<HTMLUListElement | null>;
  chosen: readonly Face[];
  onRemove: (person: Face) => void;
}

/** The chosen people, scrolled to the last one. */
function ChosenPeople({ row, chosen, onRemove }: ChosenPeopleProps) {
  const { t } = useMessages();
  return (
    <ul
      ref={row}
      aria-label={t('chat.chosen')}
      className="-mx-1 -my-1 flex shrink-0 gap-1.5 overflow-x-auto p-1"
    >
      {chosen.map((person) => (
        <li key={person.uid} className="shrink-0">
          <button
            type="button"
            onClick={() => onRemove(person)}
            aria-label={t('chat.unchoose', { name: nameOf(person) })}
            className="flex min-h-9 items-center gap-1.5 rounded-full bg-brand-soft ps-1 pe-2.5 text-sm font-medium text-brand-text touch:min-h-11"
          >
            <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={1.625} />
            <span dir="auto">{nameOf(person)}</span>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
