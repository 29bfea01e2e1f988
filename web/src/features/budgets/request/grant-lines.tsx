import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { Amount } from '../amount.tsx';
import { LineAbout, LineFiles } from './request-lines.tsx';
import type { Review } from './use-review.ts';

const columns =
  '@2xs:grid-cols-[minmax(0,1fr)_auto_6.75rem] grid-cols-[minmax(0,1fr)_6.75rem] gap-x-3 gap-y-1';

interface GrantLinesProps {
  request: BudgetRequest;
  review: Review;
  /** Shows quotes if the items aren't shown next to this list. */
  hasFiles?: boolean;
}

/** Shows each item's requested amount and a field for the granted amount. A cut item still shows its requested amount. */
export function GrantLines({ request, review, hasFiles = false }: GrantLinesProps) {
  const { t } = useMessages();
  const { lines, asked, account } = request;
  const isCut = review.sum.amount !== asked.amount;
  return (
    <div className="@container grid gap-2">
      <div aria-hidden className={`grid text-sm font-bold text-ink-2 @max-2xs:hidden ${columns}`}>
        <span>{t('budgets.item')}</span>
        <span className="text-end">{t('budgets.asked')}</span>
        <span className="text-end">{t('budgets.granted')}</span>
      </div>
      <ul
        className="grid divide-y divide-line border-y border-line"
        aria-label={t('budgets.grants')}
      >
        {lines.map((line) => {
          const isLineCut = review.isRight(line) && review.valueOf(line) !== line.asked.amount;
          return (
            <li key={line.id} className={`grid items-center py-2.5 ${columns}`}>
              <div className="grid min-w-0 gap-0.5 @max-2xs:col-span-2">
                <p dir="auto" className="page-start font-medium wrap-anywhere">
                  {line.title}
                </p>
                <LineAbout line={line} />
                {hasFiles && <LineFiles line={line} />}
              </div>
              <span className="text-end text-sm text-ink-2 @max-2xs:text-start">
                <span className="sr-only">{t('budgets.asked')} </span>
                {isLineCut ? (
                  <del>
                    <Amount money={line.asked} />
                  </del>
                ) : (
                  <Amount money={line.asked} />
                )}
              </span>
              <div className={`[&_input]:text-end ${isLineCut ? '[&_input]:border-warn' : ''}`}>
                <TextField
                  label={t('budgets.grantOf', { title: line.title, currency: account.currency })}
                  isLabelHidden
                  error={review.isRight(line) ? undefined : t('budgets.grantWrong')}
                  value={review.textOf(line)}
                  inputMode="decimal"
                  dir="ltr"
                  maxLength={16}
                  onChange={(text) => review.setText(line, text)}
                />
              </div>
            </li>
          );
        })}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-bold">
        {t('budgets.grantedSum')}
        <span className="flex items-baseline gap-3">
          {isCut && (
            <del className="font-normal text-ink-2">
              <Amount money={asked} />
            </del>
          )}
          <Amount money={review.sum} className="text-lg" />
        </span>
      </p>
    </div>
  );
}
