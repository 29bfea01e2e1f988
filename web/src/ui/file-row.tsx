import { Download } from 'lucide-react';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { useMessages } from '../lib/messages.ts';
import { fileIconOf } from './file-icons.ts';
import { sizeText } from './file-sizes.ts';

/** <FileIcon name="thesis.pdf" />: an icon by file extension. */
export function FileIcon({ name }: { name: string }) {
  const { label, tint } = fileIconOf(name);
  return (
    <span
      className={`grid size-10 shrink-0 place-items-center rounded-control text-xs font-bold ${tint}`}
      aria-hidden
    >
      {label}
    </span>
  );
}

interface FileRowProps {
  file: UploadedFile;
  /** True if the background is the school color. */
  isOnBrand?: boolean;
  className?: string;
}

/** <FileRow file={file} />: a file that isn't a picture, with name and icon. A click downloads it. */
export function FileRow({ file, isOnBrand = false, className = '' }: FileRowProps) {
  const messages = useMessages();
  return (
    <a
      href={file.url}
      download={file.name}
      className={`flex items-center gap-3 rounded-control ${isOnBrand ? 'hover:bg-on-brand/10' : 'hover:bg-fill'} ${className}`}
    >
      <FileIcon name={file.name} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
        <span dir="auto" className="page-start truncate font-medium">
          {file.name}
        </span>
        <span className={`text-sm ${isOnBrand ? 'opacity-85' : 'text-ink-2'}`}>
          {sizeText(file.size, messages)}
        </span>
      </span>
      <Download size={18} aria-hidden className="shrink-0 opacity-80" />
    </a>
  );
}
