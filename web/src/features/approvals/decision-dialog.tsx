import type { Submission } from '#contract/approvals/endpoints.ts';
import { approvalLimits, type Decision } from '#contract/approvals/kinds.ts';
import { decideSubmission } from '#contract/approvals/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { staleSubmission } from './approvals.data.ts';
import { personName } from './submission-words.ts';

interface Draft {
  reason: string;
}
const { TextArea } = fieldsOf<Draft>();

/** Asks for a reason and decides. If someone else was faster, the user's text stays. */
export function DecisionDialog({
  submission: { id, version, title, submitter, submitterName },
  decision,
  onClose,
}: {
  submission: Submission;
  decision: Decision;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const isReasoned = decision !== 'approve';
  return (
    <FormDialog<Draft, Submission>
      title={t(`approvals.${decision}Title`, { name: title })}
      submitLabel={t(`approvals.${decision}`)}
      isDanger={decision === 'deny'}
      defaultValues={{ reason: '' }}
      validate={({ reason }) => ({
        reason: isReasoned && reason.trim() === '' ? t('approvals.reasonless') : undefined,
      })}
      save={({ reason }) => call(decideSubmission, { id, version, decision, reason })}
      success={t(`approvals.done_${decision}`)}
      invalidates={staleSubmission}
      onClose={onClose}
    >
      {decision !== 'approve' && (
        <p className="text-ink-2">
          {t(`approvals.${decision}Body`, { name: personName(t, submitter, submitterName) })}
        </p>
      )}
      <TextArea
        name="reason"
        label={t(isReasoned ? 'approvals.reason' : 'approvals.note')}
        description={t('approvals.reasonHint')}
        rows={4}
        maxLength={approvalLimits.text}
      />
    </FormDialog>
  );
}
