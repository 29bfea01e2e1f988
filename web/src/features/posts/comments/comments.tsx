import {
  Eye,
  EyeOff,
  Flag,
  Heart,
  History,
  MoreHorizontal,
  Pencil,
  SendHorizontal,
  Trash2,
  X,
} from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { Comment } from '#contract/posts/comments.endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { createComment, deleteComment, updateComment } from '#contract/posts/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useStore } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { nameOf } from '../../people/person.ts';
import { commentOn } from './comment-on.ts';
import { MentionArea, emptyText, sentOf, type Written } from '../composer/mention-area.tsx';
import { PostHeader } from '../post-header.tsx';
import { PostText } from '../post-text.tsx';
import { useComments, useCommentsChanged, useHideComment, useLikeComment } from '../posts.data.ts';
import english from '../messages/en.json';

addEnglish(english);

const TextDialog = lazyComponent(() => import('../text-dialog.tsx'), 'TextDialog');
const EditsDialog = lazyComponent(() => import('../edits-dialog.tsx'), 'EditsDialog');
const ReportDialog = lazyComponent(() => import('../../safety/report-dialog.tsx'), 'ReportDialog');

/** The comments of a post with replies, and a field to add one. */
export function Comments({
  post,
  canComment,
  canReact,
  whyNot: disabledReason,
}: {
  post: string;
  canComment: boolean;
  canReact: boolean;
  /** The reason why there is no comment field. */
  whyNot?: string | undefined;
}) {
  const { t } = useMessages();
  const comments = useComments(post);
  const [replyTo, setReplyTo] = useState<Comment | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const asked = useStore(commentOn);
  useEffect(() => {
    if (asked !== post) return;
    commentOn.set(null);
    field.current?.focus();
  }, [asked, post]);
  const reply = (to: Comment) => {
    setReplyTo(to);
    // The user clicked Reply, so focus the field.
    field.current?.focus();
  };
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <QueryBoundary query={comments} isSmall skeleton={['h-12', 'h-12']} isEmpty={() => false}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          const shown = new Set(all.map(({ id }) => id));
          // A reply appears on its own if the user can't see its comment.
          const tops = all.filter((one) => one.replyTo === null || !shown.has(one.replyTo));
          if (all.length === 0) return <p className="text-ink-2">{t('posting.noComments')}</p>;
          return (
            <>
              <ul className="grid gap-4">
                {tops.map((one) => (
                  <li key={one.id} className="grid gap-3">
                    <CommentRow
                      post={post}
                      comment={one}
                      canReact={canReact}
                      {...(canComment && { onReply: () => reply(one) })}
                    />
                    <ul className="grid gap-3 ps-8 empty:hidden">
                      {all
                        .filter((answer) => answer.replyTo === one.id)
                        .map((answer) => (
                          <li key={answer.id}>
                            <CommentRow
                              post={post}
                              comment={answer}
                              canReact={canReact}
                              {...(canComment && { onReply: () => reply(answer) })}
                            />
                          </li>
                        ))}
                    </ul>
                  </li>
                ))}
              </ul>
              <LoadMore query={comments} />
            </>
          );
        }}
      </QueryBoundary>
      {canComment ? (
        <CommentForm post={post} field={field} replyTo={replyTo} onReplyTo={setReplyTo} />
      ) : (
        disabledReason !== undefined && <p className="text-sm text-ink-2">{disabledReason}</p>
      )}
    </div>
  );
}

interface CommentFormProps {
  post: string;
  field: RefObject<HTMLTextAreaElement | null>;
  replyTo: Comment | null;
  onReplyTo: (comment: Comment | null) => void;
}

/** Unsent comments by post, so that closing the comments loses nothing. */
const begun = new Map<string, Written>();

function CommentForm({ post, field, replyTo, onReplyTo }: CommentFormProps) {
  const { t } = useMessages();
  const [written, setWritten] = useState(() => begun.get(post) ?? emptyText);
  const [clientId, setClientId] = useState(newClientId);
  const changed = useCommentsChanged(post);
  const write = (next: Written) => {
    setWritten(next);
    if (next.text === '') begun.delete(post);
    else begun.set(post, next);
  };
  const send = useAction(
    () =>
      call(createComment, {
        id: post,
        clientId,
        text: sentOf(written),
        ...(replyTo && { replyTo: replyTo.id }),
      }),
    {
      onSuccess() {
        write(emptyText);
        setClientId(newClientId());
        changed(1);
        onReplyTo(null);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (written.text.trim() !== '' && !send.isPending) send.run();
  };
  const answered =
    replyTo === null
      ? null
      : t('posting.replyTo', {
          name: replyTo.author === null ? t('posts.formerMember') : nameOf(replyTo.author),
        });
  return (
    <form onSubmit={submit} className="grid gap-1">
      {answered !== null && (
        <p className="flex items-center gap-1 text-sm text-ink-2">
          <span className="min-w-0 truncate">{answered}</span>
          <IconButton
            label={t('posting.cancelReply')}
            icon={X}
            size="sm"
            variant="quiet"
            onClick={() => {
              onReplyTo(null);
              field.current?.focus();
            }}
          />
        </p>
      )}
      <div className="flex items-end gap-2">
        <MentionArea
          label={answered ?? t('posting.commentLabel')}
          isLabelHidden
          placeholder={answered ?? t('posting.commentLabel')}
          rows={1}
          value={written}
          onChange={write}
          maxLength={postLimits.comment}
          field={field}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
            if (event.key === 'Escape' && replyTo !== null) onReplyTo(null);
          }}
        />
        <IconButton
          type="submit"
          label={t('posting.send')}
          icon={SendHorizontal}
          variant="soft"
          isPending={send.isPending}
          // Don't use `disabled`: the empty field would lose the focus after sending.
          aria-disabled={written.text.trim() === ''}
        />
      </div>
    </form>
  );
}

type Act = 'edit' | 'delete' | 'report' | 'hide' | 'edits';

function CommentRow({
  post,
  comment,
  canReact,
  onReply,
}: {
  post: string;
  comment: Comment;
  canReact: boolean;
  onReply?: () => void;
}) {
  const { t } = useMessages();
  const [open, setOpen] = useState<'edit' | 'report' | 'edits' | null>(null);
  const hide = useHideComment(post);
  const like = useLikeComment(post);
  const changed = useCommentsChanged(post);
  const remove = useAction((id: string) => call(deleteComment, { id }), {
    confirm: () => ({
      title: t('posting.deleteComment'),
      body: t('posting.deleteCommentBody'),
      confirmLabel: t('posts.delete'),
      isDanger: true,
    }),
    success: t('posting.commentDeleted'),
    onSuccess: () => changed(-1),
  });
  const isGone = comment.isHidden && comment.text === '';
  if (comment.isDeleted || isGone)
    return (
      <p className="text-ink-2 italic">{t(isGone ? 'posting.wasHidden' : 'posting.wasDeleted')}</p>
    );
  const { id, can, author } = comment;
  const name = author === null ? t('posts.formerMember') : nameOf(author);
  const items = [
    ...(can.edit ? [{ id: 'edit' as const, label: t('posts.edit'), icon: Pencil }] : []),
    ...(comment.editedAt === null
      ? []
      : [{ id: 'edits' as const, label: t('posts.history'), icon: History }]),
    ...(can.hide
      ? [
          {
            id: 'hide' as const,
            label: t(comment.isHidden ? 'posts.unhide' : 'posts.hide'),
            icon: comment.isHidden ? Eye : EyeOff,
          },
        ]
      : []),
    ...(can.report ? [{ id: 'report' as const, label: t('posts.report'), icon: Flag }] : []),
    ...(can.delete
      ? [{ id: 'delete' as const, label: t('posts.delete'), icon: Trash2, isDanger: true }]
      : []),
  ];
  return (
    <div className="grid gap-1">
      <PostHeader
        author={author}
        at={comment.createdAt}
        size={2.25}
        notes={[
          ...(comment.isHidden ? [t(comment.isHeld ? 'posts.heldNote' : 'posts.hidden')] : []),
          ...(comment.editedAt === null ? [] : [t('posts.edited')]),
        ]}
      >
        <MenuButton<Act>
          label={t('posting.moreComment', { name })}
          icon={MoreHorizontal}
          variant="quiet"
          size="sm"
          items={items}
          onAction={(what) =>
            what === 'delete' ? remove.run(id) : what === 'hide' ? hide.run(comment) : setOpen(what)
          }
        />
      </PostHeader>
      <div className="grid gap-1 ps-12">
        <PostText {...comment} />
        <div className="flex gap-x-2">
          <LikeButton comment={comment} canReact={canReact} onClick={() => like.run(comment)} />
          {onReply && <ReplyButton onClick={onReply} name={name} />}
        </div>
      </div>
      {open !== null && (
        <Suspense fallback={null}>
          <CommentDialog
            post={post}
            open={open}
            id={id}
            comment={comment}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function ReplyButton({ onClick, name }: { onClick: () => void; name: string }) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-9 items-center rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-fill touch:min-h-11"
    >
      <span aria-hidden>{t('posting.reply')}</span>
      <span className="sr-only">{t('posting.replyTo', { name })}</span>
    </button>
  );
}

interface LikeButtonProps {
  comment: Comment;
  canReact: boolean;
  onClick: () => void;
}

function LikeButton({ comment, canReact, onClick }: LikeButtonProps) {
  const { t, number } = useMessages();
  return (
    <button
      type="button"
      aria-pressed={comment.liked}
      disabled={!canReact}
      onClick={onClick}
      className="-ms-2 flex min-h-9 items-center gap-1.5 rounded-control px-2 text-sm text-ink-2 hover:bg-fill touch:min-h-11 aria-pressed:text-brand-text"
    >
      <Heart size={16} aria-hidden className={comment.liked ? 'fill-current' : ''} />
      <span aria-hidden className="tabular-nums">
        {number(comment.likes)}
      </span>
      <span className="sr-only">{`${t('posts.like')}, ${t('posts.likes', { count: comment.likes })}`}</span>
    </button>
  );
}

interface CommentDialogProps {
  post: string;
  open: 'edit' | 'report' | 'edits';
  id: string;
  comment: Comment;
  onClose: () => void;
}

/** The dialog of an action. */
function CommentDialog({ post, open, id, comment, onClose }: CommentDialogProps) {
  const { t } = useMessages();
  const changed = useCommentsChanged(post);
  return open === 'edits' ? (
    <EditsDialog of="comment" id={id} now={comment.text} onClose={onClose} />
  ) : open === 'edit' ? (
    <TextDialog
      title={t('posting.editComment')}
      initial={comment}
      maxLength={postLimits.comment}
      save={async (text) => {
        await call(updateComment, { id, text });
        changed(0);
      }}
      onClose={onClose}
    />
  ) : (
    <ReportDialog
      target={{ kind: 'comment', id }}
      title={t('posting.reportComment')}
      quote={comment.text}
      onClose={onClose}
    />
  );
}
