import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, Eye, Megaphone, Users } from 'lucide-react';
import type { ElectionSettings } from '#contract/elections/endpoints.ts';
import { announceElection } from '#contract/elections/calls.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import { useAction } from '../../../kit/use-action.ts';
import { isolate } from '../../../lib/apart.ts';
import { call, queryClient } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { useHasPermission, useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Note } from '../../../ui/note.tsx';
import { nameOf } from '../../people/person.ts';
import { electionSettings, staleElections } from '../elections.data.ts';
import { countSentence } from './contest-text.ts';
import type { Missing, SetupStep } from './election-draft.ts';
import { saveElection, type ElectionWork } from './use-election-draft.ts';

const missingText = (part: Missing, { t }: Messages): string => {
  if (part.part === 'candidates')
    return t('elections.setup_missing_candidates', { contest: isolate(part.contest) });
  if (part.part === 'voters')
    return t('elections.setup_missing_voters', { min: electionLimits.voters });
  return t(`elections.setup_missing_${part.part}`);
};

interface CheckStepProps {
  settings: ElectionSettings;
  work: ElectionWork;
  voters: number | undefined;
  /** True if `voters` includes people who owe dues, because the user can't see who does. */
  isDuesHidden: boolean;
  missing: readonly Missing[];
  onGo: (step: SetupStep) => void;
}

/** Step 5: the summary, what is missing, and the agreement of two people. */
export function CheckStep({ settings, work, voters, isDuesHidden, missing, onGo }: CheckStepProps) {
  const messages = useMessages();
  const { t, date } = messages;
  const { draft } = work;
  return (
    <>
      {missing.length > 0 && (
        <Note tone="warn" icon={CircleAlert} title={t('elections.setup_missing')}>
          <ul className="grid justify-items-start gap-1 pt-1">
            {missing.map((part) => {
              const text = missingText(part, messages);
              return (
                <li key={text}>
                  <button
                    type="button"
                    className="text-link text-start touch:py-2.5"
                    onClick={() => onGo(part.step)}
                  >
                    {text}
                  </button>
                </li>
              );
            })}
          </ul>
        </Note>
      )}
      <Card title={t('elections.setup_summary')}>
        <DefinitionList>
          {draft.contests.map((contest) => (
            <Definition key={contest.key} term={isolate(contest.title)}>
              <span className="grid gap-0.5">
                <span>{countSentence(contest, messages)}</span>
                {contest.candidates.length > 0 && (
                  <span className="text-ink-2">
                    {messages.list(contest.candidates.map(({ name }) => isolate(name)))}
                  </span>
                )}
              </span>
            </Definition>
          ))}
          <Definition term={t('elections.setup_step_voters')}>
            <span className="grid gap-0.5">
              {voters !== undefined && (
                <span>
                  {t(isDuesHidden ? 'elections.setup_canVoteUpTo' : 'elections.setup_canVote', {
                    count: voters,
                  })}
                </span>
              )}
              {draft.voters.dues === true && (
                <span className="text-ink-2">{t('elections.setup_dues')}</span>
              )}
            </span>
          </Definition>
          <Definition term={t('elections.setup_step_nominations')}>
            {draft.nominationsEndAt === null
              ? t('elections.setup_noNominations')
              : t('elections.list_until', { date: date(draft.nominationsEndAt, 'moment') })}
          </Definition>
          <Definition term={t('elections.setup_when')}>
            {t('elections.list_from', {
              from: date(draft.opensAt, 'moment'),
              until: date(draft.closesAt, 'moment'),
            })}
          </Definition>
          <Definition term={t('elections.setup_rules')}>
            <span className="grid gap-0.5">
              <span>
                {t(draft.allowsRevote ? 'elections.setup_ruleRevote' : 'elections.setup_ruleOnce')}
              </span>
              <span>
                {t(draft.acceptsPaper ? 'elections.setup_rulePaper' : 'elections.setup_ruleOnline')}
              </span>
              <span>
                {draft.quorum === null
                  ? t('elections.setup_ruleNoQuorum')
                  : t('elections.setup_ruleQuorum', { quorum: draft.quorum })}
              </span>
              <span>
                {t(
                  draft.keepsVoterList
                    ? 'elections.setup_ruleKeeps'
                    : 'elections.setup_ruleForgets',
                )}
              </span>
            </span>
          </Definition>
        </DefinitionList>
      </Card>
      <Agreement settings={settings} work={work} isReady={missing.length === 0} />
    </>
  );
}

interface AgreementProps {
  settings: ElectionSettings;
  work: ElectionWork;
  isReady: boolean;
}

/** Two people who aren't candidates announce together; staff alone. */
function Agreement({ settings, work, isReady }: AgreementProps) {
  const messages = useMessages();
  const { t } = messages;
  const me = useUser().uid;
  const isStaff = useHasPermission('elections.manage_all');
  const { election, proposedBy } = settings;
  const { id } = election;
  const isMine = proposedBy?.uid === me;
  const isLast = isStaff || (proposedBy !== null && !isMine);
  const isCandidate = work.draft.contests.some(({ candidates }) =>
    candidates.some(({ uid }) => uid === me),
  );
  const announce = useAction(
    async () => {
      await work.flush();
      return call(announceElection, { id });
    },
    {
      confirm: () =>
        isLast
          ? {
              title: t('elections.setup_announceTitle'),
              body: t('elections.setup_announceBody'),
              confirmLabel: t('elections.setup_announce'),
            }
          : null,
      isQuiet: true,
      invalidates: staleElections,
      success: ({ phase }) =>
        t(phase === 'draft' ? 'elections.setup_agreed' : 'elections.setup_announced'),
      async onSuccess(next) {
        saveElection(next);
        await queryClient.invalidateQueries({ queryKey: electionSettings(id).queryKey });
      },
    },
  );
  return (
    <Card title={t('elections.setup_agreement')} description={t('elections.setup_twoPeople')}>
      <div className="grid gap-4">
        {proposedBy !== null && (
          <Note tone="good" icon={Check}>
            {isMine
              ? t('elections.setup_youAgreed')
              : t('elections.setup_agreedBy', { name: isolate(nameOf(proposedBy)) })}
          </Note>
        )}
        {isCandidate && (
          <Note tone="warn" icon={Users}>
            {t('error.election_own_candidacy')}
          </Note>
        )}
        {isMine && !isStaff && (
          <CopyField
            label={t('elections.setup_shareLink')}
            value={`${window.location.origin}${paths.electionSetup.replace('$electionId', id)}?step=check`}
          />
        )}
        {announce.error !== null && <Failure>{errorText(announce.error, messages)}</Failure>}
        <div className="flex flex-wrap gap-2">
          {(!isMine || isStaff) && (
            <Button
              variant="primary"
              icon={Megaphone}
              disabled={!isReady || isCandidate}
              isPending={announce.isPending}
              onClick={() => announce.run()}
            >
              {t(isLast ? 'elections.setup_announce' : 'elections.setup_agree')}
            </Button>
          )}
          <Link
            to={paths.election}
            params={{ electionId: id }}
            search={{ step: election.contests[0]?.id ?? 'check' }}
            className={buttonClass({ variant: 'outline' })}
          >
            <Eye size={20} strokeWidth={1.9} aria-hidden />
            {t('elections.setup_try')}
          </Link>
        </div>
      </div>
    </Card>
  );
}
