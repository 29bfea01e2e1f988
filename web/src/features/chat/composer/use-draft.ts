import { useEffect, useEffectEvent } from 'react';
import { drafts } from '../queue/drafts.ts';

/** Pause in typing after which the draft is saved on the server, in milliseconds. */
const saveDelayMs = 1_200;

/**
 * Saves the draft on this device with each key. After a pause and on leaving, it also saves it on the server, so that
 * all devices show it. `serverText` is the server's version.
 */
export function useStoredDraft(conversation: string, draft: string, serverText: string): void {
  const note = useEffectEvent(() => drafts.note(conversation, draft, serverText));
  const save = useEffectEvent(() => void drafts.send(conversation));
  useEffect(() => {
    note();
    const timer = setTimeout(save, saveDelayMs);
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
