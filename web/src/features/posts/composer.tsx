import { ImagePlus, ListChecks, Plus, X } from 'lucide-react';
import {
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
} from 'react';
import { newClientId } from '#contract/client-id.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { uploadFile } from '../../lib/upload-file.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { nameOf } from '../people/person.ts';
import { useShowPost } from './posts.data.ts';

interface Attached {
  readonly key: string;
  readonly name: string;
  readonly share: number;
  /** Its upload, once all of it has come. */
  readonly id: string | null;
  readonly stop: AbortController;
}

interface PollDraft {
  options: readonly string[];
  multiple: boolean;
  days: 'never' | '1' | '3' | '7';
}

const dayMs = 86_400_000;
const noPoll = null;
const newPoll: PollDraft = { options: ['', ''], multiple: false, days: '3' };

/** Writes a post: text, files by button, paste or drop, and a poll. */
export function Composer() {
  const messages = useMessages();
  const { t } = messages;
  const user = useUser();
  const show = useShowPost();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const [poll, setPoll] = useState<PollDraft | null>(noPoll);
  const [clientId, setClientId] = useState(newClientId);
  const [failure, setFailure] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const fileInput = useId();

  const change = (key: string, more: Partial<Attached>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one)));
  const attach = (list: Iterable<File>) => {
    setFailure(null);
    for (const file of [...list].slice(0, postLimits.files - files.length)) {
      const key = newClientId();
      const stop = new AbortController();
      setFiles((all) => [...all, { key, name: file.name, share: 0, id: null, stop }]);
      uploadFile(
        { clientId: key, name: file.name, size: file.size, blob: file },
        (share) => change(key, { share }),
        stop.signal,
      ).then(
        (id) => change(key, { id }),
        (error: unknown) => {
          setFiles((all) => all.filter((one) => one.key !== key));
          if (!stop.signal.aborted && error instanceof Error)
            setFailure(errorText(error, messages));
        },
      );
    }
  };
  const drop = (key: string) => {
    files.find((one) => one.key === key)?.stop.abort();
    setFiles((all) => all.filter((one) => one.key !== key));
  };

  const options = poll?.options.map((one) => one.trim()).filter((one) => one !== '') ?? [];
  const post = useAct(
    () =>
      call('POST /api/v1/posts', {
        clientId,
        text: text.trim(),
        files: files.flatMap(({ id }) => id ?? []),
        ...(poll && {
          poll: {
            options,
            multiple: poll.multiple,
            ...(poll.days !== 'never' && {
              closesAt: new Date(Date.now() + Number(poll.days) * dayMs).toISOString(),
            }),
          },
        }),
      }),
    {
      said: t('posts.posted'),
      done(made) {
        setText('');
        setFiles([]);
        setPoll(noPoll);
        setClientId(newClientId());
        show(made, true);
      },
    },
  );
  const isSending = files.some(({ id }) => id === null);
  const isEmpty = text.trim() === '' && files.length === 0 && poll === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && !isSending && !post.isPending) post.run();
  };
  const takeFiles = (event: ClipboardEvent | DragEvent, list: FileList | undefined) => {
    if (list === undefined || list.length === 0) return;
    event.preventDefault();
    attach(list);
  };
  return (
    <form aria-label={t('posts.write')} onSubmit={submit} className="card grid gap-3 p-4 sm:p-5">
      <div className="flex gap-3">
        <Avatar name={nameOf(user)} photoUrl={user.photoUrl} size={2.75} />
        <div className="min-w-0 flex-1">
          <TextArea
            label={t('posts.write')}
            isLabelHidden
            placeholder={t('posts.placeholder', { name: user.firstName })}
            rows={1}
            value={text}
            onChange={setText}
            maxLength={postLimits.text}
            onPaste={(event) => takeFiles(event, event.clipboardData.files)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => takeFiles(event, event.dataTransfer.files)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
            }}
          />
        </div>
      </div>
      {poll && <PollFields poll={poll} onChange={setPoll} />}
      {files.length > 0 && (
        <ul className="grid gap-2">
          {files.map(({ key, name, share, id }) => (
            <li
              key={key}
              className="flex items-center gap-2 rounded-control border border-line ps-3"
            >
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {name}
              </span>
              {id === null && (
                <span className="w-24 shrink-0">
                  <ProgressBar label={t('posts.sending', { name })} share={share} />
                </span>
              )}
              <IconButton
                label={t('posts.removeFile', { name })}
                icon={X}
                size="sm"
                onClick={() => drop(key)}
              />
            </li>
          ))}
        </ul>
      )}
      {failure !== null && <Failure>{failure}</Failure>}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          id={fileInput}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            attach(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <IconButton
          label={t('posts.addFiles')}
          icon={ImagePlus}
          onClick={() => input.current?.click()}
        />
        <IconButton
          label={t(poll ? 'posts.removePoll' : 'posts.addPoll')}
          icon={ListChecks}
          aria-pressed={poll !== null}
          onClick={() => setPoll(poll ? noPoll : newPoll)}
        />
        <Button
          type="submit"
          variant="primary"
          className="ms-auto"
          disabled={isEmpty || isSending}
          isPending={post.isPending}
        >
          {t('posts.post')}
        </Button>
      </div>
    </form>
  );
}

function PollFields({ poll, onChange }: { poll: PollDraft; onChange: (poll: PollDraft) => void }) {
  const { t } = useMessages();
  const set = (position: number, text: string) =>
    onChange({ ...poll, options: poll.options.map((one, at) => (at === position ? text : one)) });
  return (
    <div className="grid gap-3 rounded-card border border-line p-3">
      {poll.options.map((text, position) => (
        // Options have no identity beside their place.
        // eslint-disable-next-line react/no-array-index-key
        <div key={position} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={t('posts.option', { place: position + 1 })}
              value={text}
              onChange={(now) => set(position, now)}
              maxLength={postLimits.option}
            />
          </div>
          {poll.options.length > 2 && (
            <IconButton
              label={t('posts.removeOption', { place: position + 1 })}
              icon={X}
              onClick={() =>
                onChange({ ...poll, options: poll.options.filter((_, at) => at !== position) })
              }
            />
          )}
        </div>
      ))}
      {poll.options.length < postLimits.options && (
        <Button
          icon={Plus}
          size="sm"
          variant="quiet"
          className="justify-self-start"
          onClick={() => onChange({ ...poll, options: [...poll.options, ''] })}
        >
          {t('posts.addOption')}
        </Button>
      )}
      <Checkbox
        label={t('posts.multiple')}
        isChecked={poll.multiple}
        onChange={(multiple) => onChange({ ...poll, multiple })}
      />
      <Select
        label={t('posts.closes')}
        value={poll.days}
        options={(['never', '1', '3', '7'] as const).map((value) => ({
          value,
          label: t(`posts.closes_${value}`),
        }))}
        onChange={(days) => onChange({ ...poll, days })}
      />
    </div>
  );
}
