import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useRef } from 'react';
import type { ClubApplicant } from '#contract/clubs/members.endpoints.ts';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { AnswersList } from '../forms/answers-list.tsx';
import { nameOf } from '../people/person.ts';
import { clubRequests, staleMembership } from './clubs.data.ts';

/** Who asks to be a member: each with an answer, and all at once. Nothing where nobody asks. */
export function ManageRequests({ id }: { id: string }) {
  const { t, date } = useMessages();
  const area = useRef<HTMLElement>(null);
  useKeptFocus(area);
  const { data } = useQuery(clubRequests(id));
  const decide = useAct(
    (decision: { accept: string[]; decline: string[] }) =>
      call('POST /api/v1/clubs/{id}/requests', { id, ...decision }),
    {
      stale: staleMembership,
      said: ({ accepted, declined }) =>
        accepted.length > 0
          ? t('clubs.accepted', { count: accepted.length })
          : t('clubs.declinedPeople', { count: declined.length }),
    },
  );
  const isBusy = ({ uid }: ClubApplicant, act: 'accept' | 'decline') =>
    decide.pending?.[act].includes(uid) === true;
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label={data && t('clubs.requests', { count: data.total })}
      className={`outline-none ${data !== undefined && data.items.length > 0 ? '' : '-mb-5'}`}
    >
      {data !== undefined && data.items.length > 0 && (
        <div className="card grid gap-1 p-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-lg!">{t('clubs.requests', { count: data.total })}</h2>
            {data.items.length > 1 && (
              <Button
                variant="soft"
                icon={Check}
                isPending={decide.isPending}
                onClick={() =>
                  decide.run({ accept: data.items.map(({ uid }) => uid), decline: [] })
                }
              >
                {t('clubs.acceptAll')}
              </Button>
            )}
          </div>
          <ul className="divide-y divide-line">
            {data.items.map((person) => {
              const name = nameOf(person);
              return (
                <li key={person.uid}>
                  <article
                    className="flex min-h-14 flex-wrap items-center gap-3 py-2"
                    aria-label={name}
                  >
                    <Avatar name={name} photoUrl={person.photoUrl} size={2.5} />
                    <div className="min-w-0 flex-1 basis-32">
                      <p dir="auto" className="page-start font-medium wrap-anywhere">
                        {name}
                      </p>
                      <p className="text-sm text-ink-2">
                        {t('clubs.askedOn', { date: date(person.since) })}
                      </p>
                    </div>
                    <IconButton
                      icon={Check}
                      variant="soft"
                      isRound
                      label={t('clubs.acceptPerson', { name })}
                      isPending={isBusy(person, 'accept')}
                      onClick={() => decide.run({ accept: [person.uid], decline: [] })}
                    />
                    <IconButton
                      icon={X}
                      isRound
                      label={t('clubs.declinePerson', { name })}
                      isPending={isBusy(person, 'decline')}
                      onClick={() => decide.run({ accept: [], decline: [person.uid] })}
                    />
                    {person.answers !== null && person.answers.questions.length > 0 && (
                      <div className="grid basis-full gap-2 rounded-control bg-fill p-3 sm:ms-13">
                        <AnswersList {...person.answers} />
                      </div>
                    )}
                  </article>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </section>
  );
}
