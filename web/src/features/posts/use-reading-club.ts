import { useEffect } from 'react';
import { readEverySeconds } from '#contract/live-limits.ts';
import { onResync, sendLive } from '../../lib/live.ts';

/** Subscribes to live updates of a club's posts while they are visible, even for non-members. Null subscribes to nothing. */
export function useReadingClub(club: string | null): void {
  useEffect(() => {
    if (club === null) return undefined;
    const say = () => void sendLive('read', { club });
    say();
    const timer = setInterval(say, readEverySeconds * 1_000);
    const stop = onResync(say);
    return () => {
      clearInterval(timer);
      stop();
      void sendLive('read', { club: null });
    };
  }, [club]);
}
