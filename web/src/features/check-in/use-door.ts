import { useEffect, useMemo } from 'react';
import { useUser } from '../../lib/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { createDoor, figuresOf } from './door.ts';

/** The door of an event for as long as the page stands. */
export function useDoor(eventId: string) {
  const { uid } = useUser();
  const door = useMemo(() => createDoor(uid, eventId), [uid, eventId]);
  useEffect(() => door.open(), [door]);
  const state = useStore(door.state);
  const figures = useMemo(() => figuresOf(state), [state]);
  const { scan, enter, undo, sync } = door;
  return {
    ...state,
    ...figures,
    attendees: state.kit?.attendees ?? [],
    scans: state.scans.toReversed(),
    scan,
    enter,
    undo,
    sync,
  };
}
