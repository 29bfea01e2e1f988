import {
  Flag,
  Heart,
  Link as LinkIcon,
  MessageCircle,
  MoreHorizontal,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { call } from '../../lib/call.ts';
import { laterPart } from '../../lib/later-part.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { nameOf } from '../people/person.ts';
import { PollView } from './poll-view.tsx';
import { PostFiles } from './post-files.tsx';
import { PostHead } from './post-head.tsx';
import { PostText } from './post-text.tsx';
import { useDeletePost, useLikePost, usePinPost, useShowPost } from './posts.data.ts';

const Comments = laterPart(() => import('./comments.tsx'), 'Comments');
const TextDialog = laterPart(() => import('./text-dialog.tsx'), 'TextDialog');
const ReportDialog = laterPart(() => import('../safety/report-dialog.tsx'), 'ReportDialog');

type Act = 'edit' | 'delete' | 'pin' | 'report' | 'link';

interface PostCardProps {
  post: Post;
  /** On a page of its own: the comments are open. */
  isPage?: boolean;
  onGone?: () => void;
}

/** A post with what one can do about it; comments open in place. */
export function PostCard({ post, isPage = false, onGone }: PostCardProps) {
  const { t, number } = useMessages();
  const [open, setOpen] = useState<'edit' | 'report' | null>(null);
  const [hasComments, setHasComments] = useState(isPage);
  const like = useLikePost();
  const remove = useDeletePost(onGone);
  const pin = usePinPost();
  const show = useShowPost();
  const { id, can, author } = post;
  const name = author === null ? t('posts.formerMember') : nameOf(author);
  const act = async (what: Act) => {
    if (what === 'edit' || what === 'report') return setOpen(what);
    if (what === 'delete') return remove.run(id);
    if (what === 'pin') return pin.run(post);
    await navigator.clipboard.writeText(
      `${window.location.origin}${paths.post}?id=${encodeURIComponent(id)}`,
    );
    showToast({ message: t('posts.linkCopied') });
  };
  return (
    <article aria-label={name} className="card grid gap-3 p-4 sm:p-5">
      <PostHead
        author={author}
        at={post.publishedAt}
        notes={[
          ...(post.isPinned ? [t('posts.pinned')] : []),
          ...(post.editedAt === null ? [] : [t('posts.edited')]),
        ]}
      >
        <MenuButton<Act>
          label={t('posts.more', { name })}
          icon={MoreHorizontal}
          variant="quiet"
          items={[
            { id: 'link', label: t('posts.copyLink'), icon: LinkIcon },
            ...(can.edit ? [{ id: 'edit' as const, label: t('posts.edit'), icon: Pencil }] : []),
            ...(can.pin
              ? [
                  {
                    id: 'pin' as const,
                    label: t(post.isPinned ? 'posts.unpin' : 'posts.pin'),
                    icon: post.isPinned ? PinOff : Pin,
                  },
                ]
              : []),
            ...(can.report
              ? [{ id: 'report' as const, label: t('posts.report'), icon: Flag }]
              : []),
            ...(can.delete
              ? [{ id: 'delete' as const, label: t('posts.delete'), icon: Trash2, isDanger: true }]
              : []),
          ]}
          onAction={(what) => void act(what)}
        />
      </PostHead>
      <PostText text={post.text} />
      <PostFiles files={post.files} />
      {post.poll && <PollView post={id} poll={post.poll} canVote={can.vote} />}
      <div className="-mb-2 flex flex-wrap gap-x-2">
        <button
          type="button"
          aria-pressed={post.liked}
          onClick={() => like.run(post)}
          className="-ms-2 flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-fill aria-pressed:text-link"
        >
          <Heart size={20} aria-hidden className={post.liked ? 'fill-current' : ''} />
          <span aria-hidden className="tabular-nums">
            {number(post.likes)}
          </span>
          <span className="sr-only">{`${t('posts.like')}, ${t('posts.likes', { count: post.likes })}`}</span>
        </button>
        <button
          type="button"
          aria-expanded={hasComments}
          onClick={() => setHasComments(!hasComments)}
          className="flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-fill"
        >
          <MessageCircle size={20} aria-hidden />
          <span aria-hidden className="tabular-nums">
            {number(post.comments)}
          </span>
          <span className="sr-only">{t('posts.comments', { count: post.comments })}</span>
        </button>
      </div>
      {hasComments && (
        <Suspense fallback={<Skeleton className="h-12" />}>
          <Comments post={id} />
        </Suspense>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          {open === 'edit' ? (
            <TextDialog
              title={t('posts.editTitle')}
              text={post.text}
              maxLength={postLimits.text}
              save={async (text) =>
                show(await call('PATCH /api/v1/posts/{id}', { id, text, version: post.version }))
              }
              onClose={() => setOpen(null)}
            />
          ) : (
            <ReportDialog
              target={{ kind: 'post', id }}
              title={t('posts.reportPost')}
              quote={post.text}
              onClose={() => setOpen(null)}
            />
          )}
        </Suspense>
      )}
    </article>
  );
}
