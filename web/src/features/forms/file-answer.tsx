import { Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { uploadMaxBytes } from '#contract/uploads/limits.ts';
import { useUpload } from '../../kit/use-upload.ts';
import { useMessages } from '../../lib/messages.ts';
import { uploadFile } from '../../lib/upload-file.ts';
import { IconButton } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FileIcon } from '../../ui/file-row.tsx';
import { UploadError } from '../storage/storage-link.tsx';

/** A file in an answer. */
export interface AnswerFile {
  readonly id: string;
  readonly name: string;
}

interface FileAnswerProps {
  id: string;
  label: string;
  help: string;
  error: string | undefined;
  maxFiles: number;
  /** Accepted file types; without it, any. */
  accept?: string;
  ids: readonly string[];
  files: readonly AnswerFile[];
  onChange: (ids: readonly string[], files: readonly AnswerFile[]) => void;
  /** Called when an upload starts and ends, so that a form isn't sent without the file. */
  onSending?: (isSending: boolean) => void;
}

/** The input for file questions. Each file uploads as soon as it is selected. */
export function FileAnswer({
  id,
  label,
  help,
  error,
  maxFiles,
  accept = '',
  ids,
  files,
  onChange,
  onSending,
}: FileAnswerProps) {
  const messages = useMessages();
  const { t } = messages;
  const put = useUpload(
    async (file: File, { onSent, signal }) => ({
      id: await uploadFile(
        { clientId: newClientId(), name: file.name, size: file.size, blob: file },
        onSent,
        signal,
      ),
      name: file.name,
    }),
    { isQuiet: true, onSuccess: (sent) => onChange([...ids, sent.id], [...files, sent]) },
  );
  const report = useEffectEvent((isSending: boolean) => onSending?.(isSending));
  useEffect(() => report(put.isPending), [put.isPending]);
  const own = ids.map((one) => files.find((file) => file.id === one) ?? { id: one, name: '' });
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <p id={id} className="text-sm font-bold">
        {label}
      </p>
      {help !== '' && <p className="text-sm text-ink-2">{help}</p>}
      {own.map((file) => (
        <div key={file.id} className="flex items-center gap-3">
          <FileIcon name={file.name} />
          <span dir="auto" className="page-start min-w-0 flex-1 truncate font-medium">
            {file.name}
          </span>
          <IconButton
            label={t('forms.removeFile', { name: file.name })}
            icon={Trash2}
            onClick={() =>
              onChange(
                ids.filter((one) => one !== file.id),
                files,
              )
            }
          />
        </div>
      ))}
      {ids.length < maxFiles && (
        <FileDrop
          choose={t('forms.chooseFile')}
          hint={t('forms.fileHint', { size: uploadMaxBytes / 1024 / 1024, count: maxFiles })}
          accept={accept}
          onFiles={([file]) => file && put.run(file)}
          error={put.error ? <UploadError error={put.error} /> : error}
          sending={
            put.isPending && put.pendingInput
              ? { name: put.pendingInput.name, share: put.share, onStop: put.stop }
              : undefined
          }
        />
      )}
      {error && ids.length >= maxFiles && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
