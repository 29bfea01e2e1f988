import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { readSessionCookie } from './cookies.ts';
import { openMeter } from './meters.ts';

/** So many refusals in a window are answered at once; no page that works meets as many. */
const atOnce = 60;
/** So many of those who are nobody known and share an address, as a campus behind one does. */
const atOnceByAddress = 20 * atOnce;
const windowSeconds = 30;
/** How long each further one waits for its answer, in milliseconds. */
const heldMs = 1_000;

/** What a caller shows of themselves, unless that has just been refused: others could be made up without end. */
const shownBy = (request: FastifyRequest, status: number): string | undefined =>
  status === 401 ? undefined : (request.headers.authorization ?? readSessionCookie(request));

/**
 * Whoever is refused again and again without a pause hears it late: so a loop of refused calls costs the server a few a second,
 * whatever they are refused for, and nobody else waits for it. What is not refused is not held up. `status`: of the refusal;
 * `wait` waits that many milliseconds.
 */
export const openRefusalPace = (clock: Clock, wait: (ms: number) => Promise<unknown>) => {
  const meter = openMeter(windowSeconds);
  return async (request: FastifyRequest, status: number): Promise<void> => {
    const shown = shownBy(request, status);
    // Not as it was shown: that may be a secret, and long.
    const window = meter.open(shown === undefined ? request.ip : hash('sha256', shown, 'base64'), clock.now().getTime());
    window.used += 1;
    if (window.used > (shown === undefined ? atOnceByAddress : atOnce)) await wait(heldMs);
  };
};
