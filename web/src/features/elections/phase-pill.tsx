import {
  CalendarClock,
  CircleSlash,
  Hourglass,
  PencilLine,
  Trophy,
  UserPlus,
  Vote,
  type LucideIcon,
} from 'lucide-react';
import type { ElectionPhase } from '#contract/elections/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';

const looks: Record<ElectionPhase, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'quiet', icon: PencilLine },
  nominations: { tone: 'brand', icon: UserPlus },
  announced: { tone: 'quiet', icon: CalendarClock },
  voting: { tone: 'brand', icon: Vote },
  counting: { tone: 'warn', icon: Hourglass },
  published: { tone: 'good', icon: Trophy },
  canceled: { tone: 'bad', icon: CircleSlash },
};

/** The phase of an election. */
export function PhasePill({ phase }: { phase: ElectionPhase }) {
  const { t } = useMessages();
  return <Pill {...looks[phase]}>{t(`elections.phase_${phase}`)}</Pill>;
}
