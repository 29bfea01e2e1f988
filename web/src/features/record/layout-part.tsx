import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Users } from 'lucide-react';
import { useId, useState } from 'react';
import type { InputOf } from '#contract/call.ts';
import type { TranscriptLayout } from '#contract/record/layout.endpoints.ts';
import {
  recordLimits as limits,
  transcriptParts,
  type TranscriptPart,
} from '#contract/record/limits.ts';
import words from 'messages:en/forms.*';
import { previewTranscript, updateTranscriptLayout } from '#contract/record/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { useAction } from '../../kit/use-action.ts';
import { CallError } from '../../lib/call-error.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, locales, useMessages, type Locale } from '../../lib/messages.ts';
import { saveBase64 } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FileAnswer, type AnswerFile } from '../forms/file-answer.tsx';
import { layoutQuery } from './record.data.ts';

addEnglish(words);

interface Draft {
  signatory: string;
  signature: readonly string[];
  shown: readonly string[];
  office_en: string;
  office_de: string;
  office_ar: string;
  signatoryTitle_en: string;
  signatoryTitle_de: string;
  signatoryTitle_ar: string;
  introduction_en: string;
  introduction_de: string;
  introduction_ar: string;
  version: number;
}
const { TextField, TextArea, CheckboxGroup, OwnField } = fieldsOf<Draft>();

const draftOf = ({ signatory, signature, shown, texts, version }: TranscriptLayout): Draft => ({
  signatory,
  signature: signature === null ? [] : [signature.id],
  shown,
  office_en: texts.en.office,
  office_de: texts.de.office,
  office_ar: texts.ar.office,
  signatoryTitle_en: texts.en.signatoryTitle,
  signatoryTitle_de: texts.de.signatoryTitle,
  signatoryTitle_ar: texts.ar.signatoryTitle,
  introduction_en: texts.en.introduction,
  introduction_de: texts.de.introduction,
  introduction_ar: texts.ar.introduction,
  version,
});

/** Returns the layout to send for a draft. */
const layoutOf = (draft: Draft): Omit<InputOf<typeof updateTranscriptLayout>, 'version'> => {
  const textsIn = (locale: Locale) => ({
    office: draft[`office_${locale}`],
    signatoryTitle: draft[`signatoryTitle_${locale}`],
    introduction: draft[`introduction_${locale}`],
  });
  return {
    signatory: draft.signatory,
    signature: draft.signature[0] ?? null,
    shown: transcriptParts.filter((part) => draft.shown.includes(part)),
    texts: { en: textsIn('en'), de: textsIn('de'), ar: textsIn('ar') },
  };
};

const put = (draft: Draft): Promise<TranscriptLayout> =>
  call(updateTranscriptLayout, { ...layoutOf(draft), version: draft.version });

export function LayoutPart() {
  const query = useQuery({ ...layoutQuery(), staleTime: Number.POSITIVE_INFINITY });
  return (
    <QueryBoundary query={query} isEmpty={() => false} skeleton={['h-72', 'h-40']}>
      {(layout) => <LayoutForm layout={layout} />}
    </QueryBoundary>
  );
}

function LayoutForm({ layout }: { layout: TranscriptLayout }) {
  const { t, locale } = useMessages();
  const client = useQueryClient();
  const [language, setLanguage] = useState<Locale>(locale);
  const [files, setFiles] = useState<readonly AnswerFile[]>(
    layout.signature === null ? [] : [layout.signature],
  );
  const [isConflict, setConflict] = useState(false);
  const form = useForm<Draft, TranscriptLayout>({
    defaultValues: draftOf(layout),
    save: async (draft) => {
      setConflict(false);
      try {
        return await put(draft);
      } catch (error) {
        if (error instanceof CallError && error.code === 'record_setup_changed') setConflict(true);
        throw error;
      }
    },
    errorFields: { record_signature_unknown: 'signature' },
    savedValues: (_, reply) => draftOf(reply),
    updates: layoutQuery().queryKey,
    success: (reply) => ({
      message: t('recordSetup.layoutSaved'),
      action: {
        label: t('kit.undo'),
        run: () => back.run({ ...draftOf(layout), version: reply.version }),
      },
    }),
  });
  const show = (next: TranscriptLayout) => {
    setConflict(false);
    setFiles(next.signature === null ? [] : [next.signature]);
    form.reset(draftOf(next));
  };
  /** Undo saves the previous layout. */
  const back = useAction(put, { updates: layoutQuery().queryKey, onSuccess: show });
  const preview = useAction(() => call(previewTranscript, { ...layoutOf(form.values), language }), {
    onSuccess: ({ name, type, base64 }) => saveBase64(name, base64, type),
  });
  const readSaved = () => client.fetchQuery({ ...layoutQuery(), staleTime: 0 });
  const loadSaved = useAction(readSaved, { onSuccess: show });
  const keepMine = useAction(
    async () => put({ ...form.values, version: (await readSaved()).version }),
    { updates: layoutQuery().queryKey, success: t('recordSetup.layoutSaved'), onSuccess: show },
  );
  return (
    <Form form={form} isGuarded>
      <p className="text-ink-2 text-pretty">{t('recordSetup.layoutBody')}</p>
      <TextsCard language={language} onLanguage={setLanguage} />
      <SigningCard files={files} onFiles={setFiles} />
      <Card title={t('recordSetup.shown')} description={t('recordSetup.shownBody')}>
        <CheckboxGroup
          name="shown"
          label={t('recordSetup.shownLabel')}
          options={transcriptParts.map((value: TranscriptPart) => ({
            value,
            label: t(`recordSetup.shown_${value}`),
          }))}
        />
      </Card>
      {isConflict ? (
        <Note
          tone="warn"
          icon={Users}
          title={t('recordSetup.conflict')}
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="sm" isPending={loadSaved.isPending} onClick={() => loadSaved.run()}>
                {t('recordSetup.takeTheirs')}
              </Button>
              <Button size="sm" isPending={keepMine.isPending} onClick={() => keepMine.run()}>
                {t('recordSetup.keepMine')}
              </Button>
            </span>
          }
        >
          {t('recordSetup.conflictBody')}
        </Note>
      ) : (
        <FormError form={form} />
      )}
      <div>
        <Button icon={FileText} isPending={preview.isPending} onClick={() => preview.run()}>
          {t('recordSetup.preview', { language: locales[language] })}
        </Button>
      </div>
      <SaveBar
        isDirty={form.isDirty}
        isPending={form.isPending}
        error={null}
        onDiscard={() => show(layout)}
      />
    </Form>
  );
}

function SigningCard({
  files,
  onFiles,
}: {
  files: readonly AnswerFile[];
  onFiles: (next: readonly AnswerFile[]) => void;
}) {
  const { t } = useMessages();
  const signatureId = useId();
  return (
    <Card title={t('recordSetup.signing')} description={t('recordSetup.signingBody')}>
      <div className="grid gap-4">
        <TextField
          name="signatory"
          label={t('recordSetup.signatory')}
          maxLength={limits.signatory}
          dir="auto"
        />
        <OwnField name="signature">
          {({ value, error, onChange }) => (
            <FileAnswer
              id={signatureId}
              label={t('recordSetup.signature')}
              help={t('recordSetup.signatureHint')}
              error={error}
              accept="image/*"
              maxFiles={1}
              ids={value}
              files={files}
              onChange={(ids, all) => {
                onFiles(all);
                onChange(ids);
              }}
            />
          )}
        </OwnField>
      </div>
    </Card>
  );
}

/** The texts of one language. */
function TextsCard({
  language,
  onLanguage,
}: {
  language: Locale;
  onLanguage: (next: Locale) => void;
}) {
  const { t } = useMessages();
  return (
    <Card
      title={t('recordSetup.layoutTexts')}
      description={t('recordSetup.layoutTextsBody')}
      aside={
        <Segmented
          label={t('recordSetup.layoutLanguage')}
          value={language}
          options={(Object.keys(locales) as Locale[]).map((value) => ({
            value,
            label: locales[value],
          }))}
          onChange={onLanguage}
        />
      }
    >
      <div key={language} className="grid gap-4">
        <TextField
          name={`office_${language}`}
          label={t('recordSetup.office')}
          description={t('recordSetup.officeHint')}
          maxLength={limits.office}
          dir="auto"
        />
        <TextArea
          name={`introduction_${language}`}
          label={t('recordSetup.introduction')}
          rows={3}
          maxLength={limits.introduction}
        />
        <TextField
          name={`signatoryTitle_${language}`}
          label={t('recordSetup.signatoryTitle')}
          description={t('recordSetup.signatoryTitleHint')}
          maxLength={limits.signatory}
          dir="auto"
        />
      </div>
    </Card>
  );
}
