import { getLocalTimeZone } from '@internationalized/date';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarClock, CircleSlash, Lock } from 'lucide-react';
import { useState } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { cancelElection, extendElection } from '#contract/elections/calls.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { isolate } from '../../../lib/apart.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill, type Tone } from '../../../ui/pill.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { nameOf } from '../../people/person.ts';
import { staleElections, voterPages } from '../elections.data.ts';
import { saveElection } from './use-election-draft.ts';

/** An announced election for managers: its turnout, end, nominations and voters. Nothing else can change. */
export function RunningElection({
  election,
  canListVoters,
}: {
  election: Election;
  canListVoters: boolean;
}) {
  const { t, date } = useMessages();
  const [open, setOpen] = useState<'extend' | 'cancel' | null>(null);
  const { phase, opensAt, closesAt, nominationsEndAt, extensionReason, cancellationReason } =
    election;
  const canExtend = phase === 'nominations' || phase === 'announced' || phase === 'voting';
  const isOver = phase === 'published' || phase === 'canceled';
  const hasVoters =
    canListVoters && (phase === 'voting' || phase === 'counting' || phase === 'published');
  return (
    <div className="grid max-w-4xl gap-4">
      <Turnout election={election} />
      <Card
        title={t('elections.setup_when')}
        aside={
          !isOver && (
            <span className="flex flex-wrap gap-2">
              {canExtend && (
                <Button size="sm" icon={CalendarClock} onClick={() => setOpen('extend')}>
                  {t('elections.setup_extend')}
                </Button>
              )}
              <Button size="sm" icon={CircleSlash} onClick={() => setOpen('cancel')}>
                {t('elections.setup_cancel')}
              </Button>
            </span>
          )
        }
      >
        <DefinitionList>
          {nominationsEndAt !== null && (
            <Definition term={t('elections.setup_nominateUntil')}>
              {date(nominationsEndAt, 'moment')}
            </Definition>
          )}
          <Definition term={t('elections.setup_opens')}>{date(opensAt, 'moment')}</Definition>
          <Definition term={t('elections.setup_closes')}>{date(closesAt, 'moment')}</Definition>
          {extensionReason !== null && (
            <Definition term={t('elections.setup_extended')}>
              <bdi className="wrap-anywhere">{extensionReason}</bdi>
            </Definition>
          )}
          {cancellationReason !== null && (
            <Definition term={t('elections.phase_canceled')}>
              <bdi className="wrap-anywhere">{cancellationReason}</bdi>
            </Definition>
          )}
        </DefinitionList>
      </Card>
      {election.nominations.length > 0 && <Nominations election={election} />}
      {hasVoters && <Voters election={election.id} />}
      {open === 'extend' && <Extend election={election} onClose={() => setOpen(null)} />}
      {open === 'cancel' && <Cancel election={election} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** The only figure that managers see while voting runs. */
function Turnout({ election }: { election: Election }) {
  const { t, date } = useMessages();
  const { phase, voters, turnout, opensAt, closesAt } = election;
  if (phase === 'canceled') return null;
  if (phase === 'nominations' || phase === 'announced')
    return (
      <Note icon={Lock} title={t('elections.setup_fixed')}>
        {t('elections.setup_fixedUntil', { date: date(opensAt, 'moment') })}
      </Note>
    );
  const all = voters ?? 0;
  return (
    <Card title={t('elections.setup_turnout')}>
      <div className="grid gap-3">
        <p className="text-lg font-bold">
          {phase === 'voting'
            ? t('elections.setup_turnoutSteps', { turnout, voters: all })
            : t('elections.setup_turnoutEnd', { turnout, voters: all })}
        </p>
        <ProgressBar
          label={t('elections.setup_turnout')}
          share={all === 0 ? 0 : Math.min(1, turnout / all)}
        />
        {phase === 'voting' && (
          <p className="text-ink-2">
            {t('elections.setup_turnoutBody', { date: date(closesAt, 'moment') })}
          </p>
        )}
      </div>
    </Card>
  );
}

const nominationTones: Record<Election['nominations'][number]['state'], Tone> = {
  proposed: 'warn',
  accepted: 'good',
  declined: 'quiet',
  withdrawn: 'quiet',
};

function Nominations({ election }: { election: Election }) {
  const { t } = useMessages();
  return (
    <Card title={t('elections.setup_step_nominations')}>
      <RowList label={t('elections.setup_step_nominations')}>
        {election.nominations.map(({ id, person, proposedBy, state, contest }) => (
          <Row
            key={id}
            mark={<Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.5} />}
            title={nameOf(person)}
            aside={
              <Pill tone={nominationTones[state]}>{t(`elections.setup_nominee_${state}`)}</Pill>
            }
            lines={[
              <bdi key="contest">
                {election.contests.find((one) => one.id === contest)?.title ?? ''}
              </bdi>,
              proposedBy !== null &&
                proposedBy.uid !== person.uid &&
                t('elections.setup_nominatedBy', { name: isolate(nameOf(proposedBy)) }),
            ]}
          />
        ))}
      </RowList>
    </Card>
  );
}

function Voters({ election }: { election: string }) {
  const { t } = useMessages();
  const voters = useInfiniteQuery(voterPages(election));
  return (
    <Card title={t('elections.setup_voterList')} description={t('elections.setup_voterListBody')}>
      <QueryBoundary query={voters} isSmall isEmpty={() => false}>
        {({ pages }) => (
          <div className="grid gap-3">
            <RowList label={t('elections.setup_voterList')}>
              {pages.flatMap(({ items }) =>
                items.map(({ person, hasVoted }) => (
                  <Row
                    key={person.uid}
                    mark={<Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />}
                    title={nameOf(person)}
                    {...(hasVoted !== null && {
                      aside: (
                        <Pill tone={hasVoted ? 'good' : 'quiet'}>
                          {t(hasVoted ? 'elections.list_voted' : 'elections.setup_notVoted')}
                        </Pill>
                      ),
                    })}
                  />
                )),
              )}
            </RowList>
            <LoadMore query={voters} />
          </div>
        )}
      </QueryBoundary>
    </Card>
  );
}

interface DialogProps {
  election: Election;
  onClose: () => void;
}

interface Extension {
  closesAt: string | null;
  reason: string;
}
const extensionFields = { ...fieldsOf<Extension>(), ...dateFieldsOf<Extension>() };

function Extend({ election, onClose }: DialogProps) {
  const { t } = useMessages();
  const { DateTimeField, TextArea } = extensionFields;
  return (
    <FormDialog<Extension, Election>
      title={t('elections.setup_extendTitle')}
      submitLabel={t('elections.setup_extend')}
      defaultValues={{ closesAt: election.closesAt, reason: '' }}
      validate={({ closesAt, reason }) => ({
        closesAt:
          closesAt === null || Date.parse(closesAt) <= Date.parse(election.closesAt)
            ? t('elections.setup_extendLater')
            : undefined,
        reason: reason.trim() === '' ? t('elections.setup_reasonMissing') : undefined,
      })}
      save={({ closesAt, reason }) =>
        call(extendElection, {
          id: election.id,
          closesAt: closesAt ?? election.closesAt,
          reason: reason.trim(),
        })
      }
      errorFields={{ election_times: 'closesAt' }}
      invalidates={staleElections}
      success={t('elections.setup_extendDone')}
      onSuccess={(next) => saveElection(next)}
      onClose={onClose}
    >
      <DateTimeField
        name="closesAt"
        label={t('elections.setup_closes')}
        timeZone={election.timeZone}
        {...(election.timeZone !== getLocalTimeZone() && {
          description: t('elections.setup_inZone', {
            zone: election.timeZone.replaceAll('_', ' '),
          }),
        })}
      />
      <TextArea
        name="reason"
        label={t('elections.setup_reason')}
        description={t('elections.setup_reasonBody')}
        rows={3}
        maxLength={electionLimits.reason}
      />
    </FormDialog>
  );
}

interface Cancellation {
  reason: string;
}
const { TextArea: ReasonArea } = fieldsOf<Cancellation>();

function Cancel({ election, onClose }: DialogProps) {
  const { t } = useMessages();
  return (
    <FormDialog<Cancellation, Election>
      title={t('elections.setup_cancelTitle')}
      submitLabel={t('elections.setup_cancel')}
      isDanger
      role="alertdialog"
      defaultValues={{ reason: '' }}
      validate={({ reason }) => ({
        reason: reason.trim() === '' ? t('elections.setup_reasonMissing') : undefined,
      })}
      save={({ reason }) => call(cancelElection, { id: election.id, reason: reason.trim() })}
      invalidates={staleElections}
      success={t('elections.setup_cancelDone')}
      onSuccess={(next) => saveElection(next)}
      onClose={onClose}
    >
      <Note tone="bad" icon={CircleSlash}>
        {t('elections.setup_cancelBody')}
      </Note>
      <ReasonArea
        name="reason"
        label={t('elections.setup_reason')}
        description={t('elections.setup_reasonBody')}
        rows={3}
        maxLength={electionLimits.reason}
      />
    </FormDialog>
  );
}
