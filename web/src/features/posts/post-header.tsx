import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import type { Post } from '#contract/posts/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { nameOf, profileLink } from '../people/person.ts';

interface PostHeadProps {
  author: Face | null;
  /** The club of the post, if it should be shown. */
  club?: Post['club'];
  /** True if the post is in the name of the club. */
  isAsClub?: boolean;
  at: string;
  /** Notes after the time, such as "Edited". */
  notes?: readonly string[];
  size?: number;
  children?: ReactNode;
}

/** Shows the author and the time of a post. */
export function PostHeader({
  author,
  club = null,
  isAsClub = false,
  at,
  notes = [],
  size = 2.75,
  children,
}: PostHeadProps) {
  const { t, ago, date } = useMessages();
  const authorName = author === null ? t('posts.formerMember') : nameOf(author);
  // Moderators see the author of a post in the name of a club.
  const isAuthorShown = club !== null && (!isAsClub || author !== null);
  // At least 24 px high: the line below has a link too.
  const look =
    'page-start min-w-6 justify-self-start py-px font-bold hover:underline wrap-anywhere';
  return (
    <div className="flex items-center gap-3">
      <span className="relative shrink-0" data-person={club === null ? author?.uid : undefined}>
        <Avatar
          name={club?.name ?? authorName}
          photoUrl={club === null ? author?.photoUrl : club.logoUrl}
          size={size}
          shape={club === null ? 'round' : 'square'}
        />
        {isAuthorShown && (
          <Avatar
            name={authorName}
            photoUrl={author?.photoUrl}
            size={size * 0.5}
            className="absolute -end-1.5 -bottom-1.5 ring-2 ring-surface"
          />
        )}
      </span>
      <div className="grid min-w-0 flex-1">
        {club !== null ? (
          <Link to={paths.club} params={{ clubId: club.id }} className={look} dir="auto">
            {club.name}
          </Link>
        ) : author === null ? (
          <span className="font-bold text-ink-2">{authorName}</span>
        ) : (
          <Link {...profileLink(author.uid)} className={look} dir="auto">
            {authorName}
          </Link>
        )}
        <span className="block text-sm text-ink-2 wrap-anywhere first-letter:uppercase">
          {isAuthorShown && (
            <>
              {author === null ? (
                authorName
              ) : (
                <Link {...profileLink(author.uid)} className="hover:underline">
                  <bdi>{authorName}</bdi>
                </Link>
              )}
              {' • '}
            </>
          )}
          <time dateTime={at} title={date(at, 'moment')}>
            {ago(at)}
          </time>
          {notes.map((note) => ` • ${note}`)}
        </span>
      </div>
      {children}
    </div>
  );
}
