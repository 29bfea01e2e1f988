import { useEffect, useMemo } from 'react';
import { useUser } from '../../lib/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { createCheckInSession, checkInCountsOf } from './check-in-session.ts';

/** Provides an event's check-in while the page is open. */
export function useCheckInSession(eventId: string, occurrence: string | null) {
  const { uid } = useUser();
  const session = useMemo(
    () => createCheckInSession(uid, eventId, occurrence),
    [uid, eventId, occurrence],
  );
  useEffect(() => session.open(), [session]);
  const state = useStore(session.state);
  const figures = useMemo(() => checkInCountsOf(state, occurrence), [state, occurrence]);
  const { scan, enter, undo, sync } = session;
  return {
    ...state,
    ...figures,
    scans: state.scans.toReversed(),
    scan,
    enter,
    undo,
    sync,
  };
}
