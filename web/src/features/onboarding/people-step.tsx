import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import type { SuggestionReason } from '#contract/suggestions/endpoints.ts';
import { listSuggestions } from '#contract/suggestions/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { RowList } from '../../kit/row-list.tsx';
import { callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Reason } from '../../ui/reason.tsx';
import { withStatus } from '../connections/connections.data.ts';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { useConnectResults } from '../connections/use-connect.ts';
import { lineOf, nameOf } from '../people/person.ts';
import { reasonText } from '../people/suggestion-reason.ts';
import { newcomers } from '../people/suggestions.data.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

type Offered = User & { reasons?: readonly SuggestionReason[] };

const shown = 5;
/** Connected, or requested. */
const isAsked = ({ connectionStatus }: User) => connectionStatus === 1 || connectionStatus === 2;

/** People to connect with: those that the person may know, or else new people. */
export function PeopleStep(props: StepProps) {
  const messages = useMessages();
  const { t } = messages;
  const known = useQuery({ ...callQuery(listSuggestions, { size: shown }), staleTime: Infinity });
  const hasKnown = (known.data?.items.length ?? 0) > 0;
  const newest = useQuery({ ...newcomers(), enabled: known.isFetched && !hasKnown });
  const others = newest.data && {
    items: (newest.data[0]?.people ?? []).filter((person) => person.connectionStatus !== -1),
  };
  const query = hasKnown ? known : { ...newest, data: others as { items: Offered[] } | undefined };
  const now: readonly Offered[] = query.data?.items ?? [];
  const [first, setFirst] = useState<readonly Offered[]>([]);
  if (first.length === 0 && now.length > 0) setFirst(now.slice(0, shown));
  // Someone who was just asked is no longer suggested, also by a live update that is faster than the reply.
  const statuses = useConnectResults();
  const people = first.map((shownFirst): Offered => {
    const person = now.find(({ uid }) => uid === shownFirst.uid) ?? shownFirst;
    const status = statuses.get(person.uid);
    return status === undefined ? person : withStatus(person, status);
  });
  const asked = people.filter(isAsked).length;
  return (
    <StepFrame
      {...props}
      title={t('start.peopleTitle')}
      lead={t('start.peopleBody')}
      isDone={asked > 0}
    >
      <p role="status" className="mb-3 text-sm font-bold text-ink-2 empty:hidden">
        {asked > 0 && t('start.asked', { count: asked })}
      </p>
      <QueryBoundary
        query={query}
        skeleton={['h-18', 'h-18', 'h-18', 'h-18', 'h-18']}
        empty={{ icon: UsersRound, title: t('start.noPeople'), body: t('start.noPeopleBody') }}
      >
        {() => (
          <RowList label={t('start.peopleTitle')} isCard>
            {people.map((person) => (
              <li key={person.uid} className="flex items-center gap-3 py-3">
                <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={3} />
                <div className="grid min-w-0 flex-1 gap-0.5">
                  <p className="font-bold wrap-break-word" dir="auto">
                    {nameOf(person)}
                  </p>
                  <p className="text-sm text-ink-2" dir="auto">
                    {lineOf(person)}
                  </p>
                  {person.reasons?.[0] && (
                    <Reason>{reasonText(messages, person.reasons[0])}</Reason>
                  )}
                </div>
                <ConnectButtons person={person} placement="row" />
              </li>
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </StepFrame>
  );
}
