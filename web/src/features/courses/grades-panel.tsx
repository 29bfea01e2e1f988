import { Calculator, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { goalOf, gradeOf } from '#contract/courses/grade.ts';
import type { listGrades } from '#contract/courses/calls.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { scoreText, WorkState } from './course-parts.tsx';
import { GoalCard, goalText, usualTarget } from './grade-goal.tsx';

type Grades = ReplyOf<typeof listGrades>;

/** The grade with its weighted parts, all scores, and what-if scores. */
export function GradesPanel({ grades }: { grades: Grades }) {
  const messages = useMessages();
  const { t } = messages;
  const [target, setTarget] = useState<number | null>(() =>
    usualTarget(grades.grade?.percent ?? null),
  );
  const [testScores, setTestScores] = useState<Readonly<Record<string, number>> | null>(null);
  const { parts, items } = grades;
  const isTrying = testScores !== null;
  const scoreOf = (one: Grades['items'][number]) =>
    testScores?.[one.id] ?? (one.state === 'graded' ? one.score : null);
  const results = items.map((one) => ({
    id: one.id,
    counts: one.counts,
    part: one.part?.id ?? null,
    score: scoreOf(one),
    points: one.points,
    isExcused: one.state === 'excused' && testScores?.[one.id] === undefined,
  }));
  const testGrade = gradeOf(parts, results);
  const goal = grades.canSuppose && target !== null ? goalOf(parts, results, target) : null;
  // Where no answer is possible, the question isn't asked.
  const hasGoal = grades.canSuppose && goalOf(parts, results, 0) !== null;
  const groups = [
    ...parts.map((part) => ({
      id: part.id,
      part,
      own: items.filter((one) => one.part?.id === part.id),
    })),
    { id: '', part: null, own: items.filter((one) => one.part === null) },
  ].filter(({ own }) => own.length > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section className="card overflow-hidden" aria-label={t('courses.grades')}>
        <GradeParts grades={grades} supposed={isTrying ? testGrade.parts : undefined} />
      </section>
      {hasGoal && (
        <GoalCard
          target={target}
          onTarget={setTarget}
          goal={goal}
          isAnnounced={!isTrying}
          missing={parts
            .filter(
              ({ id, weight }) => (weight ?? 0) > 0 && items.every(({ part }) => part?.id !== id),
            )
            .map(({ title }) => title)}
        />
      )}
      {grades.canSuppose && (
        // The result stays in view while the student changes scores further down.
        <div
          className={`card flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5 ${isTrying ? 'sticky top-[calc(var(--top-bar)+0.5rem)] z-10 shadow-float' : ''}`}
        >
          <Calculator size={20} strokeWidth={1.75} aria-hidden className="text-ink-2" />
          <div
            {...(isTrying && { role: 'status' })}
            className="grid min-w-40 flex-1 gap-0.5 text-sm"
          >
            <p>
              {isTrying
                ? testGrade.percent === null
                  ? t('courses.supposeNothing')
                  : t('courses.supposed', { percent: Math.round(testGrade.percent * 10) / 10 })
                : t('courses.supposeBody')}
            </p>
            {isTrying && goal !== null && target !== null && (
              <p className="text-ink-2">{goalText(messages, target, goal)}</p>
            )}
          </div>
          <Button
            icon={isTrying ? RotateCcw : Calculator}
            onClick={() => setTestScores(isTrying ? null : {})}
          >
            {t(isTrying ? 'courses.supposeEnd' : 'courses.suppose')}
          </Button>
        </div>
      )}
      {groups.map(({ id, part, own }) => (
        <Card key={id} title={part?.title ?? t('courses.otherWork')}>
          <ul
            className={
              isTrying ? 'grid gap-x-6 gap-y-4 sm:grid-cols-2' : 'divide-y divide-line [&>li]:py-3'
            }
          >
            {own.map((one) =>
              isTrying && (one.points ?? 0) > 0 ? (
                <li key={one.id}>
                  <TestScoreField
                    work={one}
                    score={scoreOf(one)}
                    onChange={(score) =>
                      setTestScores(
                        Object.fromEntries(
                          Object.entries({ ...testScores, [one.id]: score }).filter(
                            (entry): entry is [string, number] => entry[1] !== null,
                          ),
                        ),
                      )
                    }
                  />
                </li>
              ) : (
                <li
                  key={one.id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 first:pt-0 last:pb-0"
                >
                  <span className="min-w-40 flex-1 wrap-anywhere" dir="auto">
                    {one.title}
                  </span>
                  <span className="flex flex-wrap items-center gap-2">
                    <WorkState work={one} />
                  </span>
                </li>
              ),
            )}
          </ul>
        </Card>
      ))}
    </div>
  );
}

interface TestScoreFieldProps {
  work: Grades['items'][number];
  score: number | null;
  onChange: (score: number | null) => void;
}

/** A score that the student tries out. */
function TestScoreField({ work, score, onChange }: TestScoreFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <NumberField
      label={work.title}
      description={t('courses.ofPoints', {
        points: scoreText(messages, work.points ?? 0),
      })}
      error={
        (score ?? 0) > (work.points ?? 0)
          ? t('courses.abovePoints', { points: scoreText(messages, work.points ?? 0) })
          : undefined
      }
      value={score}
      min={0}
      step={0.5}
      onChange={onChange}
    />
  );
}

/** The grade and its weighted parts. `supposed` contains the what-if results. */
export function GradeParts({
  grades: { grade, parts },
  supposed,
}: {
  grades: Grades;
  supposed?: readonly { id: string; percent: number | null }[] | undefined;
}) {
  const { t, number } = useMessages();
  const shown = grade?.percent ?? null;
  const weighted = parts.some(({ weight }) => weight !== null);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3 p-4 sm:px-5">
        <div>
          <h2>{t('courses.grades')}</h2>
          <p className="text-sm text-ink-2">
            {grade === null
              ? t('courses.notGradedYet')
              : weighted
                ? t('courses.gradedShare', {
                    graded: number(parts.filter(({ percent }) => percent !== null).length),
                    all: number(parts.length),
                  })
                : t('courses.byPoints')}
            {grade?.isOfficial === true && ` • ${t('courses.official')}`}
          </p>
        </div>
        {grade !== null && (
          <p className="text-2xl font-bold">
            {shown === null ? '' : number(shown)}
            {grade.label !== null && (
              <span className="ms-2 text-base font-medium text-ink-2">{grade.label}</span>
            )}
          </p>
        )}
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {parts.map((part) => {
          const percent =
            supposed === undefined
              ? part.percent
              : (supposed.find(({ id }) => id === part.id)?.percent ?? null);
          return (
            <li
              key={part.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_4rem_minmax(6rem,1fr)_4rem] sm:px-5"
            >
              <span className="font-medium wrap-anywhere" dir="auto">
                {part.title}
                {part.dropLowest > 0 && (
                  <span className="block text-sm font-normal text-ink-2">
                    {t('courses.dropsLowest', { count: part.dropLowest })}
                  </span>
                )}
              </span>
              <span className="text-sm text-ink-2 max-sm:order-3">
                {part.weight !== null && t('courses.weight', { weight: part.weight })}
              </span>
              <span
                aria-hidden
                className="h-2 overflow-hidden rounded-full bg-fill-2 max-sm:order-4 max-sm:col-span-2"
              >
                <span
                  className="block h-full rounded-full bg-brand"
                  style={{ width: `${Math.min(100, Math.max(0, percent ?? 0))}%` }}
                />
              </span>
              <span className="text-end font-bold">
                {percent === null ? (
                  <span className="font-normal text-ink-2">–</span>
                ) : (
                  number(Math.round(percent * 10) / 10)
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
