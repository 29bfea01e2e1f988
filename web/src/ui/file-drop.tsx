import { FileUp, type LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { ProgressBar } from './progress-bar.tsx';

/**
 * <FileDrop choose="Choose file" hint="PDF up to 25 MB" accept=".pdf" onFiles={([file]) => put.run(file)} error={…}
 *   sending={put.isPending ? { name: file.name, share: put.share, onStop: put.stop } : undefined} />
 * Where files are dropped or chosen; how far their sending is, and what is wrong with them. `useUpload` of the kit sends them.
 */
interface FileDropProps {
  /** The words of the button. */
  choose: string;
  /** What may be dropped, and how large. */
  hint?: ReactNode;
  icon?: LucideIcon;
  accept: string;
  isMultiple?: boolean;
  /** The first step of the page. */
  isPrimary?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** What is being sent. Who does not know how far it is leaves `share` at null. */
  sending?:
    | { name: string; share: number | null; detail?: string; onStop?: () => void }
    | undefined;
  /** Why the last files were not taken, in words. */
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
            // The same file, corrected, can be chosen again.
            event.target.value = '';
          }}
        />
        {hint && <p className="text-sm text-ink-2">{hint}</p>}
      </div>
      {error && <Failure>{error}</Failure>}
    </div>
  );
}
