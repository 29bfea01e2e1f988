import { Paperclip } from 'lucide-react';
import type { BudgetRequest, RequestLine } from '#contract/budgets/requests.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Amount } from '../amount.tsx';
import { categoryName } from '../budget-words.ts';

/** The items of a request with their sums. A cut item keeps its requested amount in sight. */
export function RequestLines({ request }: { request: BudgetRequest }) {
  const { t } = useMessages();
  const { lines, asked, granted } = request;
  if (lines.length === 0) return <p className="text-ink-2">{t('budgets.noItems')}</p>;
  const isGranted = lines.some((one) => one.granted !== null);
  return (
    <div className="grid gap-3">
      <ul className="grid divide-y divide-line" aria-label={t('budgets.items')}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <div className="flex items-baseline justify-between gap-4 border-t border-line-strong pt-3 font-bold">
        <span>{t(isGranted ? 'budgets.grantedSum' : 'budgets.askedSum')}</span>
        <span className="flex items-baseline gap-3">
          {isGranted && granted.amount !== asked.amount && <Cut money={asked} />}
          <Amount money={isGranted ? granted : asked} className="text-lg" />
        </span>
      </div>
    </div>
  );
}

function Cut({ money }: { money: RequestLine['asked'] }) {
  const { t } = useMessages();
  return (
    <span className="font-normal text-ink-2">
      <span className="sr-only">{t('budgets.asked')} </span>
      <del>
        <Amount money={money} />
      </del>
    </span>
  );
}

function Line({ line }: { line: RequestLine }) {
  const { asked, granted } = line;
  const isCut = granted !== null && granted.amount !== asked.amount;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <p dir="auto" className="page-start font-medium wrap-anywhere">
          {line.title}
        </p>
        <LineAbout line={line} />
        <LineFiles line={line} />
      </div>
      <span className="ms-auto flex items-baseline gap-3">
        {isCut && <Cut money={asked} />}
        <Amount money={granted ?? asked} className="font-bold" />
      </span>
    </li>
  );
}

/** Quantity, price, category and vendor of an item, and what the club pays itself. */
export function LineAbout({ line }: { line: RequestLine }) {
  const { t, number } = useMessages();
  const { clubPays } = line;
  return (
    <>
      <p className="text-sm text-ink-2">
        {number(line.quantity)} × <Amount money={line.price} />
        {' • '}
        <bdi>{[categoryName(t, line.category), line.vendor].filter(Boolean).join(', ')}</bdi>
      </p>
      {clubPays.amount > 0 && (
        <p className="text-sm text-ink-2">
          {t('budgets.clubPays')}: <Amount money={clubPays} />
        </p>
      )}
    </>
  );
}

/** The quotes of an item. */
export function LineFiles({ line: { files } }: { line: RequestLine }) {
  return files.map((file) => (
    <a
      key={file.id}
      href={file.url}
      download={file.name}
      className="text-link inline-flex items-center gap-1.5 justify-self-start text-sm touch:py-2"
    >
      <Paperclip size={16} aria-hidden />
      <bdi className="wrap-anywhere">{file.name}</bdi>
    </a>
  ));
}
