import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { readSessionCookie } from './cookies.ts';
import { networkOf, takeInMemory } from '../security/rate-limits.ts';
import type { Parts } from './serve.ts';

const windowSeconds = 30;
/** Errors per window that are sent without delay. No working page causes as many. */
const undelayed = { max: 60, seconds: windowSeconds } as const;
/** The same limit for all unauthenticated callers of an address, because a school can share one. */
const undelayedByAddress = { max: 20 * undelayed.max, seconds: windowSeconds } as const;
/** Milliseconds of delay for each further error. */
const delayMs = 1_000;

/** Returns the credentials of a caller, unless they were just rejected, because anyone can make up others. */
const credentialsOf = (request: FastifyRequest, status: number): string | undefined =>
  status === 401 ? undefined : (request.headers.authorization ?? readSessionCookie(request));

/**
 * Delays errors of callers who cause many without a pause, so that a loop of failing calls reaches the server only a few times a second,
 * and other callers don't notice it. Successful calls aren't delayed. `status` is the error's status, and `wait` waits for a number of
 * milliseconds.
 */
export const openErrorDelay =
  (parts: Pick<Parts, 'pool' | 'clock'>, wait: (ms: number) => Promise<unknown>) =>
  async (request: FastifyRequest, status: number): Promise<void> => {
    const shown = credentialsOf(request, status);
    const isInTime =
      shown === undefined
        ? await takeInMemory(parts, `refused:${networkOf(request.ip)}`, undelayedByAddress)
        : // Hashed, because it can be a secret, and long.
          await takeInMemory(parts, `refused:${hash('sha256', shown, 'base64')}`, undelayed);
    if (!isInTime) await wait(delayMs);
  };
