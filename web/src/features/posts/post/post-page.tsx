import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useEffect } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { useKnownLikers } from './likers.data.ts';
import { PostCard } from './post-card.tsx';
import { postQuery } from '../posts.data.ts';
import { useReadingClub } from '../use-reading-club.ts';
import english from 'messages:en/posts.*';
import { readClubPosting, readTopic } from '#contract/posts/calls.ts';

addEnglish(english);

/** The club tab for each type of post. */
const tabs = { post: 'feed', topic: 'forum', article: 'news' } as const;

/** Marks a topic as read up to its current version. */
function useSeen(post: Post | undefined): void {
  const id = post?.kind === 'topic' ? post.id : undefined;
  const activeAt = post?.activeAt;
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    call(readTopic, { id }).then(
      () => void client.invalidateQueries({ queryKey: [readClubPosting] }),
      // If the call fails, the topic stays unread.
      () => {},
    );
  }, [id, activeAt, client]);
}

/** A post on its own page, the target of links to it. */
export function PostPage() {
  const { t } = useMessages();
  const { id = '0' } = useSearch();
  const navigate = useNavigate();
  const post = useQuery(postQuery(id));
  useSeen(post.data);
  const known = useKnownLikers(post.data ? [post.data] : []);
  const club = post.data?.club;
  useReadingClub(club?.id ?? null);
  return (
    <Page width="read">
      <PageHeader
        title={post.data?.title || t(`posts.title_${post.data?.kind ?? 'post'}`)}
        back={
          club ? (
            <BackLink
              to={paths.club}
              params={{ clubId: club.id }}
              search={{ tab: tabs[post.data?.kind ?? 'post'] }}
            >
              <bdi>{club.name}</bdi>
            </BackLink>
          ) : (
            <BackLink to={paths.home}>{t('nav.home')}</BackLink>
          )
        }
      />
      <QueryBoundary
        query={post}
        skeleton={['h-48']}
        isEmpty={() => false}
        isPage
        errorContent={{
          not_found: {
            icon: Newspaper,
            title: t('posts.gone'),
            body: t('posts.goneBody'),
            action: (
              <Link to={paths.home} className={buttonClass({})}>
                {t('posts.toFeed')}
              </Link>
            ),
          },
        }}
      >
        {(post) => (
          <PostCard
            post={post}
            known={known.get(post.id)}
            isPage
            onGone={() => void navigate({ to: paths.home })}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}
