import type { Contest, Election } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useSchool } from '../../../lib/school.ts';
import { contestTask } from '../ballot/contest-step.tsx';
import { inPaperOrder } from './paper-order.ts';

/** A blank ballot on paper. Candidates are in the published random order, so all ballots are equal. */
export function PrintedBallot({ election }: { election: Election }) {
  const { t } = useMessages();
  const school = useSchool();
  return (
    <div data-print className="hidden gap-6 p-8 print:grid" aria-hidden>
      <header className="grid gap-1">
        <p>{election.club?.name ?? school.name}</p>
        <p className="text-2xl font-bold">{election.title}</p>
        <p>{t('elections.paper_printBody')}</p>
      </header>
      {election.contests.map((contest) => (
        <section key={contest.id} className="grid break-inside-avoid gap-2">
          <p className="text-lg font-bold">{contest.title}</p>
          <p>{contestTask(t, contest)}</p>
          <ul className="grid gap-2">
            {namesOf(contest, t).map((name) => (
              <li key={name} className="flex items-center gap-3 border-b border-black py-2">
                <span
                  className={`inline-block size-7 border-2 border-black ${contest.kind === 'one' || contest.kind === 'yes_no' ? 'rounded-full' : ''}`}
                />
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="justify-self-end">{t('elections.paper_printNumber')}</p>
    </div>
  );
}

const namesOf = (contest: Contest, t: ReturnType<typeof useMessages>['t']): string[] => {
  if (contest.kind === 'yes_no') return [t('elections.yes'), t('elections.no')];
  const names = inPaperOrder(contest)
    .candidates.filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ name }) => name);
  return contest.allowsWriteIns ? [...names, '________________________'] : names;
};
