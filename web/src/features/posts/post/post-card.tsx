import {
  Check,
  Eye,
  EyeOff,
  Flag,
  Heart,
  History,
  ImageOff,
  Lock,
  LockOpen,
  MessageCircle,
  MoreHorizontal,
  Pencil,
  Pin,
  PinOff,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import type { Post } from '#contract/posts/endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { updatePost } from '#contract/posts/calls.ts';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { isTouch } from '../../../lib/media.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { FaceStack } from '../../../ui/face-stack.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { nameOf } from '../../people/person.ts';
import { coverOf } from '../cover-draft.ts';
import { PostFiles } from './post-files.tsx';
import { PostHeader } from '../post-header.tsx';
import { PostText } from '../post-text.tsx';
import {
  useDeletePost,
  useLikePost,
  useMarkPost,
  useRemovePreview,
  useShowPost,
  type FeedFrom,
} from '../posts.data.ts';

const Comments = lazyComponent(() => import('../comments/comments.tsx'), 'Comments');
const ScheduledPostActions = lazyComponent(
  () => import('./scheduled-post-actions.tsx'),
  'ScheduledPostActions',
);
const TextDialog = lazyComponent(() => import('../text-dialog.tsx'), 'TextDialog');
const EditsDialog = lazyComponent(() => import('../edits-dialog.tsx'), 'EditsDialog');
const LinkPreviewCard = lazyComponent(
  () => import('../../formatted-text/link-preview-card.tsx'),
  'LinkPreviewCard',
);
// Few posts have one. The layout reserves the space.
const PollView = lazyComponent(() => import('./poll-view.tsx'), 'PollView');
const PostEvent = lazyComponent(() => import('./post-event.tsx'), 'PostEvent');
const LikersDialog = lazyComponent(() => import('./likers-dialog.tsx'), 'LikersDialog');
const ReportDialog = lazyComponent(() => import('../../safety/report-dialog.tsx'), 'ReportDialog');

type Act =
  | 'edit'
  | 'edits'
  | 'delete'
  | 'preview'
  | 'pin'
  | 'hidden'
  | 'closed'
  | 'solved'
  | 'report'
  | 'likers'
  | 'share';
const marks = ['pin', 'hidden', 'closed', 'solved'] as const;

/** The object type in reports. */
const reported = { post: 'post', topic: 'topic', article: 'news' } as const;

interface PostCardProps {
  post: Post;
  /** The surrounding feed. Inside a club's feed, posts don't show the club's name. */
  in?: FeedFrom;
  /** Some of the user's connections who like the post. */
  known?: readonly Face[] | undefined;
  /** True if the post is on its own page, with open comments. */
  isPage?: boolean;
  onGone?: () => void;
}

/** A post with its actions. Comments open in place. */
export function PostCard({ post, in: from, known = [], isPage = false, onGone }: PostCardProps) {
  const messages = useMessages();
  const { t } = messages;
  const [open, setOpen] = useState<'edit' | 'edits' | 'report' | 'likers' | null>(null);
  const [hasComments, setHasComments] = useState(isPage);
  const remove = useDeletePost(onGone);
  const mark = useMarkPost();
  const removePreview = useRemovePreview();
  const { id, can, author, club } = post;
  const name =
    post.isAsClub && club ? club.name : author === null ? t('posts.formerMember') : nameOf(author);
  const act = async (what: Act) => {
    if (what === 'edit' || what === 'edits' || what === 'report' || what === 'likers')
      return setOpen(what);
    if (what === 'delete') return remove.run(id);
    if (what === 'preview') return removePreview.run(post);
    if (what !== 'share') return mark.run({ post, mark: what });
    const url = `${window.location.origin}${paths.post}?id=${encodeURIComponent(id)}`;
    // Phones have a share sheet; elsewhere the link is copied. Closing the sheet cancels both.
    if (isTouch() && 'share' in navigator) return navigator.share({ url }).catch(() => {});
    await navigator.clipboard.writeText(url);
    showToast({ message: t('posts.linkCopied') });
  };
  const notes = usePostNotes(post);
  return (
    <article
      aria-label={post.title === '' ? name : post.title}
      tabIndex={-1}
      data-post={id}
      className="card grid gap-3 p-4 sm:p-5"
    >
      <PostHeader
        author={author}
        club={from?.scope === 'club' && !post.isAsClub ? null : club}
        isAsClub={post.isAsClub}
        at={post.publishedAt}
        notes={notes}
      >
        <MenuButton<Act>
          label={t('posts.more', { name })}
          icon={MoreHorizontal}
          variant="quiet"
          items={itemsOf(post, messages)}
          onAction={(what) => void act(what)}
        />
      </PostHeader>
      {post.cover?.picture && (
        <img
          src={post.cover.url}
          alt=""
          width={post.cover.picture.width}
          height={post.cover.picture.height}
          loading="lazy"
          className="aspect-[5/2] w-full rounded-control bg-fill object-cover"
        />
      )}
      {/* The page of a post has its title as the heading. */}
      {post.title !== '' && !isPage && <PostTitle post={post} />}
      {isPage && post.isSolved && <Solved />}
      <PostText {...post} />
      <PostFiles files={post.files} />
      <Attachments post={post} id={id} can={can} />
      {post.isScheduled ? (
        <Suspense fallback={<Skeleton className="h-12" />}>
          <ScheduledPostActions post={post} />
        </Suspense>
      ) : (
        <PostFooter
          post={post}
          can={can}
          known={known}
          hasComments={hasComments}
          onLikers={() => setOpen('likers')}
          onComments={() => setHasComments(!hasComments)}
          onShare={() => void act('share')}
        />
      )}
      {hasComments && !post.isScheduled && (
        <Suspense fallback={<Skeleton className="h-12" />}>
          <Comments
            post={id}
            canComment={can.comment}
            canReact={can.react}
            whyNot={
              post.isClosed
                ? t('posts.closedBody')
                : !can.react && club !== null
                  ? t('posts.membersComment')
                  : undefined
            }
          />
        </Suspense>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <PostDialog open={open} id={id} post={post} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </article>
  );
}

/** Facts next to the time of a post. */
function usePostNotes(post: Post) {
  const messages = useMessages();
  const { t } = messages;
  const notes = [
    ...(post.isPinned ? [t('posts.pinned')] : []),
    ...(post.isHidden ? [t(post.isHeld ? 'posts.heldNote' : 'posts.hidden')] : []),
    ...(post.isClosed ? [t('posts.closed')] : []),
    ...(post.hub === null ? [] : [t('posts.forHub', { hub: post.hub.name })]),
    ...(post.aimedAt === null ? [] : [t('posts.aimed', { tags: messages.list(post.aimedAt) })]),
    ...(post.editedAt === null ? [] : [t('posts.edited')]),
  ];
  return notes;
}

function PostTitle({ post }: { post: Post }) {
  return (
    <h3 dir="auto" className="page-start flex flex-wrap items-center gap-2 text-xl! wrap-anywhere">
      {post.title}
      {post.isSolved && <Solved />}
    </h3>
  );
}

function Solved() {
  const { t } = useMessages();
  return (
    <span className="justify-self-start">
      <Pill tone="good" icon={Check}>
        {t('posts.solved')}
      </Pill>
    </span>
  );
}

interface AttachmentsProps {
  post: Post;
  id: string;
  can: Post['can'];
}

/** Link preview, event and poll. They load on demand. */
function Attachments({ post, id, can }: AttachmentsProps) {
  return (
    <>
      {post.preview && (
        <Suspense fallback={<div className="h-18" />}>
          <LinkPreviewCard preview={post.preview} isWide />
        </Suspense>
      )}
      {post.event !== null && (
        <Suspense fallback={<div className="h-28" />}>
          <PostEvent event={post.event} />
        </Suspense>
      )}
      {post.poll && (
        <Suspense
          fallback={<div style={{ height: `${post.poll.options.length * 3.25 + 1.25}rem` }} />}
        >
          <PollView post={id} poll={post.poll} canVote={can.vote} />
        </Suspense>
      )}
    </>
  );
}

interface PostDialogProps {
  open: 'edit' | 'edits' | 'report' | 'likers';
  id: string;
  post: Post;
  onClose: () => void;
}

/** The dialog of an action. */
function PostDialog({ open, id, post, onClose }: PostDialogProps) {
  const { t } = useMessages();
  const show = useShowPost();
  return open === 'likers' ? (
    <LikersDialog id={id} onClose={onClose} />
  ) : open === 'edits' ? (
    <EditsDialog
      of="post"
      id={id}
      title={post.title}
      now={post.text}
      files={post.files.map((file) => file.name)}
      onClose={onClose}
    />
  ) : open === 'edit' ? (
    <TextDialog
      title={t('posts.editTitle')}
      initial={post}
      {...(post.kind !== 'post' && { heading: post.title })}
      {...(post.kind === 'article' && { cover: coverOf(post.cover) })}
      files={post.files}
      hint={t(post.poll === null ? 'posts.editFixed' : 'posts.editFixedPoll')}
      maxLength={postLimits.text}
      save={async (text, title, cover, files) =>
        show(
          await call(updatePost, {
            id,
            text,
            files: [...files],
            version: post.version,
            ...(post.kind !== 'post' && { title }),
            ...(post.kind === 'article' && { cover: cover?.id ?? null }),
          }),
        )
      }
      onClose={onClose}
    />
  ) : (
    <ReportDialog
      target={{ kind: reported[post.kind], id }}
      title={t(`posts.report_${post.kind}`)}
      quote={post.text}
      onClose={onClose}
    />
  );
}

interface PostFooterProps {
  post: Post;
  can: Post['can'];
  known: readonly Face[];
  hasComments: boolean;
  onLikers: () => void;
  onComments: () => void;
  onShare: () => void;
}

/** Likes, comments and sharing. */
function PostFooter({
  post,
  can,
  known,
  hasComments,
  onLikers,
  onComments,
  onShare,
}: PostFooterProps) {
  const messages = useMessages();
  const { t, number } = messages;
  const like = useLikePost();
  return (
    <div className="-mb-2 flex flex-wrap gap-x-2">
      <button
        type="button"
        data-key="like"
        aria-pressed={post.liked}
        disabled={!can.react}
        onClick={() => like.run(post)}
        className="-ms-2 flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-fill aria-pressed:text-brand-text"
      >
        <Heart size={20} aria-hidden className={post.liked ? 'fill-current' : ''} />
        <span aria-hidden className="min-w-4 tabular-nums">
          {number(post.likes)}
        </span>
        <span className="sr-only">{`${t('posts.like')}, ${t('posts.likes', { count: post.likes })}`}</span>
      </button>
      <button
        type="button"
        data-key="comments"
        aria-expanded={hasComments}
        onClick={onComments}
        className="flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-fill"
      >
        <MessageCircle size={20} aria-hidden />
        <span aria-hidden className="min-w-4 tabular-nums">
          {number(post.comments)}
        </span>
        <span className="sr-only">{t('posts.comments', { count: post.comments })}</span>
      </button>
      <button
        type="button"
        onClick={onShare}
        className="flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-fill"
      >
        <Send size={20} aria-hidden className="rtl:-scale-x-100" />
        {t('posts.share')}
      </button>
      {/* Last, so that the other actions are in the same places in every post. */}
      {known.length > 0 && post.likes > 0 && (
        <button
          type="button"
          aria-label={t('posts.likedBy', { names: likersOf(post, known, messages) })}
          onClick={onLikers}
          className="ms-auto flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1 text-sm text-ink-2 hover:bg-fill"
        >
          <FaceStack people={known} total={0} />
          <span aria-hidden className="min-w-0 truncate max-sm:hidden">
            {likersOf(post, known, messages)}
          </span>
        </button>
      )}
    </div>
  );
}

/** Returns the names of the user's connections who like a post, and the number of others. */
const likersOf = ({ likes }: Post, known: readonly Face[], { t, list }: Messages): string => {
  const shown = known.slice(0, likes);
  const others = likes - shown.length;
  return list([
    ...shown.map(({ firstName }) => firstName),
    ...(others > 0 ? [t('posts.others', { count: others })] : []),
  ]);
};

/** Returns the menu items of a post. */
const itemsOf = (post: Post, { t }: Messages) => {
  const { can } = post;
  const looks = {
    pin: post.isPinned ? ([t('posts.unpin'), PinOff] as const) : ([t('posts.pin'), Pin] as const),
    hidden: post.isHidden
      ? ([t('posts.unhide'), Eye] as const)
      : ([t('posts.hide'), EyeOff] as const),
    closed: post.isClosed
      ? ([t('posts.reopen'), LockOpen] as const)
      : ([t('posts.close'), Lock] as const),
    solved: post.isSolved
      ? ([t('posts.unsolve'), Undo2] as const)
      : ([t('posts.solve'), Check] as const),
  };
  const may = { pin: can.pin, hidden: can.hide, closed: can.close, solved: can.solve };
  return [
    ...(post.likes > 0 ? [{ id: 'likers' as const, label: t('posts.likers'), icon: Heart }] : []),
    ...(can.edit ? [{ id: 'edit' as const, label: t('posts.edit'), icon: Pencil }] : []),
    ...(post.editedAt === null
      ? []
      : [{ id: 'edits' as const, label: t('posts.history'), icon: History }]),
    ...marks.flatMap((id) => (may[id] ? [{ id, label: looks[id][0], icon: looks[id][1] }] : [])),
    ...(post.preview !== null && (can.edit || can.hide)
      ? [{ id: 'preview' as const, label: t('posts.removePreview'), icon: ImageOff }]
      : []),
    ...(can.report ? [{ id: 'report' as const, label: t('posts.report'), icon: Flag }] : []),
    ...(can.delete
      ? [{ id: 'delete' as const, label: t('posts.delete'), icon: Trash2, isDanger: true }]
      : []),
  ];
};
