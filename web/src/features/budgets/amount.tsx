import type { Money } from '#contract/finances/money.ts';
import { useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';

interface AmountProps {
  money: Money;
  /** Shows a plus in front of income, in green. */
  isSigned?: boolean;
  className?: string;
}

/** An amount of money. Spending is plain with a minus. */
export function Amount({ money, isSigned = false, className = '' }: AmountProps) {
  const { locale } = useMessages();
  const isIncome = isSigned && money.amount > 0;
  return (
    <bdi className={`whitespace-nowrap tabular-nums ${isIncome ? 'text-good' : ''} ${className}`}>
      {isIncome ? '+' : ''}
      {moneyText(locale, money)}
    </bdi>
  );
}

/** Returns a function that formats amounts for sentences and labels. */
export function useAmount(): (money: Money) => string {
  const { locale } = useMessages();
  return (money) => moneyText(locale, money);
}
