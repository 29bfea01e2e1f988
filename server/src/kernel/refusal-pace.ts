import type { FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import { readSessionCookie } from './cookies.ts';

/** So many refusals in a window are answered at once; no page that works meets as many. */
const atOnce = 60;
/** So many of those who are nobody known and share an address, as a campus behind one does. */
const atOnceByAddress = 20 * atOnce;
const windowMs = 30_000;
/** How long each further one waits for its answer, in milliseconds. */
const heldMs = 1_000;
/** Callers kept in mind. */
const kept = 20_000;

/** What a caller shows of themselves, unless that has just been refused: others could be made up without end. */
const shownBy = (request: FastifyRequest, status: number): string | undefined =>
  status === 401 ? undefined : (request.headers.authorization ?? readSessionCookie(request));

/**
 * Whoever is refused again and again without a pause hears it late: so a loop of refused calls costs the server a few a second,
 * whatever they are refused for, and nobody else waits for it. What is not refused is not held up. `status`: of the refusal;
 * `wait` waits that many milliseconds. Counted in the process: each server counts for itself.
 */
export const openRefusalPace = (clock: Clock, wait: (ms: number) => Promise<unknown>) => {
  const counts = new Map<string, { endsAt: number; refused: number }>();
  return async (request: FastifyRequest, status: number): Promise<void> => {
    const shown = shownBy(request, status);
    const key = shown ?? request.ip;
    const now = clock.now().getTime();
    const found = counts.get(key);
    if (found === undefined || found.endsAt <= now) {
      if (counts.size >= kept) for (const [one, { endsAt }] of counts) if (endsAt <= now || counts.size >= kept) counts.delete(one);
      counts.set(key, { endsAt: now + windowMs, refused: 1 });
      return;
    }
    found.refused += 1;
    if (found.refused > (shown === undefined ? atOnceByAddress : atOnce)) await wait(heldMs);
  };
};
