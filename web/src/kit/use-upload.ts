import { useEffect, useRef, useState } from 'react';
import { useAction, type Action, type ActionOptions } from './use-action.ts';

/** Sends and reports progress, like `upload` in lib. */
type Send<I, R> = (
  input: I,
  way: { onSent: (share: number) => void; signal: AbortSignal },
) => Promise<R>;

export interface Upload<I, R> extends Action<I, R> {
  /** The share that is sent, from 0 to 1. */
  share: number;
  /** Aborts the upload. */
  stop: () => void;
}

/**
 * const put = useUpload((file: Blob, way) => upload(setClubPicture, { id, kind, upload: file }, way), { success: t('…') });
 * put.run(file); {put.isPending && <ProgressBar label={…} share={put.share} />}
 * Runs a file upload as an action. The upload is aborted when the component unmounts.
 */
export function useUpload<I, R>(send: Send<I, R>, options: ActionOptions<I, R> = {}): Upload<I, R> {
  const [share, setShare] = useState(0);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const action = useAction((input: I) => {
    sending.current = new AbortController();
    setShare(0);
    return send(input, { onSent: setShare, signal: sending.current.signal });
  }, options);
  return { ...action, share, stop: () => sending.current?.abort() };
}
