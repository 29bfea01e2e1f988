import type { jwtSeconds, Tokens } from '#contract/sessions/endpoints.ts';
import { notLoggedIn } from './call-error.ts';

// The contract's number. Its type makes this fail to compile if the contract changes.
const lifetimeSeconds: typeof jwtSeconds = 600;
const renewAtMs = lifetimeSeconds * 1000 * 0.8;
const expiresAtMs = lifetimeSeconds * 1000 * 0.95;

interface Parts {
  held: () => { tokens: Tokens; receivedAt: number } | null;
  fetchTokens: () => Promise<Tokens>;
  save: (tokens: Tokens) => void;
  /** Called instead of `save` if someone else has signed in since, for example in another tab. */
  onOtherPerson: () => void;
  now: () => number;
}

/** Returns the uid in a JWT. */
const personOf = ({ jwt }: Tokens): unknown => {
  try {
    const [, payload = ''] = jwt.split('.');
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(json) as { sub?: unknown }).sub;
  } catch {
    return undefined;
  }
};

/** Keeps the JWT valid: it renews in parallel to calls from 80 % of its lifetime, and before them from 95 %. */
export function createTokenRenewal({ held, fetchTokens, save, onOtherPerson, now }: Parts) {
  let running: Promise<Tokens> | null = null;

  function renew(): Promise<Tokens> {
    running ??= fetchTokens()
      .then((tokens) => {
        const before = held();
        if (before !== null && personOf(before.tokens) !== personOf(tokens)) {
          onOtherPerson();
          throw notLoggedIn();
        }
        save(tokens);
        return tokens;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  async function fresh(): Promise<Tokens> {
    const current = held();
    if (current === null) throw notLoggedIn();
    const age = now() - current.receivedAt;
    if (age >= expiresAtMs) return renew();
    // The current call doesn't wait for it. A failure shows in the call that needs the new token.
    if (age >= renewAtMs) renew().catch(() => undefined);
    return current.tokens;
  }

  return { renew, fresh };
}
