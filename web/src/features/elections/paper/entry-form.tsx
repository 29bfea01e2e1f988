import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { putPaperBallot } from '#contract/elections/calls.ts';
import type { Election } from '#contract/elections/endpoints.ts';
import type { PaperEntry } from '#contract/elections/paper.endpoints.ts';
import type { Votes } from '#contract/elections/voting.endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useContinueKey } from '../../../lib/continue-key.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { choicesOf, draftAfter, emptyDraft, votesOf } from '../ballot/ballot-draft.ts';
import { contestTask, ContestStep } from '../ballot/contest-step.tsx';
import { staleElections } from '../elections.data.ts';
import { inPaperOrder } from './paper-order.ts';
import { paperEntryQuery } from './paper.data.ts';

const numberMax = 99_999;

interface EntryFormProps {
  election: Election;
  number: number;
  /** The ballot that the user entered before with this number. A new number keeps the choices. */
  stored: Votes | undefined;
  onNumber: (number: number) => void;
  onSaved: (entry: PaperEntry) => void;
}

/** One paper ballot: its number, and all contests below each other. */
export function EntryForm({ election, number, stored, onNumber, onSaved }: EntryFormProps) {
  const { t } = useMessages();
  const [draft, setDraft] = useState({ ...emptyDraft, choices: stored ?? {} });
  const heading = useRef<HTMLHeadingElement>(null);
  const isNext = useRef(number > 1);
  useEffect(() => {
    // After saving, typing goes on with the next ballot.
    if (isNext.current) heading.current?.focus({ preventScroll: true });
  }, []);
  const save = useAction(
    () =>
      call(putPaperBallot, {
        id: election.id,
        number: String(number),
        votes: votesOf(draft, election),
      }),
    {
      updates: paperEntryQuery(election.id).queryKey,
      invalidates: staleElections,
      success: t('elections.paper_saved', { number }),
      onSuccess: onSaved,
    },
  );
  useContinueKey(save.isPending ? null : () => save.run());
  return (
    <Card>
      <form
        id="paper-form"
        className="grid scroll-mt-20 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.run();
        }}
      >
        <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <div className="grid gap-1">
            <h2 ref={heading} tabIndex={-1} className="outline-none">
              {t('elections.paper_number', { number })}
            </h2>
            <p className="text-sm text-ink-2">{t('elections.paper_formBody')}</p>
            {stored !== undefined && (
              <p role="status" className="text-sm font-medium text-warn">
                {t('elections.paper_replaces')}
              </p>
            )}
          </div>
          <NumberField
            label={t('elections.paper_numberField')}
            value={number}
            min={1}
            max={numberMax}
            onChange={(next) => {
              if (next !== null) onNumber(next);
            }}
          />
        </div>
        {election.contests.map(inPaperOrder).map((contest) => (
          <section key={contest.id} aria-label={contest.title} className="grid gap-3">
            <div className="grid gap-0.5">
              <h3 dir="auto" className="page-start text-base! wrap-anywhere">
                {contest.title}
              </h3>
              <p className="text-sm text-ink-2">{contestTask(t, contest)}</p>
            </div>
            <ContestStep
              contest={contest}
              choices={choicesOf(draft, contest.id)}
              isPaper
              onAct={(act) => setDraft(draftAfter(draft, contest, act))}
            />
          </section>
        ))}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-ink-2">{t('elections.paper_saveKey')}</p>
          <Button type="submit" variant="primary" icon={Check} isPending={save.isPending}>
            {t('elections.paper_save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
