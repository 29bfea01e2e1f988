import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import {
  signedBytes,
  ticketText,
  type ReadTicket,
  type Ticket,
} from '#contract/events/ticket-code.ts';
import { newSigningKeys, signingKey } from '../../../kernel/security/signing-keys.ts';
import type { Tokens } from '../../../kernel/security/tokens.ts';

/* The key pair of an event: one key signs its tickets, and the other verifies them, also on phones. */

const contextOf = (school: number, event: number): string => `event-key:${school}:${event}`;

/** Creates a key pair to store. */
export const newEventKeys = (tokens: Tokens, school: number, event: number) =>
  newSigningKeys(tokens, contextOf(school, event));

/** Returns the function that signs the tickets of an event. */
export const ticketSigner = (
  tokens: Tokens,
  school: number,
  event: number,
  encryptedKey: string,
): ((ticket: Omit<Ticket, 'event'>) => string) => {
  const key = signingKey(tokens, contextOf(school, event), encryptedKey);
  return (ticket) => {
    const whole = { ...ticket, event: String(event) };
    return ticketText(whole, sign(null, signedBytes(whole), key));
  };
};

const verifyInPool = promisify(
  (
    ticket: ReadTicket,
    key: KeyObject,
    done: (error: Error | null, isGenuine: boolean) => void,
  ): void => verify(null, ticket.signed, key, ticket.signature, done),
);

/** Verifies ticket signatures with the public key next to each. Runs in the thread pool, because phones send hundreds at a time. */
export const verifyTickets = (
  tickets: readonly { readonly ticket: ReadTicket; readonly publicKey: string }[],
): Promise<boolean[]> => {
  const keys = new Map<string, KeyObject>();
  return Promise.all(
    tickets.map(({ ticket, publicKey }) => {
      const key =
        keys.get(publicKey) ??
        createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
      keys.set(publicKey, key);
      return verifyInPool(ticket, key);
    }),
  );
};
