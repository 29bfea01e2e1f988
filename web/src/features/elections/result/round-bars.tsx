import { useMessages } from '../../../lib/messages.ts';
import { Bar } from './bar.tsx';
import type { RankedView } from './count.ts';
import { movedText, roundTexts } from './round-text.ts';

/** Every round with bars, what moved, and why. */
export function RoundBars({ view, names }: { view: RankedView; names: readonly string[] }) {
  const messages = useMessages();
  const { t, number } = messages;
  const scale = Math.max(1, ...view.rounds.flatMap(({ votes, line }) => [...votes, line ?? 0]));
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {view.rounds.map((round, nth) => {
        const electedBefore = view.rounds.slice(0, nth).flatMap(({ elected }) => elected);
        return (
          // Rounds keep their order.
          // eslint-disable-next-line react/no-array-index-key
          <li key={nth} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <div className="grid gap-1">
              <h4 className="font-bold">{t('elections.round', { round: nth + 1 })}</h4>
              <p className="text-sm text-ink-2 wrap-anywhere">
                {roundTexts(messages, view, round, names).join(' ')}
              </p>
            </div>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {names.map((name, candidate) =>
                round.out.includes(candidate) ? null : (
                  <li key={name} className="grid gap-1.5">
                    <div className="flex items-baseline justify-between gap-3">
                      <span dir="auto" className="min-w-0 wrap-anywhere">
                        {name}
                      </span>
                      <span className="shrink-0 tabular-nums">
                        <strong>{number(round.votes[candidate] ?? 0)}</strong>{' '}
                        <bdi className="text-sm text-ink-2">
                          {movedText(number, round.moved[candidate] ?? 0)}
                        </bdi>
                      </span>
                    </div>
                    <Bar
                      votes={round.votes[candidate] ?? 0}
                      added={round.moved[candidate] ?? 0}
                      scale={scale}
                      line={round.line}
                      isElected={
                        round.elected.includes(candidate) || electedBefore.includes(candidate)
                      }
                    />
                  </li>
                ),
              )}
            </ul>
            <p className="text-sm text-ink-2">
              {[
                round.line !== null &&
                  t(view.rule === 'half' ? 'elections.lineHalf' : 'elections.lineQuota', {
                    votes: number(round.line),
                  }),
                round.exhausted > 0 && t('elections.exhausted', { votes: number(round.exhausted) }),
                nth === 0 && view.blank > 0 && t('elections.blankCount', { count: view.blank }),
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
