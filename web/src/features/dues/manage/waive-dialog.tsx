import { changeMemberDues } from '#contract/dues/calls.ts';
import type { MemberDues } from '#contract/dues/endpoints.ts';
import { duesLimits } from '#contract/dues/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { nameOf } from '../../people/person.ts';
import { staleDues } from '../dues.data.ts';

interface Draft {
  reason: string;
}
const { TextArea } = fieldsOf<Draft>();

/** Waives a member's dues with a reason that officers see. */
export function WaiveDialog({
  club,
  member,
  onClose,
}: {
  club: string;
  member: MemberDues;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      size="sm"
      title={t('dues.waiveTitle', { name: nameOf(member.person) })}
      submitLabel={t('dues.waive')}
      defaultValues={{ reason: '' }}
      isComplete={({ reason }) => reason.trim() !== ''}
      save={({ reason }) =>
        call(changeMemberDues, {
          id: club,
          uid: member.person.uid,
          state: 'waived',
          reason: reason.trim(),
        })
      }
      invalidates={staleDues}
      success={t('dues.waivedToast')}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={t('dues.reason')}
        description={t('dues.reasonHint')}
        maxLength={duesLimits.reason}
        rows={3}
      />
    </FormDialog>
  );
}
