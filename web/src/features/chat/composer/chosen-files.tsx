import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { isPictureName } from '../../../ui/file-icons.ts';
import { FileIcon } from '../../../ui/file-row.tsx';
import { sizeText } from '../../../ui/file-sizes.ts';
import type { UnsentFile } from '../queue/unsent-store.ts';

/** The files attached to the next message. */
export function ChosenFiles({
  files,
  onRemove,
}: {
  files: readonly UnsentFile[];
  onRemove: (clientId: string) => void;
}) {
  const { t } = useMessages();
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('chat.attached')} className="flex gap-2.5 overflow-x-auto px-3 pt-3 pb-1">
      {files.map((file) => (
        <li key={file.clientId} className="relative shrink-0">
          <Chosen file={file} />
          {/* The button is small, but its touch area is large enough for a finger. */}
          <button
            type="button"
            aria-label={t('chat.removeFile', { name: file.name })}
            onClick={() => onRemove(file.clientId)}
            className="absolute -end-2 -top-2 grid size-7 place-items-center rounded-full touch:size-11 touch:-end-3.5 touch:-top-3.5"
          >
            <span className="grid size-5.5 place-items-center rounded-full border border-line-strong bg-surface text-ink-2 shadow-float">
              <X size={14} strokeWidth={2.25} aria-hidden />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Chosen({ file }: { file: UnsentFile }) {
  const messages = useMessages();
  if (isPictureName(file.name)) return <Thumbnail file={file} />;
  return (
    <span className="flex h-16 max-w-56 items-center gap-2.5 rounded-control border border-line px-2.5 pe-6">
      <FileIcon name={file.name} />
      <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
        <span dir="auto" className="page-start truncate text-sm font-medium">
          {file.name}
        </span>
        <span className="text-xs text-ink-2">{sizeText(file.size, messages)}</span>
      </span>
    </span>
  );
}

function Thumbnail({ file }: { file: UnsentFile }) {
  const [url] = useState(() => URL.createObjectURL(file.blob));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <img
      src={url}
      alt={file.name}
      className="size-16 rounded-control border border-line object-cover"
    />
  );
}
