import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { OwnBadge, RecordDocument, RecordEntry } from '#contract/record/endpoints.ts';
import { createDocument } from '#contract/record/calls.ts';
import { dateFieldsOf } from '../../kit/date-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { staleRecord } from './record.data.ts';
import { spanText, titleOf } from './record-words.ts';

interface Draft {
  kind: 'transcript' | 'learner_record';
  entries: readonly string[];
  /** IDs of awards. */
  badges: readonly string[];
  withReflections: boolean;
  expiresOn: string | null;
}
const { RadioGroup, CheckboxGroup, Switch } = fieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

interface IssueDialogProps {
  verified: readonly RecordEntry[];
  /** The user's earned badges. */
  badges: readonly (OwnBadge & { award: NonNullable<OwnBadge['award']> })[];
  /** True if the school's transcripts show reflections. */
  hasReflections: boolean;
  onIssued: (document: RecordDocument) => void;
  onClose: () => void;
}

/** Issues a document: its content, format, and expiry date. */
export function IssueDialog({
  verified,
  badges,
  hasReflections,
  onIssued,
  onClose,
}: IssueDialogProps) {
  const messages = useMessages();
  const { t, locale, date } = messages;
  const [clientId] = useState(newClientId);
  return (
    <FormDialog<Draft, RecordDocument>
      title={t('record.issueTitle')}
      submitLabel={t('record.issue')}
      size="lg"
      defaultValues={{
        kind: 'transcript',
        entries: verified.map(({ id }) => id),
        badges: badges.map(({ award }) => award.id),
        withReflections: false,
        expiresOn: null,
      }}
      isComplete={({ entries, badges: named }) => entries.length + named.length > 0}
      errorFields={{ record_dates: 'expiresOn' }}
      save={({ expiresOn, ...values }) =>
        call(createDocument, {
          clientId,
          ...values,
          entries: [...values.entries],
          badges: [...values.badges],
          expiresOn,
          language: locale,
        })
      }
      invalidates={staleRecord}
      onSuccess={onIssued}
      onClose={onClose}
    >
      {({ kind }) => (
        <>
          <RadioGroup
            name="kind"
            label={t('record.form')}
            options={[
              {
                value: 'transcript',
                label: t('record.form_transcript'),
                description: t('record.form_transcriptBody'),
              },
              {
                value: 'learner_record',
                label: t('record.form_learner_record'),
                description: t('record.form_learner_recordBody'),
              },
            ]}
          />
          {verified.length > 0 && (
            <CheckboxGroup
              name="entries"
              label={t('record.names')}
              options={verified.map((entry) => ({
                value: entry.id,
                label: titleOf(messages, entry),
                description: [entry.organization, spanText(messages, entry)]
                  .filter((part) => part !== '')
                  .join(' • '),
              }))}
            />
          )}
          {badges.length > 0 && (
            <CheckboxGroup
              name="badges"
              label={t('record.badges')}
              options={badges.map(({ name, award }) => ({
                value: award.id,
                label: name,
                description: t('record.awardedOn', { date: date(award.at) }),
              }))}
            />
          )}
          <p className="text-sm text-ink-2">{t('record.namesBody')}</p>
          {kind === 'transcript' && hasReflections && (
            <Switch
              name="withReflections"
              label={t('record.withReflections')}
              description={t('record.withReflectionsBody')}
            />
          )}
          <DatePicker
            name="expiresOn"
            label={t('record.expiresOn')}
            description={t('record.expiresOnHint')}
          />
        </>
      )}
    </FormDialog>
  );
}
