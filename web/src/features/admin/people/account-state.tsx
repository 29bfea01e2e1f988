import type { AccountState } from '#contract/admin/limits.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Pill, type Tone } from '../../../ui/pill.tsx';
import { Check, Clock, PowerOff, ShieldBan, type LucideIcon } from 'lucide-react';

const looks: Record<AccountState, { tone: Tone; icon: LucideIcon }> = {
  active: { tone: 'good', icon: Check },
  new: { tone: 'warn', icon: Clock },
  suspended: { tone: 'bad', icon: ShieldBan },
  deactivated: { tone: 'quiet', icon: PowerOff },
};

/** The state of an account. */
export function AccountStatePill({ state }: { state: AccountState }) {
  const { t } = useMessages();
  return <Pill {...looks[state]}>{t(`accounts.state_${state}`)}</Pill>;
}
