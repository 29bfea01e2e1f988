import { X } from 'lucide-react';
import { useState } from 'react';
import { budgetLimits } from '#contract/budgets/limits.ts';
import { useUpload } from '../../../kit/use-upload.ts';
import { useMessages } from '../../../lib/messages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { FileIcon } from '../../../ui/file-row.tsx';
import { UploadError } from '../../storage/storage-link.tsx';
import { sendFiles } from '../budgets.data.ts';

interface NamedFile {
  readonly id: string;
  readonly name: string;
}

interface FileFieldProps {
  files: readonly NamedFile[];
  choose: string;
  onChange: (files: readonly NamedFile[]) => void;
}

/** Quotes or receipts: PDFs and pictures. */
export function FileField({ files, choose, onChange }: FileFieldProps) {
  const { t } = useMessages();
  const [name, setName] = useState('');
  const add = useUpload(sendFiles, {
    isQuiet: true,
    onSuccess: (sent) => onChange([...files, ...sent].slice(0, budgetLimits.files)),
  });
  return (
    <div className="grid gap-2">
      {files.map((file) => (
        <span key={file.id} className="flex items-center gap-3">
          <FileIcon name={file.name} />
          <bdi className="min-w-0 flex-1 wrap-anywhere">{file.name}</bdi>
          <IconButton
            icon={X}
            label={t('budgets.removeFile', { name: file.name })}
            onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
          />
        </span>
      ))}
      {files.length < budgetLimits.files && (
        <FileDrop
          choose={choose}
          accept=".pdf,image/*"
          isMultiple
          onFiles={(chosen) => {
            setName(chosen[0]?.name ?? '');
            add.run(chosen);
          }}
          sending={add.isPending ? { name, share: add.share, onStop: add.stop } : undefined}
          error={add.error === null ? undefined : <UploadError error={add.error} />}
        />
      )}
    </div>
  );
}
