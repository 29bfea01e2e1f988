import { Check, ImagePlus, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { answerNomination } from '#contract/elections/calls.ts';
import type { Election } from '#contract/elections/endpoints.ts';
import { electionLimits, type NominationState } from '#contract/elections/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../../ui/dialog.tsx';
import { Pill, type Tone } from '../../../ui/pill.tsx';
import { CandidatePicture } from '../candidate-picture.tsx';
import { staleElections } from '../elections.data.ts';
import { NominateDialog } from './nominate-dialog.tsx';

type Nomination = Election['nominations'][number];

const tones: Record<NominationState, Tone> = {
  proposed: 'warn',
  accepted: 'good',
  declined: 'quiet',
  withdrawn: 'quiet',
};
const fullName = ({ firstName, lastName }: Nomination['person']): string =>
  `${firstName} ${lastName}`.trim();

/** The nominations that the user can answer or made, and a button to nominate someone. */
export function Nominations({ election }: { election: Election }) {
  const { t, date } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { nominations, can, phase } = election;
  const mine = nominations.filter(({ isMine }) => isMine);
  const others = nominations.filter(({ isMine }) => !isMine);
  if (nominations.length === 0 && !can.nominate) return null;
  return (
    <Card
      title={t('elections.nominations')}
      {...(phase === 'nominations' &&
        election.nominationsEndAt !== null && {
          description: t('elections.nominateUntil', {
            date: date(election.nominationsEndAt, 'moment'),
          }),
        })}
      aside={
        can.nominate && (
          <Button
            variant="primary"
            icon={UserPlus}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setOpen(true)}
          >
            {t('elections.nominate')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {mine.map((one) => (
          <OwnNomination key={one.id} election={election} nomination={one} />
        ))}
        {others.length > 0 && (
          <RowList label={t('elections.nominations')}>
            {others.map((one) => (
              <Row
                key={one.id}
                mark={<Avatar name={fullName(one.person)} photoUrl={one.person.photoUrl} />}
                title={fullName(one.person)}
                aside={
                  <Pill tone={tones[one.state]}>{t(`elections.nomination_${one.state}`)}</Pill>
                }
                lines={[
                  election.contests.find(({ id }) => id === one.contest)?.title,
                  one.proposedBy && t('elections.proposedBy', { name: fullName(one.proposedBy) }),
                ]}
              />
            ))}
          </RowList>
        )}
        {nominations.length === 0 && <p className="text-ink-2">{t('elections.noNominations')}</p>}
      </div>
      {isOpen && <NominateDialog election={election} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface Statement {
  statement: string;
  videoUrl: string;
}
const { TextArea, TextField } = fieldsOf<Statement>();

function OwnNomination({ election, nomination }: { election: Election; nomination: Nomination }) {
  const { t } = useMessages();
  const [isWriting, setWriting] = useState(false);
  const { id, state, proposedBy, person } = nomination;
  const { phase } = election;
  const contest = election.contests.find((one) => one.id === nomination.contest);
  const isOpen = phase === 'nominations';
  const [isPicturing, setPicturing] = useState(false);
  const canPicture = state === 'accepted' && (isOpen || phase === 'announced');
  const picture = {
    id,
    name: fullName(person),
    photoUrl: nomination.photoUrl,
    hasOwnPicture: nomination.hasOwnPicture,
    title: t('elections.picture'),
    body: t('elections.pictureBody'),
  };
  const candidate = contest?.candidates.find(({ uid }) => uid === person.uid);
  const answer = useAction(
    (next: 'declined' | 'withdrawn') => call(answerNomination, { id, state: next }),
    {
      invalidates: staleElections,
      confirm: (next) => ({
        title: t(next === 'declined' ? 'elections.declineTitle' : 'elections.withdrawTitle'),
        body: t(
          next === 'declined'
            ? 'elections.declineBody'
            : phase === 'voting'
              ? 'elections.withdrawVoting'
              : isOpen
                ? 'elections.withdrawOpen'
                : 'elections.withdrawEarly',
        ),
        confirmLabel: t(next === 'declined' ? 'elections.decline' : 'elections.withdraw'),
        isDanger: next === 'withdrawn',
      }),
      success: (_, next) =>
        t(next === 'declined' ? 'elections.declinedNow' : 'elections.withdrawnNow'),
    },
  );
  const canWithdraw =
    state === 'accepted' && ['nominations', 'announced', 'voting'].includes(phase);
  return (
    <section className="grid gap-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-start gap-3">
        <Avatar
          name={fullName(proposedBy ?? person)}
          photoUrl={(proposedBy ?? person).photoUrl}
          size={2.75}
        />
        <div className="grid min-w-40 flex-1 gap-1">
          <h3 className="text-base! wrap-anywhere">
            {proposedBy && proposedBy.uid !== person.uid
              ? t('elections.nominatedYou', {
                  name: fullName(proposedBy),
                  title: contest?.title ?? '',
                })
              : t('elections.youStand', { title: contest?.title ?? '' })}
          </h3>
          {nomination.statement !== '' && (
            <p dir="auto" className="page-start line-clamp-3 text-sm text-ink-2 wrap-anywhere">
              {nomination.statement}
            </p>
          )}
        </div>
        <Pill tone={tones[state]} {...(state === 'accepted' && { icon: Check })}>
          {t(`elections.nomination_${state}`)}
        </Pill>
      </div>
      <div className="flex flex-wrap gap-2">
        {isOpen && (
          <Button
            variant={state === 'proposed' ? 'primary' : 'outline'}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setWriting(true)}
          >
            {t(state === 'accepted' ? 'elections.editStatement' : 'elections.accept')}
          </Button>
        )}
        {isOpen && state === 'proposed' && (
          <Button icon={X} isPending={answer.isPending} onClick={() => answer.run('declined')}>
            {t('elections.decline')}
          </Button>
        )}
        {canPicture && (
          <Button
            icon={ImagePlus}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setPicturing(true)}
          >
            {t('elections.picture')}
          </Button>
        )}
        {canWithdraw && (
          <Button
            variant="quiet"
            isPending={answer.isPending}
            onClick={() => answer.run('withdrawn')}
          >
            {t('elections.withdraw')}
          </Button>
        )}
      </div>
      {isPicturing && canPicture && (
        <Dialog title={t('elections.picture')} isOpen onClose={() => setPicturing(false)}>
          <CandidatePicture {...picture} title={fullName(person)} />
        </Dialog>
      )}
      {isWriting && (
        <FormDialog<Statement>
          title={t(state === 'accepted' ? 'elections.editStatement' : 'elections.acceptTitle')}
          submitLabel={t(state === 'accepted' ? 'elections.saveStatement' : 'elections.accept')}
          defaultValues={{
            statement: nomination.statement,
            videoUrl: candidate?.videoUrl ?? '',
          }}
          validate={({ videoUrl }) =>
            videoUrl.trim() === '' || isHttps(videoUrl.trim())
              ? {}
              : { videoUrl: t('elections.videoInvalid') }
          }
          save={({ statement, videoUrl }) =>
            call(answerNomination, {
              id,
              state: 'accepted',
              statement: statement.trim(),
              videoUrl: videoUrl.trim() === '' ? null : videoUrl.trim(),
            })
          }
          invalidates={staleElections}
          success={t(state === 'accepted' ? 'elections.statementSaved' : 'elections.acceptedNow')}
          onClose={() => setWriting(false)}
        >
          {state === 'proposed' && <CandidatePicture {...picture} />}
          <TextArea
            name="statement"
            label={t('elections.statement')}
            description={t('elections.statementBody')}
            rows={6}
            maxLength={electionLimits.statement}
          />
          <TextField
            name="videoUrl"
            type="url"
            dir="ltr"
            label={t('elections.videoLink')}
            description={t('elections.videoLinkBody')}
            maxLength={electionLimits.videoUrl}
          />
        </FormDialog>
      )}
    </section>
  );
}

const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:';
