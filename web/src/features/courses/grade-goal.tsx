import { Target } from 'lucide-react';
import type { GradeGoal } from '#contract/courses/grade.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { NumberField } from '../../ui/number-field.tsx';

/** Returns the target to start with: the next multiple of 5 above the grade so far. */
export const usualTarget = (percent: number | null): number =>
  Math.min(100, percent === null ? 90 : (Math.floor(percent / 5) + 1) * 5);

const rounded = (percent: number) => Math.round(percent * 10) / 10;
/** Rounds down, so that the best possible grade never looks like the target that it misses. */
const roundedDown = (percent: number) => Math.floor(percent * 10 + 1e-6) / 10;

/** Returns what the remaining work needs for a target. */
export const goalText = ({ t }: Messages, target: number, goal: GradeGoal): string => {
  switch (goal.state) {
    case 'open':
      return t('courses.goalOpen', { target, average: goal.average });
    case 'reached':
      return t('courses.goalReached', { target });
    case 'impossible':
      return t('courses.goalImpossible', { target, best: roundedDown(goal.best) });
    case 'done':
      return goal.percent === null
        ? t('courses.goalNothing')
        : t('courses.goalDone', { percent: rounded(goal.percent) });
  }
};

interface GoalCardProps {
  target: number | null;
  onTarget: (target: number | null) => void;
  /** Null without a target. */
  goal: GradeGoal | null;
  /** Parts of the grade that have no work yet. */
  missing: readonly string[];
  /** False while another part of the page announces the goal. */
  isAnnounced: boolean;
}

/** The average on the remaining work that a target grade needs. */
export function GoalCard({ target, onTarget, goal, missing, isAnnounced }: GoalCardProps) {
  const messages = useMessages();
  const { t, list } = messages;
  return (
    <section className="card grid gap-3 p-4 sm:px-5" aria-labelledby="grade-goal">
      <h2 id="grade-goal" className="flex items-center gap-2 text-base!">
        <Target size={20} strokeWidth={1.75} aria-hidden className="text-ink-2" />
        {t('courses.goal')}
      </h2>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="w-44">
          <NumberField
            label={t('courses.goalTarget')}
            value={target}
            min={0}
            max={100}
            step={0.5}
            onChange={onTarget}
          />
        </div>
        <p {...(isAnnounced && { role: 'status' })} className="min-w-56 flex-1 pb-2">
          {goal !== null && target !== null && goalText(messages, target, goal)}
        </p>
      </div>
      {missing.length > 0 && (
        <p className="text-sm text-ink-2">
          {t('courses.goalMissing', { parts: list(missing), count: missing.length })}
        </p>
      )}
    </section>
  );
}
