import { Check, Eye, Star, Undo2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { scoreBudgetRequest, setGrants, startBudgetReview } from '#contract/budgets/calls.ts';
import { decideSubmission } from '#contract/approvals/calls.ts';
import { approvalLimits, type Decision } from '#contract/approvals/kinds.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { decimalText, minorUnits } from '#contract/finances/money.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { staleSubmission } from '../../approvals/approvals.data.ts';
import { Amount, useAmount } from '../amount.tsx';
import { requestQuery, staleMoney } from '../budgets.data.ts';

const stale = [...staleMoney, ...staleSubmission];
/** How often the server hears that the request is still open, in milliseconds. */
const stayMs = (budgetLimits.reviewMinutes * 60_000) / 2;

/** The reviewer's part: what each item gets, a word to the club, and the decision. */
export function ReviewCard({ request }: { request: BudgetRequest }) {
  const { t } = useMessages();
  const amount = useAmount();
  const { id, lines, reviewing, submission, account } = request;
  const { currency } = account;
  const [granted, setGranted] = useState<Readonly<Record<string, string>>>({});
  const [word, setWord] = useState('');
  const [isAsked, setAsked] = useState(false);
  useStayOpen(id);
  const textOf = (line: (typeof lines)[number]) =>
    granted[line.id] ?? decimalText(line.granted ?? line.asked);
  const parsed = lines.map((line) => {
    const value = minorUnits(textOf(line), currency);
    return {
      id: line.id,
      value: value !== null && value <= line.asked.amount ? value : null,
      before: line.granted?.amount ?? null,
    };
  });
  const sum = parsed.reduce((total, { value }) => total + (value ?? 0), 0);
  const isValid = parsed.every(({ value }) => value !== null);
  const decide = useAction(
    async (decision: Decision) => {
      const isChanged = parsed.some(({ value, before }) => value !== before);
      if (decision === 'approve' && isChanged)
        await call(setGrants, {
          id,
          version: request.version,
          lines: parsed.map((one) => ({ id: one.id, granted: one.value ?? 0 })),
        });
      return call(decideSubmission, {
        id: submission?.id ?? '',
        version: submission?.version ?? 0,
        decision,
        reason: word.trim(),
      });
    },
    {
      confirm: (decision) =>
        decision === 'approve'
          ? {
              title: t('budgets.approveTitle', { amount: amount({ amount: sum, currency }) }),
              body: t('budgets.approveBody'),
              confirmLabel: t('budgets.approveAmount', {
                amount: amount({ amount: sum, currency }),
              }),
            }
          : null,
      success: t('budgets.decided'),
      invalidates: stale,
    },
  );
  const run = (decision: Decision) => {
    const needsWord = decision !== 'approve' && word.trim() === '';
    setAsked(needsWord);
    if (!needsWord) decide.run(decision);
  };
  return (
    <Card title={t('budgets.yourReview')} className="max-lg:order-first">
      <div className="grid gap-4">
        {reviewing && (
          <Note tone="warn" icon={Eye}>
            {t('budgets.reviewing', { name: `${reviewing.firstName} ${reviewing.lastName}` })}
          </Note>
        )}
        <ul className="grid gap-3" aria-label={t('budgets.grants')}>
          {lines.map((line, nth) => (
            <li key={line.id} className="grid gap-1">
              <TextField
                label={t('budgets.grantOf', { title: line.title, currency })}
                description={t('budgets.askedAmount', { amount: amount(line.asked) })}
                error={parsed[nth]?.value === null ? t('budgets.grantWrong') : undefined}
                value={textOf(line)}
                inputMode="decimal"
                dir="ltr"
                maxLength={16}
                onChange={(text) => setGranted({ ...granted, [line.id]: text })}
              />
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between gap-4 font-bold">
          {t('budgets.grantedSum')}
          <Amount money={{ amount: sum, currency }} className="text-lg" />
        </p>
        <Scores request={request} />
        <TextArea
          label={t('budgets.word')}
          description={t('budgets.wordHint')}
          error={isAsked && word.trim() === '' ? t('budgets.wordMissing') : undefined}
          rows={3}
          maxLength={approvalLimits.text}
          value={word}
          onChange={setWord}
        />
        <div className="grid gap-2">
          <Button
            variant="primary"
            icon={Check}
            isBlock
            disabled={!isValid}
            isPending={decide.isPending}
            onClick={() => run('approve')}
          >
            {t('budgets.approveAmount', { amount: amount({ amount: sum, currency }) })}
          </Button>
          <div className="grid gap-2 sm:grid-cols-2">
            <Button icon={Undo2} isBlock onClick={() => run('request_changes')}>
              {t('budgets.sendBack')}
            </Button>
            <Button icon={X} isBlock onClick={() => run('deny')}>
              {t('budgets.deny')}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}

/** Shows other reviewers that the user has the request open, as long as it is. */
function useStayOpen(id: string) {
  const stay = useAction(() => call(startBudgetReview, { id }), {
    isQuiet: true,
    updates: requestQuery(id).queryKey,
  });
  const onTime = useEffectEvent(() => stay.run());
  useEffect(() => {
    onTime();
    const timer = setInterval(() => onTime(), stayMs);
    return () => clearInterval(timer);
  }, [id]);
}

const scores = ['1', '2', '3', '4', '5'] as const;

function Scores({ request: { id, scores: given } }: { request: BudgetRequest }) {
  const { t } = useMessages();
  const score = useAction(
    (value: string) => call(scoreBudgetRequest, { id, score: Number(value) }),
    { updates: requestQuery(id).queryKey },
  );
  if (given === null) return null;
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
