import { useEffect, useMemo } from 'react';
import { useUser } from '../../lib/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { createCheckInSession, checkInCountsOf } from './door.ts';

/** Provides an event's check-in while the page is open. */
export function useDoor(eventId: string, occurrence: string | null) {
  const { uid } = useUser();
  const door = useMemo(
    () => createCheckInSession(uid, eventId, occurrence),
    [uid, eventId, occurrence],
  );
  useEffect(() => door.open(), [door]);
  const state = useStore(door.state);
  const figures = useMemo(() => checkInCountsOf(state, occurrence), [state, occurrence]);
  const { scan, enter, undo, sync } = door;
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
