import { useId, useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { RecordEntry, RecordOverview } from '#contract/record/endpoints.ts';
import { recordLimits as limits } from '#contract/record/limits.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { dateFieldsOf } from '../../kit/date-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import words from 'messages:en/forms.*';
import { createExperience, updateExperience } from '#contract/record/calls.ts';
import { FileAnswer, type AnswerFile } from '../forms/file-answer.tsx';
import { staleRecord } from './record.data.ts';
import { hoursOf } from './record-words.ts';

addEnglish(words);

interface Draft {
  kind: string;
  title: string;
  organization: string;
  startsOn: string | null;
  endsOn: string | null;
  hours: number | null;
  summary: string;
  reflection: string;
  /** Names, because the tag field shows names. */
  competencies: readonly string[];
  files: readonly string[];
}
const { TextField, TextArea, Select, OwnField } = fieldsOf<Draft>();
const { NumberField, TagField } = ariaFieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

const draftOf = (entry: RecordEntry | null, firstKind: string): Draft => ({
  kind: entry?.kind.id ?? firstKind,
  title: entry?.title ?? '',
  organization: entry?.organization ?? '',
  startsOn: entry?.startsOn ?? null,
  endsOn: entry?.endsOn ?? null,
  hours: entry === null || entry.minutes === 0 ? null : hoursOf(entry.minutes),
  summary: entry?.summary ?? '',
  reflection: entry?.reflection ?? '',
  competencies: entry?.competencies.map(({ name }) => name) ?? [],
  files: entry?.files.map(({ id }) => id) ?? [],
});

interface EntryDialogProps {
  /** Null for a new one. */
  entry: RecordEntry | null;
  record: RecordOverview;
  onClose: () => void;
}

/** Adds or edits an experience. For one from the school's data, only the user's own parts can change. */
export function EntryDialog({ entry, record, onClose }: EntryDialogProps) {
  const { t } = useMessages();
  const evidence = useId();
  const [clientId] = useState(newClientId);
  const [files, setFiles] = useState<readonly AnswerFile[]>(entry?.files ?? []);
  const isOwn = entry === null || entry.source === 'own';
  const { kinds, competencies } = record;
  return (
    <FormDialog<Draft>
      title={t(entry === null ? 'record.add' : isOwn ? 'record.editTitle' : 'record.addReflection')}
      submitLabel={t(entry === null ? 'record.addIt' : 'record.save')}
      size="lg"
      defaultValues={draftOf(
        entry,
        (kinds.find(({ source }) => source === null) ?? kinds[0])?.id ?? '',
      )}
      isComplete={({ title, startsOn }) => title.trim() !== '' && startsOn !== null}
      validate={({ startsOn, endsOn, competencies: chosen }) => ({
        ...(startsOn !== null &&
          endsOn !== null &&
          endsOn < startsOn && { endsOn: t('record.endsBefore') }),
        ...(chosen.some((name) => !competencies.some((one) => one.name === name)) && {
          competencies: t('record.competencyUnknown'),
        }),
      })}
      errorFields={{ record_dates: 'startsOn', record_kind_unknown: 'kind' }}
      save={({ hours, startsOn, ...values }) => {
        const fields = {
          ...values,
          startsOn: startsOn ?? '',
          minutes: Math.round((hours ?? 0) * 60),
          files: [...values.files],
          competencies: competencies
            .filter(({ name }) => values.competencies.includes(name))
            .map(({ id }) => id),
        };
        return entry === null
          ? call(createExperience, { clientId, ...fields })
          : call(updateExperience, {
              id: entry.id,
              version: entry.version,
              ...fields,
            });
      }}
      invalidates={staleRecord}
      success={t(entry === null ? 'record.added' : 'record.saved')}
      onClose={onClose}
    >
      {isOwn && <OwnFields entry={entry} kinds={kinds} />}
      {competencies.length > 0 && (
        <TagField
          name="competencies"
          label={t('record.competencies')}
          description={t('record.competenciesHint', { count: limits.competenciesOfEntry })}
          options={competencies.map(({ name }) => name)}
          max={limits.competenciesOfEntry}
          maxLength={limits.name}
        />
      )}
      <TextArea
        name="reflection"
        label={t('record.reflection')}
        description={t('record.reflectionHint')}
        rows={4}
        maxLength={limits.reflection}
      />
      <OwnField name="files">
        {({ value, onChange, error }) => (
          <FileAnswer
            id={evidence}
            label={t('record.evidence')}
            help={t('record.evidenceHint')}
            error={error}
            maxFiles={limits.files}
            ids={value as readonly string[]}
            files={files}
            onChange={(ids, all) => {
              setFiles(all);
              onChange(ids);
            }}
          />
        )}
      </OwnField>
    </FormDialog>
  );
}

/** Fields of experiences that the student added. */
function OwnFields({
  entry,
  kinds,
}: {
  entry: RecordEntry | null;
  kinds: EntryDialogProps['record']['kinds'];
}) {
  const { t } = useMessages();
  return (
    <>
      {entry?.state === 'verified' && (
        <p className="text-sm text-ink-2">{t('record.editsVerified')}</p>
      )}
      <Select
        name="kind"
        label={t('record.kind')}
        options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        name="title"
        label={t('record.what')}
        description={t('record.whatHint')}
        maxLength={limits.title}
        required
      />
      <TextField name="organization" label={t('record.where')} maxLength={limits.organization} />
      <div className="grid gap-4 sm:grid-cols-3">
        <DatePicker name="startsOn" label={t('record.startsOn')} />
        <DatePicker name="endsOn" label={t('record.endsOn')} description={t('record.endsOnHint')} />
        <NumberField
          name="hours"
          label={t('record.hoursField')}
          min={0}
          max={limits.hours}
          step={0.25}
        />
      </div>
      <TextArea
        name="summary"
        label={t('record.summary')}
        description={t('record.summaryHint')}
        rows={3}
        maxLength={limits.summary}
      />
    </>
  );
}
