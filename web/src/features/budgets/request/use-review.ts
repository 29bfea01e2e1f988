import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { setGrants, startBudgetReview } from '#contract/budgets/calls.ts';
import { decideSubmission } from '#contract/approvals/calls.ts';
import type { Decision } from '#contract/approvals/kinds.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import type { BudgetRequest, RequestLine } from '#contract/budgets/requests.endpoints.ts';
import { decimalText, minorUnits, type Money } from '#contract/finances/money.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { staleSubmission } from '../../approvals/approvals.data.ts';
import { useAmount } from '../amount.tsx';
import { requestQuery, staleMoney } from '../budgets.data.ts';

const stale = [...staleMoney, ...staleSubmission];
/** Interval for telling the server that the request is still open, in milliseconds. */
const stayMs = (budgetLimits.reviewMinutes * 60_000) / 2;

export interface Review {
  /** The text in a line's field. */
  readonly textOf: (line: RequestLine) => string;
  readonly setText: (line: RequestLine, text: string) => void;
  /** The amount in a line's field, or null if it isn't one up to the requested amount. */
  readonly valueOf: (line: RequestLine) => number | null;
  readonly isRight: (line: RequestLine) => boolean;
  readonly sum: Money;
  readonly word: string;
  readonly setWord: (word: string) => void;
  /** True after a decision that needs a comment was tried without one. */
  readonly isWordMissing: boolean;
  readonly canApprove: boolean;
  readonly isPending: boolean;
  readonly decide: (decision: Decision) => void;
}

interface ReviewOptions {
  /** The field of the comment. It gets the focus if a decision needs one. */
  wordField: RefObject<HTMLTextAreaElement | null>;
  onDecided?: () => void;
}

/** A reviewer's draft of a decision: what each line gets, and a comment for the club. Others see that the request is open here. */
export function useReview(request: BudgetRequest, { wordField, onDecided }: ReviewOptions): Review {
  const { t } = useMessages();
  const amount = useAmount();
  const { id, lines, submission, account } = request;
  const { currency } = account;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [word, setWord] = useState('');
  const [isAsked, setAsked] = useState(false);
  useStayOpen(id, request.can.grant);
  const textOf = (line: RequestLine) => texts[line.id] ?? decimalText(line.granted ?? line.asked);
  const valueOf = (line: RequestLine) => {
    const value = minorUnits(textOf(line), currency);
    return value !== null && value <= line.asked.amount ? value : null;
  };
  const sum = {
    amount: lines.reduce((total, line) => total + (valueOf(line) ?? 0), 0),
    currency,
  };
  const canApprove = lines.every((line) => valueOf(line) !== null);
  const decision = useAction(
    async (kind: Decision) => {
      const isChanged = lines.some((line) => valueOf(line) !== (line.granted?.amount ?? null));
      if (kind === 'approve' && isChanged)
        await call(setGrants, {
          id,
          version: request.version,
          lines: lines.map((line) => ({ id: line.id, granted: valueOf(line) ?? 0 })),
        });
      return call(decideSubmission, {
        id: submission?.id ?? '',
        version: submission?.version ?? 0,
        decision: kind,
        reason: word.trim(),
      });
    },
    {
      confirm: (kind) =>
        kind === 'approve'
          ? {
              title: t('budgets.approveTitle', { amount: amount(sum) }),
              body: t('budgets.approveBody'),
              confirmLabel: t('budgets.approveAmount', { amount: amount(sum) }),
            }
          : null,
      success: t('budgets.decided'),
      invalidates: stale,
      ...(onDecided && { onSuccess: onDecided }),
    },
  );
  return {
    textOf,
    setText: (line, text) => setTexts({ ...texts, [line.id]: text }),
    valueOf,
    isRight: (line) => valueOf(line) !== null,
    sum,
    word,
    setWord,
    isWordMissing: isAsked && word.trim() === '',
    canApprove,
    isPending: decision.isPending,
    decide: (kind) => {
      if (decision.isPending || (kind === 'approve' && !canApprove)) return;
      const needsWord = kind !== 'approve' && word.trim() === '';
      setAsked(needsWord);
      if (needsWord) wordField.current?.focus();
      else decision.run(kind);
    },
  };
}

/** Shows other reviewers that the user has the request open, as long as it is. */
function useStayOpen(id: string, isReviewer: boolean) {
  const stay = useAction(() => call(startBudgetReview, { id }), {
    isQuiet: true,
    updates: requestQuery(id).queryKey,
  });
  const onTime = useEffectEvent(() => stay.run());
  useEffect(() => {
    if (!isReviewer) return;
    onTime();
    const timer = setInterval(() => onTime(), stayMs);
    return () => clearInterval(timer);
  }, [id, isReviewer]);
}
