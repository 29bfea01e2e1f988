import { FileUp, type LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { ProgressBar } from './progress-bar.tsx';

/**
 * <FileDrop choose="Choose file" hint="PDF up to 25 MB" accept=".pdf" onFiles={([file]) => put.run(file)} error={…}
 *   sending={put.isPending ? { name: file.name, share: put.share, onStop: put.stop } : undefined} />
 * An area to drop or select files. It shows the upload's progress and errors. `useUpload` of the kit uploads them.
 */
interface FileDropProps {
  /** The text of the button. */
  choose: string;
  /** The accepted file types and sizes. */
  hint?: ReactNode;
  icon?: LucideIcon;
  accept: string;
  isMultiple?: boolean;
  /** True if it is the main action of the page. */
  isPrimary?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** The running upload. Set `share` to null if the progress is unknown. */
  sending?:
    | { name: string; share: number | null; detail?: string; onStop?: () => void }
    | undefined;
  /** The reason why the last files were rejected. */
  error?: ReactNode;
}

export function FileDrop({
  choose,
  hint,
  icon: Icon = FileUp,
  accept,
  isMultiple = false,
  isPrimary = false,
  onFiles,
  sending,
  error,
}: FileDropProps) {
  const { t } = useMessages();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1);
    if (files.length > 0) onFiles(files);
  };
  if (sending) {
    const words = t('kit.uploading', { name: sending.name });
    return (
      <div className="grid gap-3 rounded-card border border-line p-4">
        <p className="font-medium wrap-anywhere">{words}</p>
        <ProgressBar label={words} share={sending.share} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-2">{sending.detail}</p>
          {sending.onStop && <Button onClick={sending.onStop}>{t('kit.cancel')}</Button>}
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
        className={`grid justify-items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors duration-150 ${isOver ? 'border-brand-text bg-brand-soft' : error ? 'border-bad' : 'border-line-strong'}`}
      >
        <span className="grid size-12 place-items-center rounded-full bg-fill text-ink-2">
          <Icon size={24} strokeWidth={1.75} aria-hidden />
        </span>
        <p className="text-ink-2 max-sm:sr-only">
          {t(isMultiple ? 'kit.dropFiles' : 'kit.dropFile')}
        </p>
        <Button variant={isPrimary ? 'primary' : 'outline'} onClick={() => input.current?.click()}>
          {choose}
        </Button>
        <input
          ref={input}
          type="file"
          multiple={isMultiple}
          hidden
          accept={accept}
          aria-label={choose}
          onChange={(event) => {
            take(event.target.files);
            // Allows selecting the same file again after correcting it.
            event.target.value = '';
          }}
        />
        {hint && <p className="text-sm text-ink-2">{hint}</p>}
      </div>
      {error && <Failure>{error}</Failure>}
    </div>
  );
}
