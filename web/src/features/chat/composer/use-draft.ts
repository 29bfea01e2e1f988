import { useEffect, useEffectEvent } from 'react';
import { drafts } from '../queue/drafts.ts';

/** How long the words rest before they are kept at the server, in milliseconds. */
const restMs = 1_200;

/**
 * Keeps what is being written: on this device with each key, and at the server, so that it is there on every device, a while after the
 * last key and on leaving. `stands`: what the server has.
 */
export function useStoredDraft(conversation: string, draft: string, stands: string): void {
  const note = useEffectEvent(() => drafts.note(conversation, draft, stands));
  const save = useEffectEvent(() => void drafts.send(conversation));
  useEffect(() => {
    note();
    const timer = setTimeout(save, restMs);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      save();
    };
  }, []);
}
