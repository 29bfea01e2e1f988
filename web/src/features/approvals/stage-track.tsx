import { Check, CircleDashed, Clock, Undo2, X, type LucideIcon } from 'lucide-react';
import type { Submission } from '#contract/approvals/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { personName, reviewersOf, stageName } from './submission-words.ts';

type StageState = Submission['stages'][number]['state'];

interface Look {
  icon: LucideIcon;
  mark: string;
  words: string;
}
const looks: Readonly<Record<StageState, Look>> = {
  approved: { icon: Check, mark: 'bg-brand text-on-brand border-brand-edge', words: 'text-ink-2' },
  waiting: { icon: Clock, mark: 'bg-surface text-brand-text border-brand-text', words: 'text-ink' },
  changes_requested: {
    icon: Undo2,
    mark: 'bg-warn-soft text-warn border-warn',
    words: 'text-warn',
  },
  denied: { icon: X, mark: 'bg-bad-soft text-bad border-bad', words: 'text-bad' },
  ahead: {
    icon: CircleDashed,
    mark: 'bg-surface text-ink-3 border-line-strong',
    words: 'text-ink-2',
  },
};

/** The steps of a submission: in a row, or in a column on phones. */
export function StageTrack({ submission }: { submission: Submission }) {
  const messages = useMessages();
  const { t, date } = messages;
  const isOver = submission.endedAt !== null;
  const stages = [
    {
      id: 'sent',
      name: t('approvals.stage_sent'),
      state: submission.submittedAt === null ? ('ahead' as const) : ('approved' as const),
      lines:
        submission.submittedAt === null
          ? []
          : [
              date(submission.submittedAt, 'short'),
              personName(t, submission.submitter, submission.submitterName),
            ],
    },
    ...submission.stages.map((stage) => ({
      id: String(stage.place),
      name: stageName(t, stage.name),
      state: stage.state,
      lines:
        stage.decidedAt !== null
          ? [
              t(`approvals.stage_${stage.state}`),
              `${date(stage.decidedAt, 'short')}, ${personName(t, stage.decidedBy)}`,
            ]
          : [
              isOver && stage.state === 'ahead'
                ? t('approvals.stage_skipped')
                : t(`approvals.stage_${stage.state}`),
              reviewersOf(messages, stage),
            ],
    })),
  ];
  return (
    <ol
      aria-label={t('approvals.progress')}
      className="grid gap-y-0 md:auto-cols-fr md:grid-flow-col md:grid-cols-none"
    >
      {stages.map(({ id, name, state, lines }, nth) => {
        const { icon: Icon, mark, words } = looks[state];
        const isDone = state === 'approved';
        return (
          <li
            key={id}
            aria-current={state === 'waiting' || state === 'changes_requested' ? 'step' : undefined}
            className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 md:grid-cols-1 md:gap-y-2 md:pe-3"
          >
            <span className="grid grid-rows-[2rem_1fr] justify-items-center md:flex md:items-center md:gap-3">
              <span
                className={`forced-edge grid size-8 shrink-0 place-items-center rounded-full border-2 ${mark}`}
              >
                <Icon size={18} strokeWidth={2.25} aria-hidden />
              </span>
              {nth < stages.length - 1 && (
                <span
                  aria-hidden
                  className={`h-full w-0 border-s-2 md:h-0 md:w-full md:border-s-0 md:border-t-2 ${isDone ? 'border-brand-text' : 'border-line-strong'}`}
                />
              )}
            </span>
            <div className="grid content-start gap-0.5 pt-1 pb-4 text-sm md:pt-0 md:pb-0">
              <p className={`wrap-anywhere ${state === 'ahead' ? 'text-ink-2' : 'font-bold'}`}>
                <bdi>{name}</bdi>
              </p>
              {lines.map((line, at) => (
                // Two lines that keep their places.
                // eslint-disable-next-line react/no-array-index-key
                <p key={at} className={`wrap-anywhere ${at === 0 ? words : 'text-ink-2'}`}>
                  {line}
                </p>
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
