import { useEffect, useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';

/** The maximum delay of a browser timer, in milliseconds. */
const timerMax = 2 ** 31 - 1;

/** Returns whether a conversation is muted now. It updates when the mute ends. */
export function useMuted({ mutedUntil }: Pick<Conversation, 'mutedUntil'>): boolean {
  const [now, setNow] = useState(Date.now);
  const until = mutedUntil === null ? 0 : Date.parse(mutedUntil);
  useEffect(() => {
    if (until === 0) return undefined;
    const look = () => setNow(Date.now());
    // The mute may have ended while this component was not mounted.
    look();
    const timer = setTimeout(look, Math.min(Math.max(until - Date.now(), 0) + 50, timerMax));
    return () => clearTimeout(timer);
  }, [until]);
  return until > now;
}
