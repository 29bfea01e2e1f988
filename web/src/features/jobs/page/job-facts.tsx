import type { Job } from '#contract/jobs/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { amountText, daysUntil, noonOf } from '../job-text.ts';

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** A job, or the draft of one. */
export type FactsOf = Pick<Job, 'pay' | 'kind' | 'hours' | 'startsOn' | 'endsOn' | 'state'> & {
  readonly closesAt: string | null;
};

/** The four facts that people compare: pay, hours, start and closing date. */
export function JobFacts({ job }: { job: FactsOf }) {
  const messages = useMessages();
  const { t, date } = messages;
  const { pay, kind, hours, startsOn, endsOn, closesAt, state } = job;
  const facts: readonly Fact[] = [
    {
      label: t('jobs.factPay'),
      value: pay === null ? t('jobs.unstated') : amountText(pay, messages),
      note: pay === null ? '' : t(`jobs.per_${pay.per}`),
    },
    {
      label: t('jobs.factHours'),
      value: hours === '' ? t('jobs.unstated') : hours,
      note: t(`jobs.kind_${kind}`),
    },
    {
      label: t('jobs.factStarts'),
      value: startsOn === null ? t('jobs.flexible') : date(noonOf(startsOn), 'medium'),
      note: endsOn === null ? '' : t('jobs.until', { date: date(noonOf(endsOn), 'medium') }),
    },
    {
      label: t(state === 'closed' ? 'jobs.factClosed' : 'jobs.factCloses'),
      value: closesAt === null ? t('jobs.unstated') : date(closesAt, 'medium'),
      note:
        state === 'closed' || closesAt === null
          ? ''
          : t('jobs.inDays', { count: daysUntil(closesAt) }),
    },
  ];
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 overflow-clip rounded-card border border-line @xl:grid-cols-4">
        {facts.map(({ label, value, note }, nth) => (
          <div
            key={label}
            className={`grid content-start gap-0.5 border-line p-3.5 sm:p-4 ${nth % 2 === 1 ? 'border-s' : '@xl:[&:not(:first-child)]:border-s'} ${nth > 1 ? '@max-xl:border-t' : ''}`}
          >
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="grid gap-0.5">
              <span dir="auto" className="page-start text-base font-bold wrap-anywhere">
                {value}
              </span>
              {note !== '' && <span className="text-sm text-ink-2">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
