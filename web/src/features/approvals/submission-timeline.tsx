import { BellRing, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Call } from '#contract/call.ts';
import type { Submission } from '#contract/approvals/endpoints.ts';
import {
  remindReviewers,
  resubmitSubmission,
  withdrawSubmission,
} from '#contract/approvals/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { staleSubmission } from './approvals.data.ts';
import english from './messages/en.json';
import { StageTrack } from './stage-track.tsx';
import { SubmissionHistory } from './submission-history.tsx';
import { nextOf, personName, stageName } from './submission-words.ts';

addEnglish(english);

interface SubmissionTimelineProps {
  submission: Submission;
  /** Calls of the surrounding page to repeat when the submission changes. */
  stale?: readonly Call[];
  /** A button to edit the submission, next to Withdraw and Submit again. */
  edit?: ReactNode;
  /** Hides history and comments if the page shows them elsewhere. */
  isShort?: boolean;
}

/**
 * <SubmissionTimeline submission={submission} stale={[readRegistration]} />
 * The status of a submission for its author: steps, next step, the reviewer's last comment and the history. The server's
 * `submissionOf` (server/src/features/approvals/submissions.ts) returns the data to a feature's page.
 */
export function SubmissionTimeline({
  submission,
  stale = [],
  edit,
  isShort = false,
}: SubmissionTimelineProps) {
  const messages = useMessages();
  const { t, date } = messages;
  const { id, version, title, can, state } = submission;
  const all = [...staleSubmission, ...stale];
  const withdraw = useAction(() => call(withdrawSubmission, { id, version }), {
    confirm: () => ({
      title: t('approvals.withdrawTitle', { name: title }),
      body: t('approvals.withdrawBody'),
      confirmLabel: t('approvals.withdraw'),
      isDanger: true,
    }),
    success: t('approvals.withdrawn'),
    invalidates: all,
  });
  const resubmit = useAction(() => call(resubmitSubmission, { id, version }), {
    success: t('approvals.resubmitted'),
    invalidates: all,
  });
  const remind = useAction(() => call(remindReviewers, { id }), {
    success: t('approvals.reminded'),
    invalidates: all,
  });
  const last =
    state === 'changes_requested' || state === 'denied'
      ? submission.entries.findLast(({ kind }) => kind === state)
      : undefined;
  return (
    <div className="grid gap-4">
      <section aria-label={t('approvals.progress')} className="card grid gap-4 p-4 sm:p-5">
        <StageTrack submission={submission} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60">{nextOf(messages, submission)}</p>
          <div className="flex flex-wrap gap-2">
            {can.withdraw && (
              <Button variant="quiet" isPending={withdraw.isPending} onClick={() => withdraw.run()}>
                {t('approvals.withdraw')}
              </Button>
            )}
            {can.remind && (
              <Button icon={BellRing} isPending={remind.isPending} onClick={() => remind.run()}>
                {t('approvals.remind')}
              </Button>
            )}
            {edit}
            {can.resubmit && (
              <Button
                variant="primary"
                icon={Send}
                isPending={resubmit.isPending}
                onClick={() => resubmit.run()}
              >
                {t('approvals.resubmit')}
              </Button>
            )}
          </div>
        </div>
      </section>
      {last && last.text !== '' && (
        <section
          aria-label={t(`approvals.state_${state}`)}
          className={`forced-edge flex items-start gap-3 rounded-card p-4 ${state === 'denied' ? 'bg-bad-soft' : 'bg-warn-soft'}`}
        >
          <Avatar
            name={personName(t, last.author)}
            photoUrl={last.author?.photoUrl ?? null}
            size={2.25}
          />
          <div className="grid min-w-0 flex-1 gap-0.5">
            <p className="text-sm">
              <strong className="font-bold">{personName(t, last.author)}</strong>{' '}
              {stageName(t, last.step ?? '')}, {date(last.at)}
            </p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {last.text}
            </p>
          </div>
        </section>
      )}
      {!isShort && <SubmissionHistory submission={submission} stale={stale} />}
    </div>
  );
}
