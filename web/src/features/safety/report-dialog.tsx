import { reportReasons, type ReportKind, type ReportReason } from '#contract/reports/kinds.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import english from 'messages:en/safety.*';
import { createReport } from '#contract/reports/calls.ts';

addEnglish(english);

interface ReportDialogProps {
  target: { kind: ReportKind; id: string };
  title: string;
  /** A text about who receives the report, and what they see. */
  body?: string;
  /** A quote of the reported content. */
  quote?: string;
  onClose: () => void;
}

interface Draft {
  reason: ReportReason | null;
  note: string;
}
const { RadioGroup, TextArea } = fieldsOf<Draft>();

/** Reports a person or content to the school's moderators. */
export function ReportDialog({ target, title, body, quote, onClose }: ReportDialogProps) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      title={title}
      submitLabel={t('safety.send')}
      defaultValues={{ reason: null, note: '' }}
      validate={({ reason, note }) => ({
        reason: reason === null ? t('safety.chooseReason') : undefined,
        note: reason === 'other' && note.trim() === '' ? t('safety.sayWhat') : undefined,
      })}
      save={async ({ reason, note }) => reason && call(createReport, { target, reason, note })}
      success={t('safety.reported')}
      onClose={onClose}
    >
      {quote !== undefined && (
        <blockquote
          dir="auto"
          className="line-clamp-3 border-s-2 border-line-strong ps-3 text-ink-2"
        >
          {quote}
        </blockquote>
      )}
      <p className="text-ink-2">{body ?? t('safety.reportBody')}</p>
      <RadioGroup
        name="reason"
        label={t('safety.why')}
        options={reportReasons.map((value) => ({ value, label: t(`safety.reason_${value}`) }))}
      />
      <TextArea name="note" label={t('safety.note')} rows={4} maxLength={2000} />
    </FormDialog>
  );
}
