/** One occurrence of an event, as in the check-in list. */
export interface ScanTime {
  readonly occurrence: string;
  /** Instants in RFC 3339. */
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** Milliseconds before the start when check-in opens at the earliest. */
const opensMs = 4 * 3_600_000;

/** Milliseconds between an instant and an occurrence; 0 within it. */
const distance = ({ dateStart, dateEnd }: ScanTime, at: number): number =>
  Math.max(Date.parse(dateStart) - at, at - Date.parse(dateEnd), 0);

/**
 * Returns the occurrence that someone attended at an instant (RFC 3339): the nearest one whose check-in has opened, so that a
 * list from Monday that is entered on Friday doesn't count for the next Monday. Before all of them, returns the first. Empty
 * without occurrences. Server and scanner use this function, so that offline check-in gives the server's result.
 */
export const dateAt = (times: readonly ScanTime[], at: string): string => {
  const instant = Date.parse(at);
  let first: ScanTime | undefined;
  let nearest: ScanTime | undefined;
  for (const time of times) {
    if (first === undefined || time.dateStart < first.dateStart) first = time;
    if (Date.parse(time.dateStart) - opensMs > instant) continue;
    const closer = nearest ? distance(nearest, instant) - distance(time, instant) : 1;
    // If two are equally near, the later one.
    if (closer > 0 || (closer === 0 && nearest && time.dateStart > nearest.dateStart))
      nearest = time;
  }
  return (nearest ?? first)?.occurrence ?? '';
};
