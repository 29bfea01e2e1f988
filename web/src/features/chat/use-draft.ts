import { useEffect, useEffectEvent, useRef } from 'react';
import { setOwn } from './chat.data.ts';

/** How long the words rest before they are kept, in milliseconds. */
const restMs = 1_200;

/** Keeps what is being written at the server, so that it is there on every device: a while after the last key, and on leaving. */
export function useKeptDraft(conversation: string, draft: string, kept: string): void {
  const last = useRef(kept);
  const keep = useEffectEvent(() => {
    if (draft === last.current) return;
    last.current = draft;
    void setOwn(conversation, { draft }).catch(() => {
      // Not kept; the next pause tries again.
      last.current = kept;
    });
  });
  useEffect(() => {
    const timer = setTimeout(keep, restMs);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && keep();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      keep();
    };
  }, []);
}
