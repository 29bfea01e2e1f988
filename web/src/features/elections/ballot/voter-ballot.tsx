import { CircleAlert, UserMinus, Vote } from 'lucide-react';
import { useState } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { CallError } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Note } from '../../../ui/note.tsx';
import { staleElections } from '../elections.data.ts';
import { fitDraft, type BallotDraft } from './ballot-draft.ts';
import { BallotForm } from './ballot-form.tsx';
import { ballotToSend, cast, ReceiptDiffers } from './casting.ts';
import { useChoiceName } from './choice-face.tsx';
import { ReplaceForm } from './replace-form.tsx';
import { storedDraft, storedReceipt, storeDraft, storeReceipt } from './stored-ballot.ts';

/** Returns what happened to a ballot, and what the voter can do. */
export const castErrorText = (error: unknown, messages: Messages): string => {
  if (error instanceof ReceiptDiffers)
    return messages.t('elections.receiptDiffers', {
      received: error.received,
      expected: error.expected,
    });
  if (error instanceof CallError && (error.code === 'network' || error.status >= 500))
    return messages.t('elections.castLost');
  return errorText(error, messages);
};

interface VoterBallotProps {
  election: Election;
  step: string;
  onStep: (step: string) => void;
  onCast: () => void;
}

/** A voter's ballot. This tab keeps it until it is cast; nothing is sent before. */
export function VoterBallot({ election, step, onStep, onCast }: VoterBallotProps) {
  const messages = useMessages();
  const { t } = messages;
  const { uid } = useUser();
  const { id } = election;
  const nameOf = useChoiceName();
  const [draft, setDraft] = useState(() => storedDraft(uid, id));
  const [struck, setStruck] = useState<readonly string[]>([]);
  const put = (next: BallotDraft) => {
    setDraft(next);
    storeDraft(uid, id, next);
  };
  const fitted = fitDraft(draft, election.contests);
  if (fitted.draft !== draft) {
    // A candidate withdrew. The other choices stay.
    setDraft(fitted.draft);
    setStruck(
      fitted.removed.map((choice) => {
        const contest = election.contests.find(({ candidates }) =>
          candidates.some((one) => one.id === choice),
        );
        return contest ? nameOf(contest, choice) : t('elections.unknown');
      }),
    );
  }
  const send = useAction(
    () => {
      const ballot = ballotToSend(draft, election);
      // Stored first, so that a retry after a reload sends the same nonce.
      const sent = [ballot, ...draft.sent.filter(({ nonce }) => nonce !== ballot.nonce)];
      put({ ...draft, sent });
      return cast(election, ballot, draft.sent);
    },
    {
      isQuiet: true,
      invalidates: staleElections,
      onSuccess({ receipt, nonce, isEarlier }) {
        storeReceipt(uid, id, { receipt, nonce, isEarlier });
        storeDraft(uid, id, null);
        onCast();
      },
    },
  );
  if (election.hasVoted === true && draft.replaces === null)
    return (
      <ReplaceForm
        election={election}
        kept={storedReceipt(uid, id)}
        onFound={(replaces) => put({ ...draft, replaces })}
      />
    );
  const isReplacedWrong = send.error instanceof CallError && send.error.code === 'replaced_unknown';
  return (
    <BallotForm
      election={election}
      draft={fitted.draft}
      onDraft={(next) => {
        if (send.error !== null) send.reset();
        put(next);
      }}
      step={step}
      onStep={onStep}
      notes={
        struck.length > 0 && (
          <Note
            tone="warn"
            icon={UserMinus}
            title={t('elections.struck', { count: struck.length })}
          >
            <p role="alert">{t('elections.struckBody', { names: messages.list(struck) })}</p>
          </Note>
        )
      }
    >
      <Note icon={CircleAlert}>
        {t(election.allowsRevote ? 'elections.castRevote' : 'elections.castFinal')}
      </Note>
      {send.error !== null && <Failure>{castErrorText(send.error, messages)}</Failure>}
      <div className="flex flex-wrap justify-end gap-2">
        {isReplacedWrong && (
          <Button
            onClick={() => {
              send.reset();
              put({ ...draft, replaces: null });
            }}
          >
            {t('elections.otherReceipt')}
          </Button>
        )}
        <Button variant="primary" icon={Vote} isPending={send.isPending} onClick={() => send.run()}>
          {t('elections.cast')}
        </Button>
      </div>
    </BallotForm>
  );
}
