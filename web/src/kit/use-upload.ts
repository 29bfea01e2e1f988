import { useEffect, useRef, useState } from 'react';
import { useAct, type Act, type ActOptions } from './use-act.ts';

/** Sends with progress; `upload` of lib takes what it is given. */
type Send<I, R> = (
  input: I,
  way: { onSent: (share: number) => void; signal: AbortSignal },
) => Promise<R>;

export interface Upload<I, R> extends Act<I, R> {
  /** Which part has left, from 0 to 1. */
  share: number;
  /** Ends the sending. */
  stop: () => void;
}

/**
 * const put = useUpload((file: Blob, way) => upload('PUT …', { upload: file }, way), { said: t('…') });
 * put.run(file); {put.isPending && <ProgressBar label={…} share={put.share} />}
 * An act that sends a file. It ends with whoever shows it.
 */
export function useUpload<I, R>(send: Send<I, R>, options: ActOptions<I, R> = {}): Upload<I, R> {
  const [share, setShare] = useState(0);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const act = useAct((input: I) => {
    sending.current = new AbortController();
    setShare(0);
    return send(input, { onSent: setShare, signal: sending.current.signal });
  }, options);
  return { ...act, share, stop: () => sending.current?.abort() };
}
