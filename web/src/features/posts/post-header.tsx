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
  const postingClub = isAsClub && club !== null ? club : null;
  const name =
    postingClub !== null
      ? postingClub.name
      : author === null
        ? t('posts.formerMember')
        : nameOf(author);
  // At least 24 px high: the club's name is right below it.
  const look =
    'page-start min-w-6 justify-self-start py-px font-bold hover:underline wrap-anywhere';
  // Moderators see the author of a post in the name of a club.
  const second = postingClub === null ? club?.name : author === null ? undefined : nameOf(author);
  return (
    <div className="flex items-center gap-3">
      <Avatar
        name={name}
        photoUrl={postingClub === null ? author?.photoUrl : postingClub.logoUrl}
        size={size}
        shape={postingClub === null ? 'round' : 'square'}
      />
      <div className="grid min-w-0 flex-1">
        {postingClub !== null ? (
          <Link to={paths.club} params={{ clubId: postingClub.id }} className={look} dir="auto">
            {name}
          </Link>
        ) : author === null ? (
          <span className="font-bold text-ink-2">{name}</span>
        ) : (
          <Link {...profileLink(author.uid)} className={look} dir="auto">
            {name}
          </Link>
        )}
        <span className="block text-sm text-ink-2 wrap-anywhere first-letter:uppercase">
          {second !== undefined && (
            <>
              {postingClub === null && club !== null ? (
                <Link to={paths.club} params={{ clubId: club.id }} className="hover:underline">
                  <bdi>{second}</bdi>
                </Link>
              ) : (
                <bdi>{second}</bdi>
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
