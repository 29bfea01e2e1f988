import { useEffect } from 'react';
import { readEverySeconds } from '#contract/live-limits.ts';
import { onResync, sendLive } from '../../lib/live.ts';

/** Hears of the posts of a club at once while they are on the screen, also without being its member; null: nothing to hear. */
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
