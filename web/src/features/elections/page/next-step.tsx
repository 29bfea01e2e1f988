import { Link } from '@tanstack/react-router';
import {
  CalendarClock,
  CircleCheck,
  FlaskConical,
  Hourglass,
  PencilLine,
  RotateCcw,
  UserX,
  Vote,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { buttonClass, type ButtonVariant } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { cast } from '../ballot/casting.ts';
import { storedDraft, storeDraft, storeReceipt } from '../ballot/stored-ballot.ts';
import { castErrorText } from '../ballot/voter-ballot.tsx';
import { PaperLink } from './paper-link.tsx';
import { staleElections } from '../elections.data.ts';

/** What the user can do in the election now, or why they can't. */
export function NextStep({ election, onReceipt }: { election: Election; onReceipt: () => void }) {
  const { t, date } = useMessages();
  const { uid } = useUser();
  const { phase, isVoter, hasVoted, canVote } = election;
  const draft = storedDraft(uid, election.id);
  const trial =
    (isVoter || election.can.manage) && election.contests.length > 0 ? (
      <BallotLink
        election={election}
        variant="outline"
        icon={<FlaskConical size={20} aria-hidden />}
      >
        {t('elections.tryBallot')}
      </BallotLink>
    ) : null;
  if (phase === 'draft')
    return (
      <Note
        icon={PencilLine}
        title={t('elections.isDraft')}
        action={
          <Link
            to={paths.electionSetup}
            params={{ electionId: election.id }}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('elections.toSetup')}
          </Link>
        }
      >
        {t('elections.isDraftBody')}
      </Note>
    );
  if (phase === 'nominations' || phase === 'announced')
    return (
      <Note icon={CalendarClock} title={t('elections.notYet')} action={trial}>
        {t('elections.opensOn', { date: date(election.opensAt, 'moment') })}
      </Note>
    );
  if (election.awaitsPaper)
    return (
      <Note
        tone="warn"
        icon={Hourglass}
        title={t('elections.paper_waits')}
        action={election.can.manage && <PaperLink election={election} variant="primary" />}
      >
        {t('elections.paper_waitsBody')}
      </Note>
    );
  if (phase === 'counting')
    return (
      <Note tone="warn" icon={Hourglass} title={t('elections.counting')}>
        {t('elections.countingBody')}
      </Note>
    );
  if (phase !== 'voting') return null;
  if (!isVoter)
    return (
      <Note icon={UserX} title={t('elections.notVoter')}>
        {t('elections.notVoterBody', { date: date(election.opensAt, 'moment') })}
      </Note>
    );
  if (hasVoted === true)
    return (
      <Note
        tone="good"
        icon={CircleCheck}
        title={t('elections.voted')}
        action={
          <div className="flex flex-wrap gap-2">
            {draft.sent.length > 0 && <LostReceipt election={election} onReceipt={onReceipt} />}
            {canVote && (
              <BallotLink
                election={election}
                variant="outline"
                icon={<RotateCcw size={20} aria-hidden />}
              >
                {t('elections.changeVote')}
              </BallotLink>
            )}
          </div>
        }
      >
        {t('elections.votedBody', { date: date(election.closesAt, 'moment') })}
      </Note>
    );
  if (!canVote) return null;
  const isStarted = draft.seen.length > 0;
  return (
    <Note
      tone="brand"
      icon={Vote}
      title={t('elections.voteNow')}
      action={
        <BallotLink election={election} variant="primary" icon={<Vote size={20} aria-hidden />}>
          {t(isStarted ? 'elections.continueBallot' : 'elections.vote')}
        </BallotLink>
      }
    >
      {t(isStarted ? 'elections.draftHere' : 'elections.voteUntil', {
        date: date(election.closesAt, 'moment'),
      })}
      {election.acceptsPaper && <p>{t('elections.paper_also')}</p>}
    </Note>
  );
}

interface BallotLinkProps {
  election: Election;
  variant: ButtonVariant;
  icon: ReactNode;
  children: string;
}

const BallotLink = ({ election, variant, icon, children }: BallotLinkProps) => (
  <Link
    to={paths.election}
    params={{ electionId: election.id }}
    search={{ step: election.contests[0]?.id ?? 'check' }}
    className={buttonClass({ variant })}
  >
    {icon}
    {children}
  </Link>
);

/** Gets the receipt of a ballot that arrived although its answer was lost. */
function LostReceipt({ election, onReceipt }: { election: Election; onReceipt: () => void }) {
  const messages = useMessages();
  const { uid } = useUser();
  const get = useAction(
    async () => {
      const { sent } = storedDraft(uid, election.id);
      const [last] = sent;
      if (last === undefined) throw new Error('this tab has no ballot');
      return cast(election, last, sent);
    },
    {
      invalidates: staleElections,
      errorMessage: (error) => castErrorText(error, messages),
      onSuccess({ receipt, nonce }) {
        storeReceipt(uid, election.id, { receipt, nonce, isEarlier: false });
        storeDraft(uid, election.id, null);
        onReceipt();
      },
    },
  );
  return (
    <Button variant="primary" isPending={get.isPending} onClick={() => get.run()}>
      {messages.t('elections.getReceipt')}
    </Button>
  );
}
