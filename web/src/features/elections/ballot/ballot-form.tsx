import { ArrowLeft, Lock, SearchCheck } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { choicesOf, draftAfter, type BallotDraft } from './ballot-draft.ts';
import { useChoiceName } from './choice-face.tsx';
import { contestNote, contestTask, ContestStep } from './contest-step.tsx';

/** The last step, which shows the whole ballot. */
export const checkStep = 'check';

interface BallotFormProps {
  election: Election;
  draft: BallotDraft;
  onDraft: (draft: BallotDraft) => void;
  /** The ID of a contest or `checkStep`. Any other step opens the first contest. */
  step: string;
  onStep: (step: string) => void;
  /** Shown above the steps. */
  notes?: ReactNode;
  /** The button that casts the ballot, and what happened. */
  children: ReactNode;
}

/** A ballot, one contest at a time. */
export function BallotForm({
  election,
  draft,
  onDraft,
  step,
  onStep,
  notes,
  children,
}: BallotFormProps) {
  const { t } = useMessages();
  const { contests } = election;
  const isCheck = step === checkStep || contests.length === 0;
  const at = isCheck
    ? contests.length
    : Math.max(
        0,
        contests.findIndex(({ id }) => id === step),
      );
  const contest = contests[at];
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    // The first step keeps the focus of the page.
    if (shown.current !== at) heading.current?.focus();
    shown.current = at;
  }, [at]);
  const withSeen = (from: BallotDraft): BallotDraft =>
    contest === undefined || from.seen.includes(contest.id)
      ? from
      : { ...from, seen: [...from.seen, contest.id] };
  const open = (next: string, from = draft) => {
    onDraft(withSeen(from));
    onStep(next);
  };
  const following = contests[at + 1];
  const before = contests[at - 1];
  const next = following?.id ?? checkStep;
  return (
    <div className="grid gap-5">
      {notes}
      <div className="grid items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_17rem]">
        <Stepper
          label={t('elections.ballot')}
          selected={contest?.id ?? checkStep}
          onSelect={(id) => open(id)}
          steps={[
            ...contests.map((one) => ({
              id: one.id,
              label: one.title,
              note: contestNote(t, one),
              state:
                choicesOf(draft, one.id).length > 0 || draft.seen.includes(one.id)
                  ? ('done' as const)
                  : ('open' as const),
            })),
            {
              id: checkStep,
              label: t('elections.check'),
              note: t('elections.nothingSent'),
              state: 'open' as const,
            },
          ]}
        />
        <section className="grid min-w-0 gap-4" aria-labelledby="ballot-step">
          <div className="grid gap-1">
            <h2
              id="ballot-step"
              ref={heading}
              tabIndex={-1}
              dir="auto"
              className="page-start wrap-anywhere outline-none"
            >
              {contest?.title ?? t('elections.check')}
            </h2>
            <p className="text-ink-2">
              {contest ? contestTask(t, contest) : t('elections.checkBody')}
            </p>
          </div>
          {contest ? (
            <ContestStep
              key={contest.id}
              contest={contest}
              choices={choicesOf(draft, contest.id)}
              onAct={(act) => onDraft(draftAfter(draft, contest, act))}
            />
          ) : (
            <WholeBallot election={election} draft={draft} onStep={open} />
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex flex-wrap gap-2">
              {before && (
                <Button
                  icon={ArrowLeft}
                  className="rtl:[&>svg]:-scale-x-100"
                  onClick={() => open(before.id)}
                >
                  {t('elections.back')}
                </Button>
              )}
              {contest && (
                <Button
                  variant="quiet"
                  onClick={() => open(next, draftAfter(draft, contest, { kind: 'clear' }))}
                >
                  {t('elections.leaveBlank')}
                </Button>
              )}
            </div>
            {contest && (
              <Button variant="primary" className="max-w-full" onClick={() => open(next)}>
                {following ? t('elections.next', { title: following.title }) : t('elections.check')}
              </Button>
            )}
          </div>
          {!contest && children}
        </section>
        <aside className="grid gap-4 lg:col-start-2 xl:col-start-3 xl:row-start-1">
          <Note icon={Lock} title={t('elections.secret')}>
            {t('elections.secretBody')}
          </Note>
          <Note icon={SearchCheck} title={t('elections.checkable')}>
            {t('elections.checkableBody')}
          </Note>
        </aside>
      </div>
    </div>
  );
}

interface WholeBallotProps {
  election: Election;
  draft: BallotDraft;
  onStep: (step: string) => void;
}

/** All choices of a ballot. */
function WholeBallot({ election, draft, onStep }: WholeBallotProps) {
  const { t } = useMessages();
  const nameOf = useChoiceName();
  return (
    <ul aria-label={t('elections.ballot')} className="card divide-y divide-line">
      {election.contests.map((contest) => {
        const choices = choicesOf(draft, contest.id);
        const List = contest.kind === 'ranked' ? 'ol' : 'ul';
        return (
          <li key={contest.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
            <div className="grid min-w-0 flex-1 basis-40 gap-1">
              <h3 dir="auto" className="page-start text-base! wrap-anywhere">
                {contest.title}
              </h3>
              {choices.length === 0 ? (
                <p className="text-ink-2">{t('elections.blank')}</p>
              ) : (
                <List className={contest.kind === 'ranked' ? 'list-decimal ps-5' : 'grid gap-0.5'}>
                  {choices.map((choice) => (
                    <li key={choice} dir="auto" className="page-start wrap-anywhere">
                      {nameOf(contest, choice)}
                    </li>
                  ))}
                </List>
              )}
            </div>
            <Button
              size="sm"
              label={t('elections.changeContest', { title: contest.title })}
              onClick={() => onStep(contest.id)}
            >
              {t('elections.change')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
