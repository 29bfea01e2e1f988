import { lazyComponent } from '../../lib/lazy-component.ts';
import type { NotificationParts } from '../../lib/notification-parts.ts';

const PostPreview = lazyComponent(() => import('./post/post-preview.tsx'), 'PostPreview');

export const notificationParts = {
  school_posted: { Preview: PostPreview },
  club_posted: { Preview: PostPreview },
  club_announced: { Preview: PostPreview },
  news_posted: { Preview: PostPreview },
  news_created: { Preview: PostPreview },
  topic_commented: { Preview: PostPreview },
  post_commented: { Preview: PostPreview },
  post_mentioned: { Preview: PostPreview },
  club_mentioned: { Preview: PostPreview },
  comment_mentioned: { Preview: PostPreview },
  post_liked: { Preview: PostPreview },
  comment_liked: { Preview: PostPreview },
} as const satisfies NotificationParts;
