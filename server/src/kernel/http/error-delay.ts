import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { readSessionCookie } from './cookies.ts';
import { networkOf, takeInMemory } from '../security/rate-limits.ts';
import type { Parts } from './serve.ts';

const windowSeconds = 30;
/** So many errors in a window are answered at once; no page that works meets as many. */
const atOnce = { max: 60, seconds: windowSeconds } as const;
/** So many of those who are nobody known and share an address, as a campus behind one does. */
const atOnceByAddress = { max: 20 * atOnce.max, seconds: windowSeconds } as const;
/** How long each further one waits for its answer, in milliseconds. */
const heldMs = 1_000;

/** What a caller shows of themselves, unless that has just been refused: others could be made up without end. */
const shownBy = (request: FastifyRequest, status: number): string | undefined =>
  status === 401 ? undefined : (request.headers.authorization ?? readSessionCookie(request));

/**
 * Whoever is refused again and again without a pause hears it late: so a loop of refused calls costs the server a few a second,
 * whatever they are refused for, and nobody else waits for it. What is not refused is not held up. `status`: of the error;
 * `wait` waits that many milliseconds.
 */
export const openErrorDelay =
  (parts: Pick<Parts, 'pool' | 'clock'>, wait: (ms: number) => Promise<unknown>) =>
  async (request: FastifyRequest, status: number): Promise<void> => {
    const shown = shownBy(request, status);
    const isInTime =
      shown === undefined
        ? await takeInMemory(parts, `refused:${networkOf(request.ip)}`, atOnceByAddress)
        : // Not as it was shown: that may be a secret, and long.
          await takeInMemory(parts, `refused:${hash('sha256', shown, 'base64')}`, atOnce);
    if (!isInTime) await wait(heldMs);
  };
