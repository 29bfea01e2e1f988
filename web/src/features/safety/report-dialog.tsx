import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { reasonOptions, type Reason } from './reason-choice.tsx';

interface ReportDialogProps {
  uid: string;
  /** What the person is called here. */
  name: string;
  onClose: () => void;
}

interface Draft {
  reason: Reason | null;
  note: string;
}
const { RadioGroup, TextArea } = fieldsOf<Draft>();

/** Tells the school's moderators about a person. */
export function ReportDialog({ uid, name, onClose }: ReportDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <FormDialog<Draft>
      title={t('safety.reportTitle', { name })}
      submit={t('safety.send')}
      initial={{ reason: null, note: '' }}
      check={({ reason }) => ({ reason: reason === null ? t('safety.chooseReason') : undefined })}
      save={async ({ reason, note }) =>
        reason && call('POST /api/v1/reports', { uid, reason, note })
      }
      said={t('safety.reported')}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('safety.reportBody')}</p>
      <RadioGroup name="reason" label={t('safety.why')} options={reasonOptions(messages)} />
      <TextArea name="note" label={t('safety.note')} rows={4} maxLength={2000} />
    </FormDialog>
  );
}
