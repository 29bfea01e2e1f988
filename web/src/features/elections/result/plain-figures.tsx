import { useMessages } from '../../../lib/messages.ts';
import { percentOf } from '../percent.ts';
import { Bar } from './bar.tsx';
import type { PlainView } from './count.ts';

interface PlainFiguresProps {
  candidates: readonly string[];
  names: readonly string[];
  elected: readonly string[];
  /** True for yes/no questions. */
  isQuestion: boolean;
  view: PlainView;
}

/** Votes by candidate, most first, as a table with bars. */
export function PlainFigures({ candidates, names, elected, isQuestion, view }: PlainFiguresProps) {
  const { t, number } = useMessages();
  const rows = view.votes
    .map((votes, nth) => ({
      votes,
      name: isQuestion ? t(nth === 0 ? 'elections.yes' : 'elections.no') : (names[nth] ?? ''),
      isElected: elected.includes(
        isQuestion ? (nth === 0 ? 'yes' : 'no') : (candidates[nth] ?? ''),
      ),
    }))
    .toSorted((a, b) => b.votes - a.votes);
  const all = rows.reduce((sum, { votes }) => sum + votes, 0);
  const scale = Math.max(1, ...rows.map(({ votes }) => votes));
  return (
    <table className="w-full text-start">
      <caption className="sr-only">{t('elections.howCounted')}</caption>
      <thead>
        <tr className="text-sm text-ink-2">
          <th scope="col" className="pb-1 text-start font-medium">
            {t('elections.candidate')}
          </th>
          <th scope="col" className="pb-1 text-end font-medium">
            {t('elections.votes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, votes, isElected }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="w-full py-3 pe-4 text-start font-medium">
              <span dir="auto" className="wrap-anywhere">
                {name}
              </span>
              <div className="mt-2 font-normal">
                <Bar votes={votes} scale={scale} isElected={isElected} />
              </div>
            </th>
            <td className="py-3 text-end align-top whitespace-nowrap tabular-nums">
              <strong>{number(votes)}</strong>
              <span className="block text-sm text-ink-2">
                {t('elections.percent', { percent: percentOf(votes, all) })}
              </span>
            </td>
          </tr>
        ))}
        <tr className="border-t border-line text-ink-2">
          <th scope="row" className="py-3 pe-4 text-start font-normal">
            {t('elections.blankVotes')}
          </th>
          <td className="py-3 text-end tabular-nums">{number(view.blank)}</td>
        </tr>
      </tbody>
    </table>
  );
}
