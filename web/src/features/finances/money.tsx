import { createContext, use } from 'react';
import type { Money } from '#contract/finances/money.ts';
import { useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored.ts';

const name = 'finances-hidden';
/** True if amounts are hidden on this device. */
export const hiding = createStore(readStored(name) === 'yes');
export function setHiding(isHidden: boolean): void {
  writeStored(name, isHidden ? 'yes' : null);
  hiding.set(isHidden);
}

/** True if amounts below are hidden. Amounts for staff and proxies are always shown. */
export const Hidden = createContext(false);

/** Returns a function that formats amounts for sentences, or hides them. */
export function useMoney(): (money: Money) => string {
  const { locale } = useMessages();
  const isHidden = use(Hidden);
  return (money) => (isHidden ? '•••' : moneyText(locale, money));
}

/** A single amount, with a label if it is hidden. */
export function MoneyText({ money, className = '' }: { money: Money; className?: string }) {
  const { t, locale } = useMessages();
  if (!use(Hidden))
    return (
      <bdi className={`whitespace-nowrap tabular-nums ${className}`}>
        {moneyText(locale, money)}
      </bdi>
    );
  return (
    <span className={className}>
      <span aria-hidden>•••</span>
      <span className="sr-only">{t('finances.hidden')}</span>
    </span>
  );
}
