import type { jwtSeconds, Tokens } from '#contract/sessions/endpoints.ts';
import { notLoggedIn } from './call-error.ts';

// The contract's number; typed by it, so that a change there does not compile here.
const lifetimeSeconds: typeof jwtSeconds = 600;
const renewAtMs = lifetimeSeconds * 1000 * 0.8;
const unusableAtMs = lifetimeSeconds * 1000 * 0.95;

interface Parts {
  held: () => { tokens: Tokens; heldSince: number } | null;
  fetchTokens: () => Promise<Tokens>;
  save: (tokens: Tokens) => void;
  now: () => number;
}

/** Keeps the jwt from running out: renewed beside the calls from 80 % of its life, before them from 95 %. */
export function createTokenRenewal({ held, fetchTokens, save, now }: Parts) {
  let running: Promise<Tokens> | null = null;

  function renew(): Promise<Tokens> {
    running ??= fetchTokens()
      .then((tokens) => {
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
    const age = now() - current.heldSince;
    if (age >= unusableAtMs) return renew();
    // Whoever sent this call does not wait for it; its failure shows in the call that needs the new token.
    if (age >= renewAtMs) renew().catch(() => undefined);
    return current.tokens;
  }

  return { renew, fresh };
}
