import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import {
  signedBytes,
  ticketText,
  type ReadTicket,
  type Ticket,
} from '#contract/events/ticket-code.ts';
import type { Tokens } from '../../../kernel/security/tokens.ts';

/* The pair of keys of an event: its tickets are signed with one and verified with the other, by phones too. */

const contextOf = (school: number, event: number): string => `event-key:${school}:${event}`;

/** A new pair, as it is stored. */
export const newEventKeys = (
  tokens: Tokens,
  school: number,
  event: number,
): { publicKey: string; encryptedKey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  return { publicKey: x, encryptedKey: tokens.encrypt(contextOf(school, event), der) };
};

/** What signs the tickets of an event. */
export const ticketSigner = (
  tokens: Tokens,
  school: number,
  event: number,
  encryptedKey: string,
): ((ticket: Omit<Ticket, 'event'>) => string) => {
  const der = tokens.decrypt(contextOf(school, event), encryptedKey);
  // Sealed with another secret: a copy of the database without its installation opens no door.
  if (der === null) throw new Error('the key of an event is sealed with another secret');
  const key = createPrivateKey({
    key: Buffer.from(der, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  });
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
