import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { nameOf, profileLink } from '../people/person.ts';

interface PostHeadProps {
  author: Face | null;
  at: string;
  /** What stands behind the time, such as "Edited". */
  notes?: readonly string[];
  size?: number;
  children?: ReactNode;
}

/** Who wrote something, and when. */
export function PostHead({ author, at, notes = [], size = 2.75, children }: PostHeadProps) {
  const { t, ago, date } = useMessages();
  const name = author === null ? t('posts.formerMember') : nameOf(author);
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} photoUrl={author?.photoUrl} size={size} />
      <div className="grid min-w-0 flex-1">
        {author === null ? (
          <span className="font-bold text-ink-2">{name}</span>
        ) : (
          <Link
            {...profileLink(author.uid)}
            className="page-start justify-self-start font-bold hover:underline wrap-anywhere"
            dir="auto"
          >
            {name}
          </Link>
        )}
        <span className="text-sm text-ink-2">
          <time dateTime={at} title={date(at, 'moment')}>
            {ago(at)}
          </time>
          {notes.map((note) => ` · ${note}`)}
        </span>
      </div>
      {children}
    </div>
  );
}
