import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, ImagePlus, ListChecks, SlidersHorizontal, X } from 'lucide-react';
import {
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
} from 'react';
import { newClientId } from '#contract/client-id.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { createPost, listTopics } from '#contract/posts/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { nameOf } from '../../people/person.ts';
import { AttachedFileList, useAttachedFiles } from '../attached-files.tsx';
import { joinedClubs, ownHubs, usePostDraft, type ComposerProps } from './composer.data.ts';
import { MentionArea, emptyText, sentOf, writtenOf } from './mention-area.tsx';
import { coverOf, type CoverDraft } from '../cover-draft.ts';
import type { PollDraft } from './poll-fields.tsx';
import type { PostOptionsDraft } from './post-options.tsx';
import { showScheduled } from '../post-cache.ts';
import { postingQuery } from '../posting.data.ts';
import { useShowPost } from '../posts.data.ts';
import english from '../messages/en.json';

addEnglish(english);

// Rarely used parts load on demand.
const PostOptions = lazyComponent(() => import('./post-options.tsx'), 'PostOptions');
const EventPicker = lazyComponent(() => import('./event-picker.tsx'), 'EventPicker');
const CoverField = lazyComponent(() => import('./cover-field.tsx'), 'CoverField');
const PollFields = lazyComponent(() => import('./poll-fields.tsx'), 'PollFields');

const dayMs = 86_400_000;
const noPoll = null;
const newPoll: PollDraft = { options: ['', ''], multiple: false, days: '3' };

const postingNone = { post: true, startTopic: false, publish: false };
const optionsNone: PostOptionsDraft = { asClub: false, publishAt: null, aimedAt: [] };
const wholeSchool = '';
/** The prefix of a hub's ID in the audience options. */
const hubMark = 'hub:';

interface ComposerFormProps extends ComposerProps {
  onClose: () => void;
}

/** Writes a post, topic or news: text, files (chosen, pasted or dropped), a poll, audience and publication time. */
export function ComposerForm({ from, club, kind = 'post', onClose }: ComposerFormProps) {
  const { t, date } = useMessages();
  const user = useUser();
  const isWide = useMinWidth('md');
  const show = useShowPost(from);
  const client = useQueryClient();
  const [written, setWritten] = useState(emptyText);
  const [title, setTitle] = useState('');
  const [audience, setAudience] = useState(club ?? wholeSchool);
  const [options, setOptions] = useState<PostOptionsDraft | null>(null);
  const [poll, setPoll] = useState<PollDraft | null>(noPoll);
  const [event, setEvent] = useState<string | null>(null);
  const [hasEvent, setHasEvent] = useState(false);
  const [cover, setCover] = useState<CoverDraft | null>(null);
  const [isCoverSending, setCoverSending] = useState(false);
  const [clientId] = useState(newClientId);
  const [hasTooMany, setTooMany] = useState(false);
  const attached = useAttachedFiles(() => setTooMany(true));
  const field = useRef<HTMLTextAreaElement>(null);
  const head = useRef<HTMLInputElement>(null);
  const clubs = useQuery({ ...joinedClubs(), enabled: club === undefined });
  const hubs = useQuery({ ...ownHubs(), enabled: club === undefined }).data?.items ?? [];
  const [hub, setHub] = useState('');
  const posting = useQuery({ ...postingQuery(audience), enabled: audience !== wholeSchool }).data;
  const may = posting?.can ?? postingNone;
  const isWaiting = attached.isSending || attached.hasFailed || isCoverSending;
  const draft = usePostDraft(
    { club: audience, kind },
    {
      title: title.trim(),
      text: sentOf(written),
      hub: hub === '' ? null : hub,
      ...(options ?? optionsNone),
      aimedAt: [...(options?.aimedAt ?? [])],
      poll: poll && { ...poll, options: [...poll.options] },
      event,
      cover: cover?.id ?? null,
      files: [...attached.ids, ...(cover ? [cover.id] : [])],
    },
    !attached.isSending,
    (saved) => {
      setTitle(saved.title);
      setWritten(writtenOf(saved));
      setHub(saved.hub ?? '');
      setPoll(saved.poll);
      setEvent(saved.event);
      setHasEvent(saved.event !== null);
      setCover(coverOf(saved.files.find(({ id }) => id === saved.cover) ?? null));
      attached.restore(saved.files.filter(({ id }) => id !== saved.cover));
      // Ignore a scheduled time that has passed.
      const isAhead = saved.publishAt !== null && saved.publishAt > new Date().toISOString();
      const publishAt = isAhead ? saved.publishAt : null;
      const { asClub, aimedAt } = saved;
      if (publishAt !== null || asClub || aimedAt.length > 0)
        setOptions({ publishAt, asClub, aimedAt });
    },
  );
  useEffect(() => {
    (kind === 'post' ? field : head).current?.focus();
  }, [kind]);

  const attach = (list: Iterable<File>) => {
    setTooMany(false);
    attached.attach(list);
  };

  const pollOptions = poll?.options.map((one) => one.trim()).filter((one) => one !== '') ?? [];
  const post = useAction(
    () =>
      call(createPost, {
        clientId,
        kind,
        title: title.trim(),
        text: sentOf(written),
        ...(audience !== wholeSchool ? { club: audience } : hub !== '' && { hub }),
        ...(options && {
          asClub: options.asClub && may.publish,
          aimedAt: may.publish ? [...options.aimedAt] : [],
          ...(options.publishAt !== null && { publishAt: options.publishAt }),
        }),
        ...(event !== null && { event }),
        ...(cover && { cover: cover.id }),
        files: attached.ids,
        ...(poll && {
          poll: {
            options: pollOptions,
            multiple: poll.multiple,
            ...(poll.days !== 'never' && {
              // The poll opens when the post is published.
              closesAt: new Date(
                (options?.publishAt ? Date.parse(options.publishAt) : Date.now()) +
                  Number(poll.days) * dayMs,
              ).toISOString(),
            }),
          },
        }),
      }),
    {
      success: ({ isScheduled, isHidden, publishedAt }) =>
        isHidden
          ? t('posts.held')
          : isScheduled
            ? t('posting.scheduledFor', { when: date(publishedAt, 'moment') })
            : t('posting.posted'),
      onSuccess(made) {
        draft.forget();
        const isHere =
          kind !== 'topic' &&
          (from.scope === 'club' ? made.club?.id === from.club : from.scope === 'home');
        if (isHere && !made.isScheduled) show(made);
        void client.invalidateQueries({ queryKey: [listTopics] });
        if (made.isScheduled) showScheduled(client);
        onClose();
      },
    },
  );
  const isEmpty =
    written.text.trim() === '' && attached.files.length === 0 && poll === null && event === null;
  const isUntitled = kind !== 'post' && title.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && !isUntitled && !isWaiting && !post.isPending) post.run();
  };
  const takeFiles = (event: ClipboardEvent | DragEvent, list: FileList | undefined) => {
    if (list === undefined || list.length === 0) return;
    event.preventDefault();
    attach(list);
  };
  const refused =
    audience !== wholeSchool && posting !== undefined && kind === 'post' && !may.post
      ? t('error.posts_officers_only')
      : null;
  const label = t(
    kind === 'article' ? 'posts.writeNews' : kind === 'topic' ? 'posts.startTopic' : 'posts.write',
  );
  const saved = draft.isSaved && (
    <span className="text-sm text-ink-2" role="status">
      {t('posting.draftSaved')}
    </span>
  );
  return (
    <form aria-label={label} onSubmit={submit} className="card grid gap-3 p-4 sm:p-5">
      {!isWide && (
        <div className="-mt-2 flex items-center gap-3">
          <span className="min-w-0 flex-1 truncate font-bold">{label}</span>
          {saved}
          <IconButton
            label={t('posting.closeComposer')}
            icon={X}
            className="-me-2"
            onClick={onClose}
          />
        </div>
      )}
      {kind !== 'post' && (
        <TextField
          ref={head}
          label={t('posting.titleLabel')}
          value={title}
          onChange={setTitle}
          maxLength={postLimits.title}
        />
      )}
      {kind === 'article' && (
        <Suspense fallback={<Skeleton className="h-11" />}>
          <CoverField cover={cover} onChange={setCover} onSending={setCoverSending} />
        </Suspense>
      )}
      <div className="flex gap-3">
        {kind === 'post' && (
          <span className="max-sm:hidden">
            <Avatar name={nameOf(user)} photoUrl={user.photoUrl} size={2.75} />
          </span>
        )}
        <MentionArea
          field={field}
          label={kind === 'post' ? t('posts.write') : t('posting.text')}
          isLabelHidden={kind === 'post'}
          placeholder={kind === 'post' ? t('posts.placeholder', { name: user.firstName }) : ''}
          rows={kind === 'post' ? 3 : 6}
          value={written}
          onChange={setWritten}
          maxLength={postLimits.text}
          onPaste={(event) => takeFiles(event, event.clipboardData.files)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => takeFiles(event, event.dataTransfer.files)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        />
      </div>
      {club === undefined && hubs.length + (clubs.data?.items.length ?? 0) > 0 && (
        <AudienceSelect
          hub={hub}
          audience={audience}
          hubs={hubs}
          error={refused}
          clubs={clubs.data?.items ?? []}
          onChange={(value) => {
            const isHub = value.startsWith(hubMark);
            setHub(isHub ? value.slice(hubMark.length) : '');
            setAudience(isHub ? wholeSchool : value);
          }}
        />
      )}
      {options && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <PostOptions
            options={options}
            canPublish={may.publish}
            tags={posting?.tags ?? []}
            onChange={setOptions}
          />
        </Suspense>
      )}
      {poll && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <PollFields poll={poll} onChange={setPoll} />
        </Suspense>
      )}
      {hasEvent && (
        <Suspense fallback={<Skeleton className="h-18" />}>
          <EventPicker event={event} onChange={setEvent} />
        </Suspense>
      )}
      <AttachedFileList {...attached} />
      {hasTooMany && <Failure>{t('posting.tooManyFiles', { max: postLimits.files })}</Failure>}
      <div className="flex items-center gap-2 sm:flex-wrap">
        <AttachmentButtons
          onFiles={attach}
          poll={poll}
          onPoll={setPoll}
          hasEvent={hasEvent}
          onEvent={() => {
            setHasEvent(!hasEvent);
            setEvent(null);
          }}
          onOptions={() => setOptions(options ? null : optionsNone)}
          hasOptions={options !== null}
        />
        {isWide && saved}
        {isWide && (
          <Button className="ms-auto" variant="quiet" onClick={onClose}>
            {t('posting.closeComposer')}
          </Button>
        )}
        <Button
          type="submit"
          className="shrink-0 max-md:ms-auto"
          variant="primary"
          disabled={isEmpty || isUntitled || isWaiting || refused !== null}
          isPending={post.isPending}
        >
          {t(options !== null && options.publishAt !== null ? 'posting.schedule' : 'posting.post')}
        </Button>
      </div>
    </form>
  );
}

interface AttachmentButtonsProps {
  onFiles: (files: Iterable<File>) => void;
  poll: PollDraft | null;
  onPoll: (next: PollDraft | null) => void;
  hasEvent: boolean;
  onEvent: () => void;
  onOptions: () => void;
  hasOptions: boolean;
}

/** Adds files, a poll, an event and options, or removes them. */
function AttachmentButtons({
  onFiles,
  poll,
  onPoll,
  hasEvent,
  onEvent,
  onOptions,
  hasOptions,
}: AttachmentButtonsProps) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const lastPoll = useRef(newPoll);
  const fileInput = useId();
  return (
    <div className="flex min-w-0 gap-2 overflow-x-auto [scrollbar-width:none] max-[24rem]:gap-0.5">
      <input
        ref={input}
        id={fileInput}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      <IconButton
        label={t('posting.addFiles')}
        icon={ImagePlus}
        onClick={() => input.current?.click()}
      />
      <IconButton
        label={t(poll ? 'posting.removePoll' : 'posting.addPoll')}
        icon={ListChecks}
        aria-pressed={poll !== null}
        onClick={() => {
          // If the user turns the poll off by mistake, turning it on again restores it.
          if (poll) lastPoll.current = poll;
          onPoll(poll ? noPoll : lastPoll.current);
        }}
      />
      <IconButton
        label={t(hasEvent ? 'posting.removeEvent' : 'posting.addEvent')}
        icon={CalendarPlus}
        aria-pressed={hasEvent}
        onClick={onEvent}
      />
      <IconButton
        label={t('posting.options')}
        icon={SlidersHorizontal}
        aria-pressed={hasOptions}
        onClick={onOptions}
      />
    </div>
  );
}

interface AudienceSelectProps {
  hub: string;
  audience: string;
  hubs: readonly { id: string; name: string }[];
  error: string | null;
  clubs: readonly { id: string; name: string }[];
  onChange: (value: string) => void;
}

/** The audience: everyone, a hub or a club. */
function AudienceSelect({ hub, audience, hubs, error, clubs, onChange }: AudienceSelectProps) {
  const { t } = useMessages();
  return (
    <Select
      label={t('posting.audience')}
      value={hub === '' ? audience : `${hubMark}${hub}`}
      options={[
        { value: wholeSchool, label: t('posting.everyone') },
        ...hubs.map(({ id, name }) => ({
          value: `${hubMark}${id}`,
          label: t('posting.peopleOfHub', { hub: name }),
        })),
        ...clubs.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
      error={error ?? undefined}
    />
  );
}
