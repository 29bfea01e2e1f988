import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { importLimits } from '#contract/import-limits.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { filesProblem, type Sent } from './imports.data.ts';

interface UploadProps {
  /** What has left, while files are sent. */
  sent: Sent | null;
  error: unknown;
  onFiles: (files: readonly File[]) => void;
  onCancel: () => void;
}

/** Where files are dropped or chosen, and how far their sending is. */
export function UploadCard({ sent, error, onFiles, onCancel }: UploadProps) {
  const messages = useMessages();
  const { t, number } = messages;
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof filesProblem>>(null);
  const input = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    const found = filesProblem(files);
    setProblem(found);
    if (found === null) onFiles(files);
  };
  if (sent !== null) {
    const megabytes = (bytes: number) => number(Math.round(bytes / 100_000) / 10);
    return (
      <Card title={t('imports.sending', { name: sent.name })}>
        <div className="grid gap-3">
          <ProgressBar
            label={t('imports.sending', { name: sent.name })}
            share={sent.total === 0 ? 1 : sent.done / sent.total}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-ink-2">
              {t('imports.sent', {
                done: megabytes(Math.min(sent.done, sent.total)),
                total: megabytes(sent.total),
              })}
            </p>
            <Button onClick={onCancel}>{t('imports.cancel')}</Button>
          </div>
        </div>
      </Card>
    );
  }
  const words =
    problem === null
      ? error
        ? errorText(error, messages)
        : null
      : t(`imports.${problem}`, {
          max: importLimits[problem === 'tooLarge' ? 'megabytes' : 'files'],
        });
  return (
    <Card title={t('imports.upload')} description={t('imports.uploadBody')}>
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
        className={`grid justify-items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors duration-150 ${isOver ? 'border-brand-text bg-brand-soft' : 'border-line-strong'}`}
      >
        <span className="grid size-12 place-items-center rounded-full bg-fill text-ink-2">
          <FileUp size={24} strokeWidth={1.75} aria-hidden />
        </span>
        <p className="text-ink-2 max-sm:sr-only">{t('imports.drop')}</p>
        <Button variant="primary" onClick={() => input.current?.click()}>
          {t('imports.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".zip,.csv,application/zip,text/csv"
          aria-label={t('imports.choose')}
          onChange={(event) => {
            take(event.target.files);
            // The same file, corrected, can be chosen again.
            event.target.value = '';
          }}
        />
        <p className="text-sm text-ink-2">{t('imports.limit', { max: importLimits.megabytes })}</p>
      </div>
      {words !== null && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {words}
        </p>
      )}
    </Card>
  );
}
