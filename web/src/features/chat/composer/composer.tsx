import { useMutation } from '@tanstack/react-query';
import { AtSign, Paperclip, SendHorizontal, Smile, X } from 'lucide-react';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { messageFilesMax, messageMax } from '#contract/chat/limits.ts';
import { uploadMaxBytes } from '#contract/uploads/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { editMessage, listParticipants } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { isTouch } from '../../../lib/media.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { showToast } from '../../../ui/toasts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Popover, preloadPopover } from '../../../ui/popover.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { nameIn, wordsOf } from '../chat-names.ts';
import { titleOf } from '../conversation-title.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { composingOf, type ComposerMode } from '../queue/composing.ts';
import { drafts, useDraft } from '../queue/drafts.ts';
import { MentionList, useMentions } from '../../formatted-text/mention-list.tsx';
import { toSent } from '../../formatted-text/mentions.ts';
import { queueMessage } from '../queue/unsent.ts';
import { sendTyping } from '../presence.ts';
import type { Thread } from '../thread-store.ts';
import type { AttachFiles } from './use-file-drop.ts';
import { useStoredDraft } from './use-draft.ts';
import { useWritten } from './use-written.ts';

const EmojiPicker = lazyComponent(() => import('../emoji/emoji-picker.tsx'), 'EmojiPicker');
const preloadPicker = () => {
  preloadPopover();
  EmojiPicker.preload();
};

interface ComposerProps {
  conversation: Conversation;
  thread: Thread;
  people: ReadonlyMap<string, Face>;
  writing: ComposerMode;
  onWriting: (writing: ComposerMode) => void;
  /** Receives the function that takes dropped files, or null while files can't be sent. */
  onTakeFiles: (take: AttachFiles | null) => void;
  /** True next to a list, where the composer must not take the focus when it appears. */
  isBeside?: boolean;
}

/**
 * The message field. Enter sends if the device has a keyboard, and Shift+Enter starts a new line. Files can be
 * chosen, pasted or dropped.
 */
export function Composer({
  conversation,
  thread,
  people,
  writing,
  onWriting,
  onTakeFiles,
  isBeside = false,
}: ComposerProps) {
  const messages = useMessages();
  const { t } = messages;
  const me = useUser();
  const { text, chosen, fresh, setText, write, clear, putBack } = useWritten(
    useDraft(conversation.id, conversation.draft),
    writing,
    people,
  );
  const composing = composingOf(conversation.id);
  const { files } = useStore(composing.store);
  const field = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const hint = useId();
  const isEditing = writing.kind === 'edit';
  useStoredDraft(conversation.id, toSent(fresh.text, fresh.chosen), conversation.draft);

  const leaveEdit = () => onWriting({ kind: 'new' });
  const save = useSaveEdit(conversation, thread, leaveEdit);
  const mentions = useParticipantMentions({ field, text, write, conversation: conversation.id });

  useFieldFocus(writing, field, isBeside);

  const add = useTakeFiles({
    files,
    composing,
    field,
    onTakeFiles,
    canSendFiles: conversation.can.send && !isEditing,
  });
  // The field disappears after the first message to a new person.
  const [canSendAtOpen] = useState(conversation.can.send);
  const words = toSent(text, chosen).trim();
  const canSend = words !== '' || files.length > 0;
  const submit = () => {
    if (!canSend || words.length > messageMax) return;
    if (writing.kind === 'edit') {
      if (!save.isPending) save.mutate({ seq: writing.message.seq, words });
      return;
    }
    const given = composing.store.get();
    void queueMessage({
      conversation: conversation.id,
      text: words,
      replyTo: writing.kind === 'reply' ? writing.to.seq : null,
      forward: null,
      files,
    }).catch(() => {
      // If the browser can't store the message (full disk, private window), restore the text and files, even if
      // another conversation is shown by now.
      composing.restore(given);
      drafts.restore(conversation.id, words, conversation.draft);
      putBack(fresh);
      showToast({ message: t('chat.errorKept') });
    });
    // Clear the draft immediately. Sent text must not appear in the field again, even if this tab crashes.
    drafts.note(conversation.id, '', conversation.draft);
    clear();
    composing.setFiles([]);
    onWriting({ kind: 'new' });
    field.current?.focus();
  };
  const insert = (what: string) => {
    const at = field.current?.selectionStart ?? text.length;
    setText(`${text.slice(0, at)}${what}${text.slice(field.current?.selectionEnd ?? at)}`);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at + what.length, at + what.length);
    });
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    else if (event.key === 'Escape' && writing.kind !== 'new') {
      event.preventDefault();
      if (isEditing) leaveEdit();
      else onWriting({ kind: 'new' });
    } else if (event.key === 'ArrowUp' && text === '' && writing.kind === 'new') {
      const own = thread.store
        .get()
        .thread?.items.findLast(
          ({ author, deleted, event: reported }) =>
            author === me.uid && deleted === null && reported === null,
        );
      if (own !== undefined && own.text !== '') {
        event.preventDefault();
        onWriting({ kind: 'edit', message: own });
      }
    }
  };

  if (!conversation.can.send)
    return <CannotSend conversation={conversation} takesFocus={canSendAtOpen} />;
  return (
    <div className="bg-canvas px-3 pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-5 md:pb-4">
      <div
        ref={box}
        className="relative rounded-card border border-line-field bg-surface focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand-text"
      >
        {writing.kind !== 'new' && (
          <WritingBanner
            writing={writing}
            people={people}
            onStop={() => (isEditing ? leaveEdit() : onWriting({ kind: 'new' }))}
          />
        )}
        <ChosenFiles
          files={files}
          onRemove={(clientId) =>
            composing.setFiles(files.filter((one) => one.clientId !== clientId))
          }
        />
        {mentions.isOpen && <MentionList {...mentions} />}
        {/* One line on phones, with the field between its buttons. With more space, the buttons are below the field. */}
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end">
          <textarea
            ref={field}
            dir="auto"
            rows={1}
            value={text}
            maxLength={messageMax}
            aria-label={t('chat.write', { name: titleOf(conversation, messages) })}
            aria-describedby={hint}
            placeholder={t('chat.write', { name: titleOf(conversation, messages) })}
            {...mentions.field}
            onChange={(event) => {
              setText(event.target.value);
              mentions.onChange(event.target);
              if (event.target.value !== '') sendTyping(conversation.id);
            }}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = [...event.clipboardData.files];
              if (pasted.length === 0) return;
              event.preventDefault();
              add(pasted);
            }}
            className={`block field-sizing-content max-h-44 min-h-12 w-full resize-none bg-transparent py-3 text-[max(1rem,16px)] leading-6 outline-none placeholder:truncate max-md:order-2 max-md:pe-1 md:col-span-3 md:min-h-11 md:px-4 md:pt-2.5 md:pb-1 md:text-base ${isEditing ? 'max-md:ps-3.5' : 'max-md:ps-1'}`}
          />
          <span id={hint} className="sr-only">
            {t('chat.hint')}
          </span>
          <div className="flex items-center gap-0.5 max-md:order-1 max-md:py-0.5 max-md:ps-0.5 md:pb-2 md:ps-2">
            <input
              ref={input}
              type="file"
              multiple
              hidden
              onChange={(event) => {
                add([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            {!isEditing && (
              <IconButton
                label={t('chat.attach')}
                icon={Paperclip}
                onClick={() => input.current?.click()}
              />
            )}
            {/* Screen keyboards have their own emoji, and typing @ is enough to mention someone. */}
            <InsertButtons box={box} conversation={conversation} text={text} onInsert={insert} />
          </div>
          <SendButton
            isEditing={isEditing}
            canSend={canSend}
            onSend={submit}
            isSaving={save.isPending}
            length={words.length}
          />
        </div>
      </div>
    </div>
  );
}

interface ParticipantMentionsOptions {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  write: ReturnType<typeof useWritten>['write'];
  conversation: string;
}

/** Suggests participants of the conversation. */
function useParticipantMentions({ field, text, write, conversation }: ParticipantMentionsOptions) {
  const me = useUser();
  const mentions = useMentions({
    find: (search) => ({
      queryKey: [listParticipants, 'mentions', conversation, search] as const,
      queryFn: async ({ signal }) =>
        (await call(listParticipants, { conversation: conversation, search }, signal)).items.filter(
          ({ uid, hasLeft }) => uid !== me.uid && !hasLeft,
        ),
    }),
    field,
    text,
    write,
  });
  return mentions;
}

interface TakeFilesOptions {
  files: ReturnType<ReturnType<typeof composingOf>['store']['get']>['files'];
  composing: ReturnType<typeof composingOf>;
  field: RefObject<HTMLTextAreaElement | null>;
  onTakeFiles: (take: AttachFiles | null) => void;
  canSendFiles: boolean;
}

/** Returns a function that adds files. Dropped files are taken as well, as long as files can be sent. */
function useTakeFiles({ files, composing, field, onTakeFiles, canSendFiles }: TakeFilesOptions) {
  const { t } = useMessages();
  const add = (more: readonly File[]) => {
    const fitting = more.filter(({ size }) => size > 0 && size <= uploadMaxBytes);
    if (fitting.length < more.length) showToast({ message: t('chat.errorTooLarge') });
    const next = [
      ...files,
      ...fitting.map((blob) => ({
        clientId: newClientId(),
        name: blob.name || 'picture.png',
        size: blob.size,
        type: blob.type,
        blob,
        fileId: null,
      })),
    ];
    if (next.length > messageFilesMax)
      showToast({ message: t('chat.tooManyFiles', { count: messageFilesMax }) });
    composing.setFiles(next.slice(0, messageFilesMax));
    field.current?.focus();
  };
  const take = useEffectEvent(add);
  useEffect(() => {
    onTakeFiles(canSendFiles ? (more) => take(more) : null);
    return () => onTakeFiles(null);
  }, [onTakeFiles, canSendFiles]);
  return add;
}

/** Saves an edited message. */
function useSaveEdit(conversation: Conversation, thread: Thread, onSaved: () => void) {
  const messages = useMessages();
  const save = useMutation({
    mutationFn: ({ seq, words }: { seq: number; words: string }) =>
      call(editMessage, {
        conversation: conversation.id,
        seq,
        text: words,
      }),
    onSuccess: (next) => {
      thread.put(next);
      onSaved();
    },
    onError: (error) => showToast({ message: chatErrorText(error, messages) }),
  });
  return save;
}

interface SendButtonProps {
  isEditing: boolean;
  canSend: boolean;
  onSend: () => void;
  isSaving: boolean;
  length: number;
}

/** Sends or saves. Shows how many characters are left near the limit. */
function SendButton({ isEditing, canSend, onSend, isSaving, length }: SendButtonProps) {
  const { t } = useMessages();
  return (
    <div className="flex items-center justify-end gap-0.5 max-md:order-3 max-md:py-0.5 max-md:pe-0.5 md:col-start-3 md:pe-2 md:pb-2">
      {length > messageMax * 0.9 && (
        <span className={`text-xs tabular-nums ${length > messageMax ? 'text-bad' : 'text-ink-2'}`}>
          {messageMax - length}
        </span>
      )}
      <IconButton
        label={isEditing ? t('chat.save') : t('chat.send')}
        icon={SendHorizontal}
        variant={canSend ? 'primary' : 'quiet'}
        aria-disabled={!canSend}
        isPending={isSaving}
        className="[&_svg]:rtl:-scale-x-100"
        onClick={onSend}
      />
    </div>
  );
}

/** Moves the focus into the field when the user starts to edit or answer, and when the conversation opens. */
function useFieldFocus(
  writing: ComposerMode,
  field: RefObject<HTMLTextAreaElement | null>,
  isBeside: boolean,
) {
  const { kind } = writing;
  useEffect(() => {
    if (kind !== 'new') field.current?.focus();
  }, [kind, field]);
  // Focus the field only on devices with a keyboard. On a phone, the screen keyboard would cover the messages.
  useEffect(() => {
    if (!isBeside && !isTouch()) field.current?.focus({ preventScroll: true });
  }, [field, isBeside]);
}

interface InsertButtonsProps {
  /** The field with its buttons. The picker opens above it. */
  box: RefObject<HTMLElement | null>;
  conversation: Conversation;
  text: string;
  onInsert: (text: string) => void;
}

/** Inserts emoji, and mentions in groups. */
function InsertButtons({ box, conversation, text, onInsert }: InsertButtonsProps) {
  const { t } = useMessages();
  const [isPicking, setPicking] = useState(false);
  return (
    <span className="flex items-center gap-0.5 max-md:hidden">
      <IconButton
        label={t('chat.emoji')}
        icon={Smile}
        aria-haspopup="dialog"
        aria-expanded={isPicking}
        onPointerEnter={preloadPicker}
        onClick={() => setPicking(true)}
      />
      <Popover
        label={t('chat.emoji')}
        anchor={box}
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        placement="top start"
        className=""
      >
        <Suspense fallback={<span className="block h-96 w-84" />}>
          <EmojiPicker
            onPick={(emoji) => {
              setPicking(false);
              onInsert(emoji);
            }}
          />
        </Suspense>
      </Popover>
      {conversation.kind === 'group' && (
        <IconButton
          label={t('chat.mention')}
          icon={AtSign}
          onClick={() => onInsert(text === '' || /\s$/.test(text) ? '@' : ' @')}
        />
      )}
    </span>
  );
}

interface WritingBannerProps {
  writing: Exclude<ComposerMode, { kind: 'new' }>;
  people: ReadonlyMap<string, Face>;
  onStop: () => void;
}

/** Names the message that the user edits or answers. */
function WritingBanner({ writing, people, onStop }: WritingBannerProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <div className="flex items-center gap-3 border-b border-line py-1 ps-4 pe-1.5">
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] border-s-2 border-brand-text ps-2.5 text-sm">
        <span className="font-medium text-brand-text">
          {writing.kind === 'edit'
            ? t('chat.editing')
            : t('chat.answering', { name: nameIn(people, writing.to.author, messages) })}
        </span>
        <span dir="auto" className="page-start truncate text-ink-2">
          {wordsOf(writing.kind === 'edit' ? writing.message : writing.to, people, messages)}
        </span>
      </span>
      <IconButton label={t('chat.stop')} icon={X} onClick={onStop} />
    </div>
  );
}

/** Shown in place of the field, with the reason why the user can't write. */
function CannotSend({
  conversation,
  takesFocus,
}: {
  conversation: Conversation;
  /** Set if it replaces a field that had the focus. */
  takesFocus: boolean;
}) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) notice.current?.focus();
  }, [takesFocus]);
  const { t } = useMessages();
  const words = {
    left: t('chat.refusedLeft'),
    blocked: t('chat.refusedBlocked'),
    policy: t('chat.refusedPolicy'),
    gone: t('chat.refusedGone'),
    request: t('chat.refusedRequest'),
    closed: t('chat.refusedClosed'),
  };
  return (
    <p
      ref={notice}
      tabIndex={-1}
      className="border-t border-line bg-surface px-5 py-5 text-center text-ink-2 -outline-offset-2"
    >
      {words[conversation.can.sendRefusal ?? 'gone']}
    </p>
  );
}
