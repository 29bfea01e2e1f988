import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { postReports, postsHandlers } from './posts.handlers.ts';
import { deleteOldPosts, deletePostsOf, personalData, postUploads } from './posts.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    post_published: { post: number; author: number };
    comment_written: { comment: number; post: number; author: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** What staff did to a post or comment; `text`: how it began, `person`: who wrote it. */
    post_moderated: { act: Acts['post_moderated']; text: string; person: number | null };
  }
}

export const postsFeature = feature({
  name: 'posts',
  erase: deletePostsOf,
  personalData,
  handlers: postsHandlers,
  maintenance: [deleteOldPosts],
  reportTargets: postReports,
  uploadReferences: [postUploads],
});
