import { useQuery } from '@tanstack/react-query';
import { CircleX, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Note } from '../../../ui/note.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { electionResult } from '../elections.data.ts';
import { percentOf } from '../percent.ts';
import { BallotsCards } from './ballots-card.tsx';
import { ContestResult } from './contest-result.tsx';
import { SideColumn } from '../../../shell/side-column.tsx';

/** The result of an election: a tab per contest, and the published ballots. */
export function ElectionResult({ election }: { election: Election }) {
  const { t } = useMessages();
  const query = useQuery(electionResult(election.id));
  const [selected, setSelected] = useState(election.contests[0]?.id ?? '');
  const contest = election.contests.find(({ id }) => id === selected);
  return (
    <QueryBoundary query={query} skeleton={['h-28', 'h-72']} isEmpty={() => false}>
      {({ ballots, paperBallots, voters, quorumReached, contests }) => {
        const isShown = ballots >= electionLimits.ballots;
        const result = contests.find(({ id }) => id === selected);
        return (
          <section className="grid gap-5" aria-labelledby="election-result">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h2 id="election-result">{t('elections.result')}</h2>
              {paperBallots !== null && (
                <p className="text-ink-2">
                  {t('elections.paper_ballots', { count: ballots, paper: paperBallots })}
                </p>
              )}
            </div>
            {!quorumReached && (
              <Note tone="bad" icon={CircleX} title={t('elections.quorumMissed')}>
                {t('elections.quorumMissedBody', {
                  percent: election.quorum ?? 0,
                  reached: percentOf(ballots, voters),
                })}
              </Note>
            )}
            {!isShown && (
              <Note icon={EyeOff} title={t('elections.fewBallots')}>
                {t('elections.fewBallotsBody', { count: electionLimits.ballots })}
              </Note>
            )}
            <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
                <Tabs
                  label={t('elections.contests')}
                  items={election.contests.map(({ id, title }) => ({ id, label: title }))}
                  selected={selected}
                  onSelect={setSelected}
                >
                  {contest && result && (
                    <ContestResult
                      key={contest.id}
                      contest={contest}
                      result={result}
                      isQuorumReached={quorumReached}
                    />
                  )}
                </Tabs>
              </div>
              {isShown && (
                <SideColumn>
                  <BallotsCards election={election.id} />
                </SideColumn>
              )}
            </div>
          </section>
        );
      }}
    </QueryBoundary>
  );
}
