import { useState } from 'react';
import { importLimits } from '#contract/imports/limits.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { filesProblem, type UploadProgress } from './imports.data.ts';

interface UploadProps {
  /** True if all types of files are accepted; otherwise only finance files. */
  isForAll: boolean;
  /** The upload's progress. */
  uploadProgress: UploadProgress | null;
  error: unknown;
  onFiles: (files: readonly File[]) => void;
  onCancel: () => void;
}

/** Drops or selects files, and shows the upload's progress. */
export function UploadCard({ isForAll, uploadProgress, error, onFiles, onCancel }: UploadProps) {
  const messages = useMessages();
  const { t, number } = messages;
  const [problem, setProblem] = useState<ReturnType<typeof filesProblem>>(null);
  const megabytes = (bytes: number) => number(Math.round(bytes / 100_000) / 10);
  const take = (files: readonly File[]) => {
    const found = filesProblem(files);
    setProblem(found);
    if (found === null) onFiles(files);
  };
  const words =
    problem === null
      ? error
        ? errorText(error, messages)
        : null
      : t(`imports.${problem}`, {
          max: importLimits[problem === 'tooLarge' ? 'megabytes' : 'files'],
        });
  return (
    <Card
      title={t('imports.upload')}
      description={t(isForAll ? 'imports.uploadBody' : 'imports.uploadFinances')}
    >
      <FileDrop
        isMultiple
        isPrimary
        accept=".zip,.csv,.tsv,.txt,application/zip,text/csv,text/tab-separated-values,text/plain"
        choose={t('imports.choose')}
        hint={t('imports.limit', { max: importLimits.megabytes })}
        error={words}
        onFiles={take}
        sending={
          uploadProgress === null
            ? undefined
            : {
                name: uploadProgress.name,
                share: uploadProgress.total === 0 ? 1 : uploadProgress.done / uploadProgress.total,
                detail: t('imports.sent', {
                  done: megabytes(Math.min(uploadProgress.done, uploadProgress.total)),
                  total: megabytes(uploadProgress.total),
                }),
                onStop: onCancel,
              }
        }
      />
    </Card>
  );
}
