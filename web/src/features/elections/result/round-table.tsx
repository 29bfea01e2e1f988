import { useMessages } from '../../../lib/messages.ts';
import type { RankedView } from './count.ts';
import { movedText, roundTexts } from './round-text.ts';

/** The rounds as a table: a row for each candidate, a column for each round. */
export function RoundTable({ view, names }: { view: RankedView; names: readonly string[] }) {
  const messages = useMessages();
  const { t, number } = messages;
  const cell = 'border-t border-line px-3 py-2 text-end whitespace-nowrap tabular-nums';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {/* Wide tables scroll here, also by keyboard. */}
      <div
        role="region"
        aria-label={t('elections.table')}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full">
          <caption className="sr-only">{t('elections.howCounted')}</caption>
          <thead>
            <tr className="text-sm text-ink-2">
              <th scope="col" className="py-2 pe-3 text-start font-medium">
                {t('elections.candidate')}
              </th>
              {view.rounds.map((_, nth) => (
                // eslint-disable-next-line react/no-array-index-key
                <th key={nth} scope="col" className="px-3 py-2 text-end font-medium">
                  {t('elections.round', { round: nth + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, candidate) => (
              <tr key={name}>
                <th scope="row" className="border-t border-line py-2 pe-3 text-start font-medium">
                  <span dir="auto" className="wrap-anywhere">
                    {name}
                  </span>
                </th>
                {view.rounds.map((round, nth) => (
                  // eslint-disable-next-line react/no-array-index-key
                  <td key={nth} className={cell}>
                    {round.out.includes(candidate) ? (
                      <span className="text-ink-2">{t('elections.out')}</span>
                    ) : (
                      <>
                        <strong>{number(round.votes[candidate] ?? 0)}</strong>{' '}
                        <bdi className="text-sm text-ink-2">
                          {movedText(number, round.moved[candidate] ?? 0)}
                        </bdi>
                        {round.elected.includes(candidate) && (
                          <span className="block text-sm font-bold text-good">
                            {t('elections.electedHere')}
                          </span>
                        )}
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="text-ink-2">
              <th scope="row" className="border-t border-line py-2 pe-3 text-start font-normal">
                {t('elections.exhaustedRow')}
              </th>
              {view.rounds.map((round, nth) => (
                // eslint-disable-next-line react/no-array-index-key
                <td key={nth} className={cell}>
                  {number(round.exhausted)}
                </td>
              ))}
            </tr>
            <tr className="text-ink-2">
              <th scope="row" className="border-t border-line py-2 pe-3 text-start font-normal">
                {t(view.rule === 'half' ? 'elections.halfRow' : 'elections.quotaRow')}
              </th>
              {view.rounds.map((round, nth) => (
                // eslint-disable-next-line react/no-array-index-key
                <td key={nth} className={cell}>
                  {round.line === null ? '' : number(round.line)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <ol className="grid gap-1 text-sm text-ink-2">
        {view.rounds.map((round, nth) => (
          // eslint-disable-next-line react/no-array-index-key
          <li key={nth} className="wrap-anywhere">
            {t('elections.round', { round: nth + 1 })}:{' '}
            {roundTexts(messages, view, round, names).join(' ')}
          </li>
        ))}
      </ol>
    </div>
  );
}
