import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Contest } from '#contract/elections/endpoints.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { isWriteIn, type BallotAct } from './ballot-draft.ts';
import { ChoiceFace } from './choice-face.tsx';
import { Ranking } from './ranking.tsx';
import { WriteIn } from './write-in.tsx';

/** Returns the instruction of a contest in one line. */
export const contestTask = (t: Messages['t'], { kind, max }: Contest): string => {
  if (kind === 'ranked') return t('elections.taskRanked');
  if (kind === 'several') return t('elections.taskSeveral', { count: max });
  return t(kind === 'one' ? 'elections.taskOne' : 'elections.taskYesNo');
};

/** Returns the instruction of a contest in a few words. */
export const contestNote = (t: Messages['t'], contest: Contest): string =>
  contest.kind === 'ranked'
    ? t('elections.noteRanked', { count: contest.candidates.length })
    : contestTask(t, contest);

interface ContestStepProps {
  contest: Contest;
  choices: readonly string[];
  onAct: (act: BallotAct) => void;
  /** True for a paper ballot that an officer enters. */
  isPaper?: boolean;
}

/** The choices of one contest. */
export function ContestStep({ contest, choices, onAct, isPaper = false }: ContestStepProps) {
  const { t } = useMessages();
  const { kind, max } = contest;
  const withdrawn = contest.candidates.filter(({ isWithdrawn }) => isWithdrawn);
  const written = choices.filter(isWriteIn);
  const options =
    kind === 'yes_no'
      ? ['yes', 'no']
      : [
          ...contest.candidates.filter(({ isWithdrawn }) => !isWithdrawn).map(({ id }) => id),
          ...written,
        ];
  const isSeveral = kind === 'several';
  return (
    <div className="grid gap-4">
      {kind === 'ranked' ? (
        <Ranking contest={contest} choices={choices} onAct={onAct} isPaper={isPaper} />
      ) : (
        <Options
          legend={contest.title}
          isSeveral={isSeveral}
          options={options}
          choices={choices}
          isFull={isSeveral && choices.length >= max}
          onChange={(choice) => onAct({ kind: isSeveral ? 'toggle' : 'choose', choice })}
        >
          {(choice) => <ChoiceFace contest={contest} choice={choice} />}
        </Options>
      )}
      {isSeveral && (
        <p role="status" className="text-sm text-ink-2">
          {t('elections.chosen', { count: choices.length, max })}
        </p>
      )}
      {contest.allowsWriteIns &&
        written.length === 0 &&
        (kind === 'one' || choices.length < max) && (
          <WriteIn
            onAdd={(choice) =>
              onAct(
                kind === 'ranked'
                  ? { kind: 'rank', choice, rank: choices.length + 1 }
                  : { kind: isSeveral ? 'toggle' : 'choose', choice },
              )
            }
          />
        )}
      {withdrawn.length > 0 && (
        <p className="text-sm text-ink-2">
          {t('elections.withdrawnNames', {
            count: withdrawn.length,
            names: withdrawn.map(({ name }) => name).join(', '),
          })}
        </p>
      )}
      {(kind === 'one' || kind === 'yes_no') && choices.length > 0 && (
        <Button
          variant="quiet"
          icon={X}
          className="justify-self-start"
          onClick={() => onAct({ kind: 'clear' })}
        >
          {t('elections.clear')}
        </Button>
      )}
    </div>
  );
}

interface OptionsProps {
  legend: string;
  isSeveral: boolean;
  options: readonly string[];
  choices: readonly string[];
  isFull: boolean;
  onChange: (choice: string) => void;
  children: (choice: string) => ReactNode;
}

/** Radio buttons or checkboxes, as large rows. */
function Options({
  legend,
  isSeveral,
  options,
  choices,
  isFull,
  onChange,
  children,
}: OptionsProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map((choice) => {
        const isChosen = choices.includes(choice);
        return (
          <label
            key={choice}
            className="card flex min-h-14 cursor-pointer items-center gap-3 px-4 has-checked:border-brand-text has-checked:bg-brand-soft has-disabled:cursor-not-allowed has-disabled:opacity-60"
          >
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              name={name}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() => onChange(choice)}
              className="size-5 shrink-0 accent-brand-text"
            />
            {children(choice)}
          </label>
        );
      })}
    </fieldset>
  );
}
