import { CircleAlert, Clock, FileText } from 'lucide-react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useOnline } from '../../../lib/online.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { QuotedMessage } from './quoted-message.tsx';
import { FormattedText } from '../../formatted-text/formatted-text.tsx';
import { StorageLink } from '../../storage/storage-link.tsx';
import { deleteEntry, retryEntry, sentShares } from '../queue/unsent.ts';
import type { UnsentMessage } from '../queue/unsent-store.ts';
import { errorOf, failureText } from '../chat-failures.ts';

interface PendingRowProps {
  entry: UnsentMessage;
  /** True if the message is the first or last of a group. */
  isFirst: boolean;
  isLast: boolean;
  people: ReadonlyMap<string, Face>;
  /** The message it replies to, if it is loaded. */
  to: Message | undefined;
  onShow: (seq: number) => void;
}

/** An outgoing message. It looks like a sent one, and shows its status. */
export function PendingRow({ entry, isFirst, isLast, people, to, onShow }: PendingRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const isOnline = useOnline();
  const shares = useStore(sentShares);
  const isFailed = entry.failure?.isFinal === true;
  return (
    <li className={`flex flex-row-reverse gap-2.5 ${isFirst ? 'pt-2.5' : 'pt-0.5'}`}>
      <article
        aria-label={t('chat.pendingMessage')}
        className="grid max-w-[min(36rem,calc(100%-4.75rem))] min-w-0 grid-cols-[minmax(0,auto)] justify-items-end gap-1 touch:max-w-[min(36rem,calc(100%-3rem))]"
      >
        <div
          className={`max-w-full min-w-0 rounded-card border px-3 py-1.5 ${isLast ? 'rounded-ee-sm' : ''} ${isFailed ? 'border-bad bg-bad-soft text-ink' : 'border-brand-edge bg-brand text-on-brand'}`}
        >
          {to !== undefined && (
            <QuotedMessage
              to={{ seq: to.seq, author: to.author, text: to.text, deleted: to.deleted !== null }}
              conversation={entry.conversation}
              people={people}
              isOwn={!isFailed}
              onShow={onShow}
            />
          )}
          {entry.files.map((file) => (
            <div
              key={file.clientId}
              className="grid w-64 max-w-full grid-cols-[minmax(0,1fr)] gap-1.5 py-1"
            >
              <span className="flex items-center gap-2">
                <FileText size={18} aria-hidden className="shrink-0" />
                <span dir="auto" className="min-w-0 truncate text-sm">
                  {file.name}
                </span>
              </span>
              {!isFailed && file.fileId === null && (
                <ProgressBar
                  isOnBrand
                  label={t('chat.uploading', { name: file.name })}
                  share={shares.get(file.clientId) ?? 0}
                />
              )}
            </div>
          ))}
          {entry.text !== '' && (
            <FormattedText text={entry.text} people={people} isOwn={!isFailed} />
          )}
        </div>
        {isFailed ? (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 pb-1 text-sm text-bad"
          >
            <span className="flex basis-full items-start justify-end gap-1.5">
              <CircleAlert size={16} aria-hidden className="mt-1 shrink-0" />
              <span>
                {failureText(entry.failure, messages)}
                {entry.failure && <StorageLink error={errorOf(entry.failure)} />}
              </span>
            </span>
            <Button size="sm" onClick={() => void retryEntry(entry)}>
              {t('chat.retry')}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => void deleteEntry(entry)}>
              {t('chat.drop')}
            </Button>
          </div>
        ) : (
          <span
            className={
              isLast ? 'flex items-center gap-1.5 px-1 pb-1 text-xs text-ink-2' : 'sr-only'
            }
          >
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
