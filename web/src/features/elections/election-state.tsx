import { CalendarClock, Check, CircleSlash, PencilLine, Radio, Trophy, UserPlus } from 'lucide-react';
import type { ElectionItem } from '#contract/elections/endpoints.ts';
import type { ElectionPhase } from '#contract/elections/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';

const looks: Record<ElectionPhase, { tone: Tone; icon: typeof Check }> = {
  draft: { tone: 'warn', icon: PencilLine },
  nominations: { tone: 'brand', icon: UserPlus },
  announced: { tone: 'quiet', icon: CalendarClock },
  voting: { tone: 'brand', icon: Radio },
  counting: { tone: 'quiet', icon: CalendarClock },
  published: { tone: 'good', icon: Trophy },
  canceled: { tone: 'bad', icon: CircleSlash },
};

/** An election's phase, or that the user has voted. */
export function ElectionState({ election }: { election: Pick<ElectionItem, 'phase' | 'hasVoted'> }) {
  const { t } = useMessages();
  const { phase, hasVoted } = election;
  const { tone, icon } = looks[phase];
  return phase === 'voting' && hasVoted === true ? (
    <Pill tone="good" icon={Check}>
      {t('elections.list_voted')}
    </Pill>
  ) : (
    <Pill tone={tone} icon={icon}>
      {t(`elections.list_phase_${phase}`)}
    </Pill>
  );
}
