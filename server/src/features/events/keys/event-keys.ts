import { createPublicKey, sign, verify } from 'node:crypto';
import {
  signedBytes,
  ticketText,
  type ReadTicket,
  type Ticket,
} from '#contract/events/ticket-code.ts';
import { newSigningKeys, signingKey } from '../../../kernel/security/signing-keys.ts';
import type { Tokens } from '../../../kernel/security/tokens.ts';

/* The pair of keys of an event: its tickets are signed with one and verified with the other, by phones too. */

const contextOf = (school: number, event: number): string => `event-key:${school}:${event}`;

/** A new pair, as it is stored. */
export const newEventKeys = (tokens: Tokens, school: number, event: number) =>
  newSigningKeys(tokens, contextOf(school, event));

/** What signs the tickets of an event. */
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

/** Whether a ticket was signed with the key whose public half this is. */
export const isGenuine = (ticket: ReadTicket, publicKey: string): boolean =>
  verify(
    null,
    ticket.signed,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' }),
    ticket.signature,
  );
