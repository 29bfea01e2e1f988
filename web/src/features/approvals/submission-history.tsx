import { Check, MessageSquare, Send, Undo2, X, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { Call } from '#contract/call.ts';
import type { Submission } from '#contract/approvals/endpoints.ts';
import { approvalLimits, type EntryKind } from '#contract/approvals/kinds.ts';
import { commentSubmission } from '#contract/approvals/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import type { Tone } from '../../ui/pill.tsx';
import { Moment, Timeline } from '../../ui/timeline.tsx';
import { staleSubmission } from './approvals.data.ts';
import { personName, stageName } from './submission-words.ts';

const looks: Readonly<Record<EntryKind, { icon: LucideIcon; tone: Tone }>> = {
  submitted: { icon: Send, tone: 'quiet' },
  resubmitted: { icon: Send, tone: 'quiet' },
  approved: { icon: Check, tone: 'good' },
  changes_requested: { icon: Undo2, tone: 'warn' },
  denied: { icon: X, tone: 'bad' },
  withdrawn: { icon: X, tone: 'quiet' },
  comment: { icon: MessageSquare, tone: 'brand' },
};

interface Draft {
  text: string;
}
const { TextArea } = fieldsOf<Draft>();

interface SubmissionHistoryProps {
  submission: Submission;
  /** Calls of the surrounding page to repeat after a comment. */
  stale?: readonly Call[];
}

/** The history of a submission with comments, and a field to add one. */
export function SubmissionHistory({ submission, stale = [] }: SubmissionHistoryProps) {
  const { t, date, ago } = useMessages();
  const { id, entries, can } = submission;
  return (
    <Card title={t('approvals.history')}>
      <div className="grid gap-6">
        <Timeline label={t('approvals.history')}>
          {entries.map(({ number, kind, author, authorName, step, text, at }) => (
            <Moment
              key={number}
              {...looks[kind]}
              title={t(`approvals.did_${kind}`, { name: personName(t, author, authorName) })}
              when={
                <time dateTime={at} title={date(at, 'moment')}>
                  {ago(at)}
                </time>
              }
            >
              {step !== null && <p>{t('approvals.inStep', { name: stageName(t, step) })}</p>}
              {text !== '' && (
                <p dir="auto" className="whitespace-pre-wrap wrap-anywhere text-ink">
                  {text}
                </p>
              )}
            </Moment>
          ))}
        </Timeline>
        {can.comment && <CommentForm id={id} stale={stale} />}
      </div>
    </Card>
  );
}

function CommentForm({ id, stale }: { id: string; stale: readonly Call[] }) {
  const { t } = useMessages();
  const [clientId, setClientId] = useState(() => newClientId());
  const form = useForm<Draft, Submission>({
    defaultValues: { text: '' },
    validate: ({ text }) => ({ text: text.trim() === '' ? t('approvals.commentless') : undefined }),
    save: ({ text }) => call(commentSubmission, { id, clientId, text }),
    savedValues: () => ({ text: '' }),
    success: t('approvals.commentAdded'),
    invalidates: [...staleSubmission, ...stale],
    onSuccess: () => setClientId(newClientId()),
  });
  return (
    <Form form={form} className="grid gap-3" isGuarded>
      <TextArea
        name="text"
        label={t('approvals.comment')}
        description={t('approvals.commentHint')}
        rows={2}
        maxLength={approvalLimits.text}
      />
      <FormError form={form} />
      <span className="justify-self-start">
        <SubmitButton form={form} variant="outline">
          {t('approvals.addComment')}
        </SubmitButton>
      </span>
    </Form>
  );
}
