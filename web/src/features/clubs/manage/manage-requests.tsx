import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ClubApplicant } from '#contract/clubs/members.endpoints.ts';
import { decideClubRequests } from '#contract/clubs/calls.ts';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useListFocus } from '../../../ui/list-focus.ts';
import { RowButton, RowDecline } from '../../../ui/row-button.tsx';
import { AnswersList } from '../../forms/answers-list.tsx';
import { nameOf } from '../../people/person.ts';
import { acceptAll, applicantPages, staleMembership } from '../clubs.data.ts';

/** Join requests, with actions for one, for selected ones and for all. Shows nothing if there are none. */
export function ManageRequests({ id }: { id: string }) {
  const { t } = useMessages();
  const area = useRef<HTMLElement>(null);
  useListFocus(area);
  const requests = useInfiniteQuery(applicantPages(id, 'requested'));
  const people = requests.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = requests.data?.pages[0]?.total ?? 0;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Requests that someone else has decided are no longer selected.
  const selected = people.flatMap(({ uid }) => (chosen.has(uid) ? [uid] : []));
  const decide = useAction(
    (decision: { accept: string[]; decline: string[] }) =>
      call(decideClubRequests, { id, ...decision }),
    {
      invalidates: staleMembership,
      success: ({ accepted, declined }) =>
        accepted.length > 0
          ? t('clubs.accepted', { count: accepted.length })
          : t('clubs.declinedPeople', { count: declined.length }),
      // Only declining several requests asks for confirmation: people are notified, and it can't be undone.
      confirm: ({ decline: { length: count } }) =>
        count > 1
          ? {
              title: t('clubs.declineTitle', { count }),
              body: t('clubs.declineBody'),
              confirmLabel: t('clubs.decline'),
              cancelLabel: t('clubs.cancel'),
              isDanger: true,
            }
          : null,
      onSuccess: () => setChosen(new Set()),
    },
  );
  const all = useAction(() => acceptAll(id), {
    invalidates: staleMembership,
    success: ({ accepted }) => t('clubs.accepted', { count: accepted }),
  });
  const isBusy = ({ uid }: ClubApplicant, act: 'accept' | 'decline') =>
    decide.pendingInput?.[act].includes(uid) === true;
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label={requests.data && t('clubs.requests', { count: total })}
      className={`outline-none ${people.length > 0 ? '' : '-mb-5'}`}
    >
      {people.length > 0 && (
        <div className="card grid gap-1 p-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-lg!">{t('clubs.requests', { count: total })}</h2>
            {total > 1 && selected.length === 0 && (
              <Button
                variant="soft"
                icon={Check}
                isPending={all.isPending}
                onClick={() => all.run()}
              >
                {t('clubs.acceptAll')}
              </Button>
            )}
            {selected.length > 0 && (
              <SelectionActions
                isAccepting={(decide.pendingInput?.accept.length ?? 0) > 1}
                count={selected.length}
                onAccept={() => decide.run({ accept: selected, decline: [] })}
                onDecline={() => decide.run({ accept: [], decline: selected })}
              />
            )}
          </div>
          <ul className="divide-y divide-line">
            {people.map((person) => (
              <li key={person.uid}>
                <RequestRow
                  person={person}
                  isChosen={chosen.has(person.uid)}
                  onChoose={(isChosen) => {
                    const next = new Set(chosen);
                    if (isChosen) next.add(person.uid);
                    else next.delete(person.uid);
                    setChosen(next);
                  }}
                  isAccepting={isBusy(person, 'accept')}
                  isDeclining={isBusy(person, 'decline')}
                  onAccept={() => decide.run({ accept: [person.uid], decline: [] })}
                  onDecline={() => decide.run({ accept: [], decline: [person.uid] })}
                  canChoose={total > 1}
                />
              </li>
            ))}
          </ul>
          <LoadMore query={requests} />
        </div>
      )}
    </section>
  );
}

interface SelectionActionsProps {
  isAccepting: boolean;
  count: number;
  onAccept: () => void;
  onDecline: () => void;
}

/** Accepts or declines the selected requests. */
function SelectionActions({ isAccepting, count, onAccept, onDecline }: SelectionActionsProps) {
  const { t } = useMessages();
  return (
    <span className="flex flex-wrap gap-2">
      <Button variant="soft" icon={Check} isPending={isAccepting} onClick={onAccept}>
        {t('clubs.acceptCount', { count: count })}
      </Button>
      <Button icon={X} onClick={onDecline}>
        {t('clubs.declineCount', { count: count })}
      </Button>
    </span>
  );
}

interface RequestRowProps {
  person: ClubApplicant;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  isAccepting: boolean;
  isDeclining: boolean;
  onAccept: () => void;
  onDecline: () => void;
  canChoose: boolean;
}

function RequestRow({
  person,
  isChosen,
  onChoose,
  isAccepting,
  isDeclining,
  onAccept,
  onDecline,
  canChoose,
}: RequestRowProps) {
  const { t, date } = useMessages();
  const name = nameOf(person);
  return (
    <article className="flex min-h-14 flex-wrap items-center gap-3 py-2" aria-label={name}>
      {canChoose && (
        <Checkbox
          label={t('clubs.choosePerson', { name })}
          isLabelHidden
          isChecked={isChosen}
          onChange={onChoose}
        />
      )}
      <Avatar name={name} photoUrl={person.photoUrl} size={2.5} />
      <div className="min-w-0 flex-1 basis-32">
        <p dir="auto" className="page-start font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-2">{t('clubs.askedOn', { date: date(person.since) })}</p>
      </div>
      <span className="flex items-center gap-2">
        <RowButton
          icon={Check}
          variant="soft"
          isMain
          label={t('clubs.acceptPerson', { name })}
          isPending={isAccepting}
          onClick={onAccept}
        >
          {t('clubs.accept')}
        </RowButton>
        <RowDecline
          icon={X}
          text={t('clubs.decline')}
          label={t('clubs.declinePerson', { name })}
          menuLabel={t('clubs.more', { name })}
          isPending={isDeclining}
          onClick={onDecline}
        />
      </span>
      {person.answers !== null && person.answers.questions.length > 0 && (
        <div className="grid basis-full gap-2 rounded-control bg-fill p-3 sm:ms-13">
          <AnswersList {...person.answers} />
        </div>
      )}
    </article>
  );
}
