import {
  Building2,
  FlaskConical,
  GraduationCap,
  HeartHandshake,
  School,
  Timer,
  type LucideIcon,
} from 'lucide-react';
import type { JobKind } from '#contract/jobs/limits.ts';
import { kindColors } from '../../ui/kind-grounds.ts';

const looks: Record<JobKind, { icon: LucideIcon; color: number }> = {
  on_campus: { icon: School, color: 0 },
  part_time: { icon: Timer, color: 4 },
  full_time: { icon: Building2, color: 3 },
  internship: { icon: GraduationCap, color: 2 },
  research: { icon: FlaskConical, color: 5 },
  volunteer: { icon: HeartHandshake, color: 1 },
};

/** The icon of a job's type. */
export function JobMark({ kind, isLarge = false }: { kind: JobKind; isLarge?: boolean }) {
  const { icon: Icon, color } = looks[kind];
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-card ${isLarge ? 'size-14' : 'size-11'} ${kindColors[color] ?? kindColors[0]}`}
    >
      <Icon size={isLarge ? 28 : 22} strokeWidth={1.75} />
    </span>
  );
}
