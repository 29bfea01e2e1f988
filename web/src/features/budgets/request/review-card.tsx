import { Check, Eye, Star, Undo2, X } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { scoreBudgetRequest } from '#contract/budgets/calls.ts';
import { approvalLimits } from '#contract/approvals/kinds.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { useAmount } from '../amount.tsx';
import { requestQuery } from '../budgets.data.ts';
import { GrantLines } from './grant-lines.tsx';
import { useReview, type Review } from './use-review.ts';

/** The reviewer's part: what each item gets, a comment for the club, and the decision. */
export function ReviewCard({ request }: { request: BudgetRequest }) {
  const { t } = useMessages();
  const wordField = useRef<HTMLTextAreaElement>(null);
  const review = useReview(request, { wordField });
  return (
    <Card title={t('budgets.yourReview')} className="max-lg:order-first">
      <div className="grid gap-4">
        <AlsoReviewing request={request} />
        <GrantLines request={request} review={review} />
        <Scores request={request} />
        <WordField ref={wordField} review={review} />
        <DecisionButtons review={review} />
      </div>
    </Card>
  );
}

/** Shows who else has the request open. */
export function AlsoReviewing({ request: { reviewing } }: { request: BudgetRequest }) {
  const { t } = useMessages();
  return (
    reviewing && (
      <Note tone="warn" icon={Eye}>
        {t('budgets.reviewing', { name: `${reviewing.firstName} ${reviewing.lastName}` })}
      </Note>
    )
  );
}

interface WordFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  review: Review;
}

export function WordField({ ref, review }: WordFieldProps) {
  const { t } = useMessages();
  return (
    <TextArea
      ref={ref}
      label={t('budgets.word')}
      description={t('budgets.wordHint')}
      error={review.isWordMissing ? t('budgets.wordMissing') : undefined}
      rows={3}
      maxLength={approvalLimits.text}
      value={review.word}
      onChange={review.setWord}
    />
  );
}

export function DecisionButtons({ review }: { review: Review }) {
  const { t } = useMessages();
  const amount = useAmount();
  return (
    <div className="@container grid gap-2">
      <Button
        variant="primary"
        icon={Check}
        isBlock
        disabled={!review.canApprove}
        isPending={review.isPending}
        onClick={() => review.decide('approve')}
      >
        {t('budgets.approveAmount', { amount: amount(review.sum) })}
      </Button>
      <div className="grid gap-2 @xs:grid-cols-2">
        <Button icon={Undo2} isBlock onClick={() => review.decide('request_changes')}>
          {t('budgets.sendBack')}
        </Button>
        <Button icon={X} isBlock onClick={() => review.decide('deny')}>
          {t('budgets.deny')}
        </Button>
      </div>
    </div>
  );
}

const scores = ['1', '2', '3', '4', '5'] as const;

/** The reviewer's own score, and the average. The club doesn't see them. */
export function Scores({ request: { id, scores: given, can } }: { request: BudgetRequest }) {
  const { t } = useMessages();
  const score = useAction(
    (value: string) => call(scoreBudgetRequest, { id, score: Number(value) }),
    { updates: requestQuery(id).queryKey },
  );
  if (given === null || !can.score) return null;
  return (
    <div className="grid gap-1.5">
      <p className="flex items-center gap-1.5 text-sm font-bold">
        <Star size={16} aria-hidden />
        {t('budgets.score')}
      </p>
      <Segmented
        label={t('budgets.score')}
        value={given.own === null ? '' : String(given.own)}
        options={scores.map((value) => ({ value, label: value }))}
        onChange={(value) => score.run(value)}
      />
      <p className="text-sm text-ink-2">
        {given.average === null
          ? t('budgets.scoreHint')
          : t('budgets.scoreAverage', { average: given.average, count: given.count })}
      </p>
    </div>
  );
}
