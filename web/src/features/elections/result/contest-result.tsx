import { ChartBarBig, CircleSlash, Table2, Trophy } from 'lucide-react';
import { useState } from 'react';
import type { Contest } from '#contract/elections/endpoints.ts';
import type { ElectionResult } from '#contract/elections/voting.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Note } from '../../../ui/note.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useChoiceName } from '../ballot/choice-face.tsx';
import { countView, isDecidedByLot } from './count.ts';
import { PlainFigures } from './plain-figures.tsx';
import { RoundBars } from './round-bars.tsx';
import { RoundTable } from './round-table.tsx';

interface ContestResultProps {
  contest: Contest;
  result: ElectionResult['contests'][number];
  isQuorumReached: boolean;
}

/** Who is elected in a contest, and how the ballots were counted. */
export function ContestResult({ contest, result, isQuorumReached }: ContestResultProps) {
  const { t } = useMessages();
  const nameOf = useChoiceName();
  const [look, setLook] = useState<'bars' | 'table'>('bars');
  const { candidates, elected } = result;
  const view = countView(result.count);
  const names = candidates.map((one) => {
    const name = nameOf(contest, one);
    const isWithdrawn = contest.candidates.some(({ id, isWithdrawn: is }) => id === one && is);
    return isWithdrawn ? t('elections.withdrawnName', { name }) : name;
  });
  const isQuestion = contest.kind === 'yes_no';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section className="card p-4 sm:p-5" aria-labelledby={`elected-${contest.id}`}>
        <h3 id={`elected-${contest.id}`} className="text-base! font-medium! text-ink-2">
          {isQuestion
            ? contest.title
            : t('elections.elected', { count: Math.max(1, elected.length) })}
        </h3>
        {elected.length === 0 ? (
          <p className="mt-2 flex items-start gap-2 text-lg font-bold">
            <CircleSlash size={24} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
            {t(
              isQuorumReached && contest.needsMajority && view !== null
                ? 'elections.noMajority'
                : 'elections.nobodyElected',
            )}
          </p>
        ) : (
          <ul className="mt-2 grid gap-3">
            {elected.map((one) => {
              const candidate = contest.candidates.find(({ id }) => id === one);
              const name = isQuestion
                ? t(one === 'yes' ? 'elections.passed' : 'elections.rejected')
                : nameOf(contest, one);
              return (
                <li key={one} className="flex items-center gap-3">
                  {!isQuestion && (
                    <Avatar name={name} photoUrl={candidate?.photoUrl ?? null} size={3.5} />
                  )}
                  <span dir="auto" className="min-w-0 text-xl font-bold wrap-anywhere">
                    {name}
                  </span>
                  {!isQuestion && (
                    <Trophy size={20} aria-hidden className="ms-auto shrink-0 text-good" />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </section>
      {view !== null && (
        <section
          className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5"
          aria-labelledby={`counted-${contest.id}`}
        >
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0 flex-1 basis-56">
              <h3 id={`counted-${contest.id}`}>{t('elections.howCounted')}</h3>
              <p className="text-sm text-ink-2">
                {view.kind === 'plain'
                  ? t(isQuestion ? 'elections.countYesNo' : 'elections.countPlain')
                  : t(view.rule === 'half' ? 'elections.countIrv' : 'elections.countStv')}
              </p>
            </div>
            {view.kind === 'ranked' && (
              <Segmented
                label={t('elections.look')}
                value={look}
                options={[
                  { value: 'bars', label: t('elections.bars'), icon: ChartBarBig },
                  { value: 'table', label: t('elections.table'), icon: Table2 },
                ]}
                onChange={setLook}
                isIconOnly
              />
            )}
          </div>
          {view.kind === 'plain' ? (
            <>
              <PlainFigures
                isQuestion={isQuestion}
                names={names}
                elected={elected}
                candidates={candidates}
                view={view}
              />
              {isDecidedByLot(contest, candidates, elected, view) && (
                <Note>{t('elections.lotDecided')}</Note>
              )}
            </>
          ) : look === 'bars' ? (
            <RoundBars view={view} names={names} />
          ) : (
            <RoundTable view={view} names={names} />
          )}
        </section>
      )}
    </div>
  );
}
