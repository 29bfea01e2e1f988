import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { listCommentEdits, listPostEdits } from '#contract/posts/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { isolate } from '../../lib/apart.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import english from './messages/en.json';

addEnglish(english);

interface EditsDialogProps {
  of: 'post' | 'comment';
  id: string;
  /** The current title. Comments have none. */
  title?: string;
  /** The text of the current version. */
  now: string;
  /** Names of the current files. */
  files?: readonly string[];
  onClose: () => void;
}

/** The earlier versions of a post or comment. */
export function EditsDialog({ of, id, title = '', now, files = [], onClose }: EditsDialogProps) {
  const { t, date } = useMessages();
  const edits = useQuery({
    queryKey: ['posts', 'edits', of, id] as const,
    queryFn: ({ signal }) =>
      of === 'post' ? call(listPostEdits, { id }, signal) : call(listCommentEdits, { id }, signal),
  });
  return (
    <Dialog title={t('posts.history')} isOpen onClose={onClose}>
      <QueryBoundary
        query={edits}
        isSmall
        skeleton={['h-16', 'h-16']}
        isEmpty={({ items }) => items.length === 0}
        empty={{ icon: History, title: t('posting.noHistory'), body: t('posting.noHistoryBody') }}
      >
        {({ items }) => (
          <ol className="divide-y divide-line">
            {versionsOf({ title, text: now, files }, items).map((one, nth) => (
              <Version
                key={one.until}
                at={
                  nth === 0
                    ? t('posting.saysNow')
                    : t('posting.saidUntil', { when: date(one.until, 'moment') })
                }
                {...one}
              />
            ))}
          </ol>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

interface VersionContent {
  /** Null if the edit didn't change it. */
  title: string | null;
  text: string;
  until: string;
  /** Names of the files; null if the edit didn't change them. */
  files: readonly string[] | null;
}

/**
 * Returns the current and earlier versions, newest first. A field that an edit didn't change has the value of the next
 * version.
 */
const versionsOf = (
  now: { title: string; text: string; files: readonly string[] },
  edits: readonly {
    title: string | null;
    text: string;
    files: readonly string[] | null;
    replacedAt: string;
  }[],
): VersionContent[] => {
  let files = edits.some((one) => one.files !== null) ? now.files : null;
  let title = edits.some((one) => one.title !== null) ? now.title : null;
  return [
    { title, text: now.text, until: '', files },
    ...edits.map((one) => {
      files = one.files ?? files;
      title = one.title ?? title;
      return { title, text: one.text, until: one.replacedAt, files };
    }),
  ];
};

function Version({ at, title, text, files }: VersionContent & { at: string }) {
  const { t, list } = useMessages();
  return (
    <li className="grid gap-1 py-3">
      <span className="text-sm font-medium text-ink-2">{at}</span>
      {title !== null && (
        <p dir="auto" className="page-start font-bold wrap-anywhere">
          {title}
        </p>
      )}
      {text !== '' && (
        <p dir="auto" className="page-start whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
      {files !== null && (
        <p className="text-sm wrap-anywhere text-ink-2">
          {files.length === 0
            ? t('posting.hadNoFiles')
            : t('posting.hadFiles', { names: list(files.map((name) => isolate(name))) })}
        </p>
      )}
    </li>
  );
}
