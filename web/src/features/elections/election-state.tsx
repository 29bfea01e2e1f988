import { Check } from 'lucide-react';
import type { ElectionItem } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Pill } from '../../ui/pill.tsx';
import { PhasePill } from './phase-pill.tsx';

/** An election's phase, or that the user has voted. */
export function ElectionState({
  election: { phase, hasVoted },
}: {
  election: Pick<ElectionItem, 'phase' | 'hasVoted'>;
}) {
  const { t } = useMessages();
  return phase === 'voting' && hasVoted === true ? (
    <Pill tone="good" icon={Check}>
      {t('elections.list_voted')}
    </Pill>
  ) : (
    <PhasePill phase={phase} />
  );
}
