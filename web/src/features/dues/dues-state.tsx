import { Check, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { MemberDues } from '#contract/dues/endpoints.ts';
import type { DuesState as State } from '#contract/dues/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';

const looks: Record<State, { readonly tone: Tone; readonly icon?: LucideIcon }> = {
  none: { tone: 'quiet' },
  due: { tone: 'warn', icon: Clock },
  grace: { tone: 'warn', icon: Clock },
  paid: { tone: 'good', icon: Check },
  lapsed: { tone: 'bad', icon: CircleX },
  waived: { tone: 'quiet' },
};

/** The state of a member's dues, with the amount while it can be paid without a gap. */
export function DuesState({ dues: { state, owed } }: { dues: Pick<MemberDues, 'state' | 'owed'> }) {
  const { t, locale } = useMessages();
  const isOwing = (state === 'due' || state === 'grace') && owed !== null;
  return (
    <Pill {...looks[state]}>
      {isOwing ? t('dues.owes', { amount: moneyText(locale, owed) }) : t(`dues.state_${state}`)}
    </Pill>
  );
}
