import { CalendarClock, Check, CircleAlert, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SharedAccount } from '#contract/finances/shapes.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Moment, Timeline } from '../../ui/timeline.tsx';
import { MoneyText, useMoney } from './money.tsx';

const looks = {
  paid: { icon: Check, tone: 'brand' },
  overdue: { icon: CircleAlert, tone: 'bad' },
  next: { icon: CircleDot, tone: 'brand' },
  later: { icon: CalendarClock, tone: 'quiet' },
} as const;

/** The installments of a payment plan with their status. */
export function PlanCard({
  plan,
  actions,
}: {
  plan: SharedAccount['plan'];
  /** Staff actions for the plan. */
  actions?: ReactNode;
}) {
  const { t, day } = useMessages();
  const text = useMoney();
  if (plan.length === 0) return null;
  return (
    <Card title={t('finances.plan')}>
      <Timeline label={t('finances.plan')}>
        {plan.map((part) => (
          <Moment
            key={part.id}
            icon={looks[part.state].icon}
            tone={looks[part.state].tone}
            isAhead={part.state === 'later'}
            title={
              <time dateTime={part.date} className={part.state === 'next' ? 'font-bold' : ''}>
                {day(part.date, 'medium')}
              </time>
            }
            end={
              <span className={part.state === 'next' ? 'font-bold' : 'text-ink-2'}>
                <MoneyText money={part.amount} />
              </span>
            }
          >
            <span className="grid">
              <span className={part.state === 'overdue' ? 'font-bold text-bad' : ''}>
                {t(`finances.part_${part.state}`)}
                {part.open.amount > 0 && part.open.amount < part.amount.amount && (
                  <>, {t('finances.partOpen', { amount: text(part.open) })}</>
                )}
              </span>
              <span>
                <bdi className="wrap-anywhere">{part.title}</bdi>
              </span>
            </span>
          </Moment>
        ))}
      </Timeline>
      {actions}
    </Card>
  );
}
