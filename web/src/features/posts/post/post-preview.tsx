import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import type { NotificationPreviewProps } from '../../../lib/notification-parts.ts';
import { postQuery } from '../posts.data.ts';
import { useKnownLikers } from './likers.data.ts';
import { PostCard } from './post-card.tsx';
import english from 'messages:en/posts.*';

addEnglish(english);

/** The post that a notification is about, with its comments. */
export function PostPreview({ item: { target } }: NotificationPreviewProps) {
  return target?.kind === 'post' ? <Shown id={target.id} /> : null;
}

function Shown({ id }: { id: string }) {
  const { t } = useMessages();
  const post = useQuery(postQuery(id));
  const known = useKnownLikers(post.data ? [post.data] : []);
  return (
    <div className="p-5">
      <QueryBoundary
        query={post}
        skeleton={['h-64']}
        isEmpty={() => false}
        errorContent={{
          not_found: { icon: Newspaper, title: t('posts.gone'), body: t('posts.goneBody') },
        }}
      >
        {(data) => <PostCard key={data.id} post={data} known={known.get(data.id)} isPage />}
      </QueryBoundary>
    </div>
  );
}
