import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { postNotifications } from './notifications/post-notifications.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { addPreview } from './post-previews.ts';
import { commentReports, commentsHandlers } from './comments/comments.handlers.ts';
import { draftsHandlers } from './drafts/drafts.handlers.ts';
import { deleteOldDrafts, draftUploads } from './drafts/drafts.queries.ts';
import { feedHandlers } from './feed/feed.handlers.ts';
import { postsSources } from './post-broadcasts.ts';
import { likesHandlers } from './likes/likes.handlers.ts';
import { publishDue } from './scheduled/publishing.ts';
import { scheduledHandlers } from './scheduled/scheduled.handlers.ts';
import { postReports, postsHandlers } from './posts.handlers.ts';
import { deletePostsOf, personalData } from './personal/personal.queries.ts';
import { deleteOldPosts, postUploads } from './posts.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** People can read the post since `at`. */
    post_published: { post: number; club: number | null; at: string };
    /** A scheduled post is due, unless someone has rescheduled it. */
    post_due: { post: number; club: number | null; at: string };
    /** A scheduled post couldn't be published at this time. */
    post_unpublished: { post: number; at: string };
    /** A post or one of its comments was edited, hidden, shown, closed or deleted, or someone voted. */
    post_changed: { post: number; club: number | null; isVote?: true };
    /** A post or a comment mentions people that its previous text didn't mention. */
    people_mentioned: { post: number; comment: number | null; people: number[] };
    post_deleted: { post: number; club: number | null };
    /** A post links to a page whose preview wasn't fetched today. */
    post_linked: { post: number; club: number | null; url: string };
    /** Someone liked a post or removed their like. */
    post_liked: { post: number; club: number | null; by: number; isOn: boolean };
    comment_written: { comment: number; post: number; club: number | null };
    comment_liked: {
      comment: number;
      post: number;
      club: number | null;
      by: number;
      isOn: boolean;
    };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** An action of a moderator on a post or comment. `text` is its beginning, `person` its author, `club` its club. */
    post_moderated: {
      act: Acts['post_moderated'];
      text: string;
      person: number | null;
      club?: string;
    };
  }
}

export const postsFeature = feature({
  name: 'posts',
  erase: deletePostsOf,
  personalData,
  handlers: [
    ...postsHandlers,
    ...feedHandlers,
    ...commentsHandlers,
    ...draftsHandlers,
    ...scheduledHandlers,
    ...likesHandlers,
  ],
  jobs: [
    ...postNotifications,
    onEvent('posts.publish-due', 'post_due', publishDue),
    // These handlers mostly wait for other servers.
    onEvent('posts.add-preview', 'post_linked', addPreview, { concurrency: 4, timeoutSeconds: 60 }),
  ],
  liveRooms: () => Promise.resolve(['everyone'] as const),
  liveSources: postsSources,
  maintenance: [deleteOldPosts, deleteOldDrafts],
  reportTargets: [...postReports, ...commentReports],
  uploadReferences: [postUploads, draftUploads],
});
