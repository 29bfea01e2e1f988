import { useEffect, useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';

/** The longest a timer of the browser waits, in milliseconds. */
const timerMax = 2 ** 31 - 1;

/** Whether a conversation is mute now; it ends by itself while one looks. */
export function useMuted({ mutedUntil }: Pick<Conversation, 'mutedUntil'>): boolean {
  const [now, setNow] = useState(Date.now);
  const until = mutedUntil === null ? 0 : Date.parse(mutedUntil);
  useEffect(() => {
    if (until === 0) return undefined;
    const look = () => setNow(Date.now());
    // It may have ended while this was not drawn.
    look();
    const timer = setTimeout(look, Math.min(Math.max(until - Date.now(), 0) + 50, timerMax));
    return () => clearTimeout(timer);
  }, [until]);
  return until > now;
}
