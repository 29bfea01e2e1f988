import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Loaded } from '../../kit/loaded.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import english from './messages/en.json';

addEnglish(english);

interface EditsDialogProps {
  of: 'post' | 'comment';
  id: string;
  /** What it says now. */
  now: string;
  onClose: () => void;
}

/** What a post or comment said before it was edited. */
export function EditsDialog({ of, id, now, onClose }: EditsDialogProps) {
  const { t, date } = useMessages();
  const edits = useQuery({
    queryKey: ['posts', 'edits', of, id] as const,
    queryFn: ({ signal }) =>
      of === 'post'
        ? call('GET /api/v1/posts/{id}/edits', { id }, signal)
        : call('GET /api/v1/comments/{id}/edits', { id }, signal),
  });
  return (
    <Dialog title={t('posts.history')} isOpen onClose={onClose}>
      <Loaded
        query={edits}
        isSmall
        skeleton={['h-16', 'h-16']}
        isEmpty={({ items }) => items.length === 0}
        empty={{ icon: History, title: t('posting.noHistory'), body: t('posting.noHistoryBody') }}
      >
        {({ items }) => (
          <ol className="divide-y divide-line">
            <Version at={t('posting.saysNow')} text={now} />
            {items.map(({ text, replacedAt }) => (
              <Version
                key={replacedAt}
                at={t('posting.saidUntil', { when: date(replacedAt, 'moment') })}
                text={text}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}

function Version({ at, text }: { at: string; text: string }) {
  return (
    <li className="grid gap-1 py-3">
      <span className="text-sm font-medium text-ink-2">{at}</span>
      <p dir="auto" className="page-start whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </li>
  );
}
