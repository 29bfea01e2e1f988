import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Club } from '#contract/clubs/endpoints.ts';
import type { ClubReason } from '#contract/clubs/suggestions.endpoints.ts';
import { listClubs, listClubSuggestions } from '#contract/clubs/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { RowList } from '../../kit/row-list.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Reason } from '../../ui/reason.tsx';
import { myClubs } from '../clubs/clubs.data.ts';
import { joinable } from '../clubs/joining/membership.data.ts';
import { JoinButton } from '../clubs/joining/join-button.tsx';
import { asked } from '../clubs/listing/club-list.data.ts';
import { clubReasonText } from '../clubs/listing/club-reason.ts';
import clubsEnglish from '../clubs/messages/en.json';
import { StepFrame, type StepProps } from './step-frame.tsx';

addEnglish(clubsEnglish);

type Offered = Club & { reason?: ClubReason };

const shown = 6;

/** Returns suggested clubs, and if there are few, others that the person can join. */
async function offeredClubs(signal: AbortSignal): Promise<{ items: readonly Offered[] }> {
  const suggested: readonly Offered[] = (await call(listClubSuggestions, { size: shown }, signal))
    .items;
  if (suggested.length === shown) return { items: suggested };
  const { items } = await call(
    listClubs,
    {
      ...asked,
      filters: JSON.stringify({ Membership: ['open', 'request'] }),
      pageSize: shown * 2,
    },
    signal,
  );
  const others = items.filter(
    ({ id, Memberships = [] }) =>
      Memberships.length === 0 && !suggested.some((club) => club.id === id),
  );
  return { items: [...suggested, ...others].slice(0, shown) };
}

/** Clubs to join here. The list stays the same while the person joins, unlike the suggestions. */
export function ClubsStep(props: StepProps) {
  const messages = useMessages();
  const { t } = messages;
  const mine = useQuery(myClubs(null)).data?.items ?? [];
  const query = useQuery({
    queryKey: ['clubs of the welcome page'],
    queryFn: ({ signal }) => offeredClubs(signal),
    staleTime: Infinity,
  });
  const [first, setFirst] = useState(query.data);
  // Joining a club fetches everything again, and its suggestion would disappear.
  if (first === undefined && query.data !== undefined) setFirst(query.data);
  const joined = mine.filter(({ Memberships = [] }) => Memberships[0]?.status !== 'invited').length;
  return (
    <StepFrame
      {...props}
      title={t('start.clubsTitle')}
      lead={t('start.clubsBody')}
      isDone={joined > 0}
    >
      <p role="status" className="mb-3 text-sm font-bold text-ink-2 empty:hidden">
        {joined > 0 && t('start.joined', { count: joined })}
      </p>
      <QueryBoundary
        query={{ ...query, data: first }}
        skeleton={['h-18', 'h-18', 'h-18', 'h-18']}
        empty={{ icon: UsersRound, title: t('start.noClubs'), body: t('start.noClubsBody') }}
      >
        {({ items }) => (
          <RowList label={t('start.clubsTitle')} isCard>
            {items.map((club) => {
              const own = mine.find(({ id }) => id === club.id);
              const now = { ...club, Memberships: own?.Memberships, can: own?.can ?? club.can };
              return (
                <li key={club.id} className="flex items-center gap-3 py-3">
                  <Avatar name={club.name} photoUrl={club.Logo} size={3} shape="square" />
                  <div className="grid min-w-0 flex-1 gap-0.5">
                    <p className="font-bold wrap-break-word" dir="auto">
                      {club.name}
                    </p>
                    <p className="text-sm text-ink-2">
                      {club.Categories?.[0] !== undefined && (
                        <>
                          <bdi>{club.Categories[0].name}</bdi>
                          {' • '}
                        </>
                      )}
                      {t('clubs.members', { count: club.CountMembers ?? 0 })}
                    </p>
                    {club.reason && <Reason>{clubReasonText(messages, club.reason)}</Reason>}
                  </div>
                  <JoinButton club={joinable(now as Club)} placement="row" />
                </li>
              );
            })}
          </RowList>
        )}
      </QueryBoundary>
    </StepFrame>
  );
}
