import { RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { postLimits } from '#contract/posts/limits.ts';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { uploadFile } from '../../lib/upload-file.ts';
import { IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { UploadError } from '../storage/storage-link.tsx';

/** A file that is being uploaded, or is on the server. */
interface Attached {
  /** The same key for every attempt. */
  readonly key: string;
  readonly name: string;
  /** The file to upload. Null if it was already on the server when this window opened. */
  readonly file: File | null;
  /** Address of a picture's preview. */
  readonly preview: string | null;
  readonly share: number;
  /** ID of the upload once it has finished. */
  readonly id: string | null;
  /** The error of the last attempt. */
  readonly failure: Error | null;
  readonly stop: AbortController;
}

/** Returns files that are on the server. */
const attachedOf = (saved: readonly UploadedFile[]): Attached[] =>
  saved.map(({ id, name, picture }) => ({
    key: newClientId(),
    name,
    file: null,
    preview: picture?.thumbnailUrl ?? null,
    share: 1,
    id,
    failure: null,
    stop: new AbortController(),
  }));

/**
 * Manages the files of a post. Each file is uploaded when it is added, and can be removed, or retried after an error. `had` are the post's
 * existing files.
 */
export function useAttachedFiles(onTooMany: () => void, had: readonly UploadedFile[] = []) {
  const [files, setFiles] = useState<readonly Attached[]>(() => attachedOf(had));
  const current = useRef(files);
  useEffect(() => {
    current.current = files;
  });
  useEffect(
    () => () => {
      for (const { preview } of current.current) if (preview !== null) URL.revokeObjectURL(preview);
    },
    [],
  );
  const change = (key: string, more: Partial<Attached>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one)));
  const send = (file: File, { key, stop }: Pick<Attached, 'key' | 'stop'>) =>
    uploadFile(
      { clientId: key, name: file.name, size: file.size, blob: file },
      (share) => change(key, { share }),
      stop.signal,
    ).then(
      (id) => change(key, { id }),
      (error: Error) => {
        if (!stop.signal.aborted) change(key, { failure: error });
      },
    );
  return {
    files,
    isSending: files.some(({ id, failure }) => id === null && failure === null),
    hasFailed: files.some(({ failure }) => failure !== null),
    ids: files.flatMap(({ id }) => id ?? []),
    attach(list: Iterable<File>) {
      const wanted = [...list];
      const taken = wanted.slice(0, postLimits.files - files.length);
      if (taken.length < wanted.length) onTooMany();
      for (const file of taken) {
        const one = {
          key: newClientId(),
          name: file.name,
          file,
          preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
          share: 0,
          id: null,
          failure: null,
          stop: new AbortController(),
        };
        setFiles((all) => [...all, one]);
        void send(file, one);
      }
    },
    /** Restores the files of a draft, which are on the server. */
    restore(saved: readonly UploadedFile[]) {
      setFiles(attachedOf(saved));
    },
    retry(key: string) {
      const one = files.find((other) => other.key === key);
      if (one === undefined || one.file === null) return;
      change(key, { failure: null, share: 0 });
      void send(one.file, one);
    },
    drop(key: string) {
      const one = files.find((other) => other.key === key);
      one?.stop.abort();
      if (one !== undefined && one.preview !== null) URL.revokeObjectURL(one.preview);
      setFiles((all) => all.filter((other) => other.key !== key));
    },
  };
}

export type AttachedFiles = ReturnType<typeof useAttachedFiles>;

export function AttachedFileList({ files, retry, drop }: AttachedFiles) {
  const messages = useMessages();
  const { t } = messages;
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {files.map(({ key, name, preview, share, id, failure }) => (
        <li
          key={key}
          className="flex min-h-12 items-center gap-3 overflow-hidden rounded-control border border-line ps-3 has-[img]:ps-0"
        >
          {preview !== null && (
            <img src={preview} alt="" className="size-12 shrink-0 bg-fill object-cover" />
          )}
          <span className="grid min-w-0 flex-1">
            <span className="truncate" dir="auto">
              {name}
            </span>
            {failure !== null && (
              <span role="alert" className="text-sm text-bad">
                <UploadError error={failure} />
              </span>
            )}
          </span>
          {id === null && failure === null && (
            <span className="w-24 shrink-0">
              <ProgressBar label={t('posts.sending', { name })} share={share} />
            </span>
          )}
          {failure !== null && (
            <IconButton
              label={t('posts.resendFile', { name })}
              icon={RotateCw}
              size="sm"
              onClick={() => retry(key)}
            />
          )}
          <IconButton
            label={t('posts.removeFile', { name })}
            icon={X}
            size="sm"
            className="me-1"
            onClick={() => drop(key)}
          />
        </li>
      ))}
    </ul>
  );
}
