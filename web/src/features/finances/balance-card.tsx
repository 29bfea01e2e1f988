import type { ReactNode } from 'react';
import type { SharedAccount } from '#contract/finances/shapes.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { MoneyText, useMoney } from './money.tsx';

/** Returns the display name of an account. */
export function useAccountName(): (account: { isMain: boolean; name: string }) => string {
  const { t } = useMessages();
  return ({ isMain, name }) => (isMain ? t('finances.mainAccount') : name);
}

interface BalanceCardProps {
  account: SharedAccount;
  /** True if users see their own account: "You owe". */
  isOwn: boolean;
  action?: ReactNode;
  /** Shown at the end of the first line. */
  corner?: ReactNode;
}

/** The balance, when it is due, and a breakdown of the total. */
export function BalanceCard({ account, isOwn, action, corner }: BalanceCardProps) {
  const { t, day } = useMessages();
  const text = useMoney();
  const nameOf = useAccountName();
  const { balance, dueNow, nextDue, totals, currency } = account;
  if (balance === null || dueNow === null || totals === null) return null;
  const owesMoney = balance.amount > 0;
  const isCredit = balance.amount < 0;
  const title = isCredit
    ? t('finances.inCredit')
    : isOwn
      ? t(owesMoney ? 'finances.youOwe' : 'finances.nothingOwed')
      : t('finances.owed');
  return (
    <section
      className="card relative grid gap-4 p-4 sm:p-6"
      aria-label={t('finances.balanceOf', { account: nameOf(account) })}
    >
      {corner && <div className="absolute end-2 top-2">{corner}</div>}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1">
          <h2 className="text-base font-medium text-ink-2">
            {title}
            {!account.isMain && <bdi>{` • ${account.name}`}</bdi>}
          </h2>
          <p className="text-2xl font-bold">
            <MoneyText money={{ amount: Math.abs(balance.amount), currency }} />
          </p>
          <p className="text-pretty">
            {dueNow.amount > 0 && (
              <strong className="me-2 text-bad">
                {t('finances.dueNow', { amount: text(dueNow) })}
              </strong>
            )}
            {nextDue !== null && (
              <span>
                {t('finances.dueNext', {
                  amount: text(nextDue.amount),
                  date: day(nextDue.date, 'whole day'),
                })}
              </span>
            )}
            {dueNow.amount === 0 && nextDue === null && (
              <span className="text-ink-2">{t('finances.noDue')}</span>
            )}
          </p>
          {totals.pending.amount > 0 && (
            <p className="text-sm text-ink-2">
              {t('finances.pendingNote', { amount: text(totals.pending) })}
            </p>
          )}
        </div>
        {action}
      </div>
      <Division totals={totals} balance={balance.amount} />
    </section>
  );
}

/** Breaks down the charges into grants, payments and the rest. */
function Division({
  totals: { charged, credited, paid },
  balance,
}: {
  totals: NonNullable<SharedAccount['totals']>;
  balance: number;
}) {
  const { t } = useMessages();
  const { currency } = charged;
  const left = Math.max(0, balance);
  const parts = [
    { id: 'credited', label: t('finances.credited'), amount: credited.amount, look: 'bg-ink-3' },
    { id: 'paid', label: t('finances.paid'), amount: paid.amount, look: 'bg-brand-text/45' },
    { id: 'left', label: t('finances.toPay'), amount: left, look: 'bg-brand-text' },
  ].filter(({ amount }) => amount > 0);
  if (charged.amount <= 0 || parts.length === 0) return null;
  return (
    <div className="grid gap-3">
      {/* The list below contains the same as text. */}
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {parts.map(({ id, amount, look }) => (
          <span
            key={id}
            className={`forced-edge min-w-1 basis-0 ${look}`}
            style={{ flexGrow: amount }}
          />
        ))}
      </div>
      <dl
        aria-label={t('finances.division')}
        className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-ink-2"
      >
        <div className="flex items-center gap-2">
          <dt>{t('finances.charged')}</dt>
          <dd className="font-medium text-ink">
            <MoneyText money={charged} />
          </dd>
        </div>
        {parts.map(({ id, label, amount, look }) => (
          <div key={id} className="flex items-center gap-2">
            <dt className="flex items-center gap-2">
              <span aria-hidden className={`forced-edge size-3 rounded-[3px] ${look}`} />
              {label}
            </dt>
            <dd className="font-medium text-ink">
              <MoneyText money={{ amount, currency }} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shown if the student has no account. */
export function NoAccount() {
  const { t } = useMessages();
  return (
    <Card title={t('finances.none')}>
      <p className="text-ink-2 text-pretty">{t('finances.noneBody')}</p>
    </Card>
  );
}
