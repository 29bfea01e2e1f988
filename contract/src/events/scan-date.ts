/** One of the times of an event, as the list of a door has them. */
export interface ScanTime {
  readonly occurrence: string;
  /** Instants, RFC 3339. */
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** How far an instant is from a time of an event, in milliseconds; 0 within it. */
const distance = ({ dateStart, dateEnd }: ScanTime, at: number): number =>
  Math.max(Date.parse(dateStart) - at, at - Date.parse(dateEnd), 0);

/**
 * Which of these times somebody came to at an instant (RFC 3339): the nearest. Empty without times: then there is nothing to tell
 * apart. Server and scanner ask the same, so that a door without network finds what the server will find.
 */
export const dateAt = (times: readonly ScanTime[], at: string): string => {
  const instant = Date.parse(at);
  let nearest: ScanTime | undefined;
  for (const time of times)
    if (nearest === undefined || distance(time, instant) < distance(nearest, instant))
      nearest = time;
  return nearest?.occurrence ?? '';
};
