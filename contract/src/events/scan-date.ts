/** One of the times of an event, as the list of a door has them. */
export interface ScanTime {
  readonly occurrence: string;
  /** Instants, RFC 3339. */
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** Doors of an event open at most so long before it begins, in milliseconds. */
const opensMs = 4 * 3_600_000;

/** How far an instant is from a time of an event, in milliseconds; 0 within it. */
const distance = ({ dateStart, dateEnd }: ScanTime, at: number): number =>
  Math.max(Date.parse(dateStart) - at, at - Date.parse(dateEnd), 0);

/**
 * Which of these times somebody came to at an instant (RFC 3339): the nearest whose doors have opened, so that a list of Monday that is
 * entered on Friday is not taken for the next Monday; before all of them the first. Empty without times: then there is nothing to tell
 * apart. Server and scanner ask the same, so that a door without network finds what the server will find.
 */
export const dateAt = (times: readonly ScanTime[], at: string): string => {
  const instant = Date.parse(at);
  let first: ScanTime | undefined;
  let nearest: ScanTime | undefined;
  for (const time of times) {
    if (first === undefined || time.dateStart < first.dateStart) first = time;
    if (Date.parse(time.dateStart) - opensMs > instant) continue;
    const closer = nearest ? distance(nearest, instant) - distance(time, instant) : 1;
    // Of two that are as near the later one.
    if (closer > 0 || (closer === 0 && nearest && time.dateStart > nearest.dateStart))
      nearest = time;
  }
  return (nearest ?? first)?.occurrence ?? '';
};
