import { CircleAlert, Clock, FileText } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { useOnline } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { MessageText } from './message-text.tsx';
import { dropEntry, retryEntry, sentShares } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { failureText } from './chat-failures.ts';

/** A message on its way: it looks as it will, and says what it waits for. */
export function PendingRow({ entry }: { entry: OutboxEntry }) {
  const messages = useMessages();
  const { t } = messages;
  const isOnline = useOnline();
  const shares = useStore(sentShares);
  const isFailed = entry.failure?.isFinal === true;
  return (
    <li className="flex flex-row-reverse gap-2.5 pt-2.5">
      <article aria-label={t('chat.pendingMessage')} className="grid max-w-[min(34rem,82%)] min-w-0 justify-items-end gap-1">
        <div
          className={`min-w-0 rounded-card rounded-ee-sm border px-3.5 py-2 ${isFailed ? 'border-bad bg-bad-soft text-ink' : 'border-transparent bg-brand text-on-brand'}`}
        >
          {entry.files.map((file) => (
            <div key={file.clientId} className="grid min-w-52 gap-1.5 py-1">
              <span className="flex items-center gap-2">
                <FileText size={18} aria-hidden className="shrink-0" />
                <span dir="auto" className="min-w-0 truncate text-sm">
                  {file.name}
                </span>
              </span>
              {!isFailed && file.fileId === null && (
                <ProgressBar label={t('chat.uploading', { name: file.name })} share={shares.get(file.clientId) ?? 0} />
              )}
            </div>
          ))}
          {entry.text !== '' && <MessageText text={entry.text} people={new Map()} isOwn={!isFailed} />}
        </div>
        {isFailed ? (
          <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-sm text-bad">
            <CircleAlert size={16} aria-hidden />
            <span>{failureText(entry.failure, messages)}</span>
            <Button size="sm" onClick={() => void retryEntry(entry)}>
              {t('chat.retry')}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => void dropEntry(entry)}>
              {t('chat.drop')}
            </Button>
          </div>
        ) : (
          <span className="flex items-center gap-1.5 px-1 pb-1 text-xs text-ink-2">
            <Clock size={14} aria-hidden />
            {!isOnline || entry.failure?.code === 'network'
              ? t('chat.waitsForNetwork')
              : entry.tries > 0
                ? t('chat.triesAgain')
                : t('chat.sending')}
          </span>
        )}
      </article>
    </li>
  );
}
