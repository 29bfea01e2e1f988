import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleCheck, FileX2, Hourglass, Printer, UserX } from 'lucide-react';
import type { Election } from '#contract/elections/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams } from '../../../lib/page.tsx';
import { useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { electionQuery } from '../elections.data.ts';
import english from '../messages/en.json';
import { pauseUntilNextPhase } from '../page/phase-clock.ts';
import { CheckInCard } from './check-in-card.tsx';
import { EntryCards } from './entry-cards.tsx';
import { paperEntryQuery } from './paper.data.ts';
import { PrintedBallot } from './printed-ballot.tsx';

addEnglish(english);

/** The other person enters ballots at the same time. */
const refreshMs = 5_000;

/** Voting on paper, for managers: checking in voters, and entering the ballots after voting ends. */
export function PaperPage() {
  const { t } = useMessages();
  const { electionId = '' } = useParams();
  const query = useQuery({
    ...electionQuery(electionId),
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : pauseUntilNextPhase(data, new Date()),
  });
  usePageTitle(query.data?.title ?? t('elections.title'));
  return (
    <>
      <Page>
        <QueryBoundary
          query={query}
          isPage
          skeleton={['h-16', 'h-72']}
          isEmpty={({ can, acceptsPaper }) => !can.manage || !acceptsPaper}
          empty={{
            icon: FileX2,
            title: t('elections.paper_none'),
            body: t('elections.paper_noneBody'),
          }}
        >
          {(election) => (
            <>
              <PaperHeader election={election} />
              <Paper election={election} />
            </>
          )}
        </QueryBoundary>
      </Page>
      {query.data && <PrintedBallot election={query.data} />}
    </>
  );
}

function PaperHeader({ election: { id, title, phase } }: { election: Election }) {
  const { t } = useMessages();
  const canPrint = phase === 'announced' || phase === 'voting';
  return (
    <PageHeader
      title={t('elections.paper_title')}
      back={
        <BackLink to={paths.election} params={{ electionId: id }}>
          <bdi>{title}</bdi>
        </BackLink>
      }
    >
      {canPrint && (
        <Button icon={Printer} onClick={() => window.print()}>
          {t('elections.paper_print')}
        </Button>
      )}
    </PageHeader>
  );
}

function Paper({ election }: { election: Election }) {
  const { t, date } = useMessages();
  const { uid } = useUser();
  const { phase } = election;
  const query = useQuery({
    ...paperEntryQuery(election.id),
    refetchInterval: ({ state: { data } }) =>
      phase === 'voting' || data?.state === 'finished' ? false : refreshMs,
  });
  const isCandidate = election.contests.some(({ candidates }) =>
    candidates.some((one) => one.uid === uid && !one.isWithdrawn),
  );
  if (phase === 'nominations' || phase === 'announced' || phase === 'draft')
    return (
      <Note icon={CalendarClock} title={t('elections.paper_early')}>
        {t('elections.paper_earlyBody', { date: date(election.opensAt, 'moment') })}
      </Note>
    );
  if (phase === 'canceled' || phase === 'published')
    return (
      <Note icon={CircleCheck} title={t(`elections.phase_${phase}`)}>
        <Link
          to={paths.election}
          params={{ electionId: election.id }}
          className="text-link rounded-sm touch:py-2"
        >
          {t('elections.paper_back')}
        </Link>
      </Note>
    );
  if (isCandidate && (phase === 'voting' || phase === 'counting'))
    return (
      <Note tone="warn" icon={UserX} title={t('elections.paper_candidate')}>
        {t('elections.paper_candidateBody')}
      </Note>
    );
  return (
    <QueryBoundary query={query} skeleton={['h-40', 'h-64']} isEmpty={() => false}>
      {(entry) => {
        if (entry.state === 'closing' || (entry.state === 'voting' && phase === 'counting'))
          return (
            <Note icon={Hourglass} title={t('elections.paper_closing')}>
              {t('elections.paper_closingBody')}
            </Note>
          );
        if (entry.state === 'voting')
          return <CheckInCard election={election} paperVoters={entry.paperVoters} />;
        if (entry.state === 'entering') return <EntryCards election={election} entry={entry} />;
        return (
          <Note tone="good" icon={CircleCheck} title={t('elections.paper_finished')}>
            {t('elections.paper_finishedBody')}
          </Note>
        );
      }}
    </QueryBoundary>
  );
}
