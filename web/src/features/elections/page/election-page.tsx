import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Vote } from 'lucide-react';
import { useEffect } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ReceiptView } from '../ballot/receipt-view.tsx';
import { storedReceipt, storeReceipt } from '../ballot/stored-ballot.ts';
import { TrialBallot } from '../ballot/trial-ballot.tsx';
import { VoterBallot } from '../ballot/voter-ballot.tsx';
import { electionQuery } from '../elections.data.ts';
import english from '../messages/en.json';
import { ElectionResult } from '../result/election-result.tsx';
import { ContestCard } from './contest-card.tsx';
import { ElectionFacts, ElectionTitle } from './election-head.tsx';
import { NextStep } from './next-step.tsx';
import { Nominations } from './nominations.tsx';
import { pauseUntilNextPhase } from './phase-clock.ts';

addEnglish(english);

/** The step that shows the receipt of the ballot just cast. */
const receiptStep = 'receipt';

/** An election, for voters, candidates and readers of its result. */
export function ElectionPage() {
  const { t } = useMessages();
  const { electionId = '' } = useParams();
  const query = useQuery({
    ...electionQuery(electionId),
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : pauseUntilNextPhase(data, new Date()),
  });
  usePageTitle(query.data?.title ?? t('elections.title'));
  return (
    <Page>
      <QueryBoundary
        query={query}
        isPage
        showsRefetchError
        skeleton={['h-24', 'h-72']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: Vote,
            title: t('elections.notFound'),
            body: t('elections.notFoundBody'),
          },
        }}
      >
        {(election) => <Shown key={election.id} election={election} />}
      </QueryBoundary>
    </Page>
  );
}

function Shown({ election }: { election: Election }) {
  const { t } = useMessages();
  const { uid } = useUser();
  const { step } = useSearch();
  const navigate = useNavigate();
  const { id, phase } = election;
  const isPhone = !useMinWidth('md');
  useEffect(
    () => () => {
      // The tab forgets the receipt when the voter leaves the page. A reload keeps it.
      if (!window.location.pathname.endsWith(`/elections/${id}`)) storeReceipt(uid, id, null);
    },
    [uid, id],
  );
  const open = (next: string | undefined, replace = false) =>
    void navigate({
      to: paths.election,
      params: { electionId: id },
      search: next === undefined ? {} : { step: next },
      replace,
    });
  const kept = step === receiptStep ? storedReceipt(uid, id) : null;
  if (kept !== null)
    return (
      <>
        <PageHeader title={election.title} />
        <ReceiptView election={election} kept={kept} onClose={() => open(undefined, true)} />
      </>
    );
  const isBefore = phase === 'draft' || phase === 'nominations' || phase === 'announced';
  const isBallot = step !== undefined && step !== receiptStep && election.contests.length > 0;
  if (isBallot && (election.canVote || isBefore))
    return (
      <>
        <PageHeader title={election.title}>
          {isPhone ? (
            <IconButton
              label={t('elections.leave')}
              icon={ArrowLeft}
              className="rtl:[&>svg]:-scale-x-100"
              onClick={() => open(undefined)}
            />
          ) : (
            <Button
              icon={ArrowLeft}
              className="rtl:[&>svg]:-scale-x-100"
              onClick={() => open(undefined)}
            >
              {t('elections.leave')}
            </Button>
          )}
        </PageHeader>
        {isBefore ? (
          <TrialBallot election={election} />
        ) : (
          <VoterBallot
            election={election}
            step={step}
            onStep={(next) => open(next)}
            onCast={() => open(receiptStep, true)}
          />
        )}
      </>
    );
  return (
    <>
      <ElectionTitle election={election} />
      <NextStep election={election} onReceipt={() => open(receiptStep)} />
      <ElectionFacts election={election} />
      {phase === 'published' ? (
        <ElectionResult election={election} />
      ) : (
        <>
          <Nominations election={election} />
          {election.contests.map((contest) => (
            <ContestCard key={contest.id} contest={contest} isOpen={phase === 'nominations'} />
          ))}
        </>
      )}
    </>
  );
}
