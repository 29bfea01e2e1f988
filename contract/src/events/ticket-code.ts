/*
 * The text of a ticket, as in its QR code: base32 (RFC 4648, upper case, no padding) of a version byte, the IDs of event and
 * ticket, the seat, and an Ed25519 signature by the event's key, so that a phone can verify it offline. This file imports
 * nothing: browser and server both read it, and each signs or verifies with its platform's functions.
 */

/** The content of a ticket: a spot at an event. Seat 0 is the person's own; the others are their guests'. */
export interface Ticket {
  readonly event: string;
  readonly ticket: string;
  readonly seat: number;
}

/** A ticket that was read, with the data to verify. */
export interface ReadTicket extends Ticket {
  /** The signed bytes. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const version = 1;
const idBytes = 6;
const bodyBytes = 1 + 2 * idBytes + 1;
const signatureBytes = 64;
/** The largest ID that fits in a ticket. */
const idMax = 2 ** (8 * idBytes) - 1;
/** Characters of a ticket. */
export const ticketLength = Math.ceil(((bodyBytes + signatureBytes) * 8) / 5);

/** Prefix of the signed bytes, so that the key's signatures are valid only for tickets. */
const prefix = Uint8Array.from('commons-ticket', (letter) => letter.charCodeAt(0));

const encode = (bytes: Uint8Array): string => {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text;
};

const decode = (text: string): Uint8Array | undefined => {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let value = 0;
  let place = 0;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit === -1) return undefined;
    value = (value << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place] = (value >>> bits) & 255;
    place += 1;
    value &= (1 << bits) - 1;
  }
  // The remaining bits don't fill a byte. The writer sets them to zero, so that a ticket has only one text.
  return value === 0 ? bytes : undefined;
};

const writeId = (bytes: Uint8Array, at: number, id: string): void => {
  let rest = Number(id);
  if (!Number.isInteger(rest) || rest < 1 || rest > idMax)
    throw new RangeError('not an id of a ticket');
  for (let place = at + idBytes - 1; place >= at; place -= 1) {
    bytes[place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
};

const readId = (bytes: Uint8Array, at: number): string =>
  String(bytes.slice(at, at + idBytes).reduce((id, byte) => id * 256 + byte, 0));

const bodyOf = ({ event, ticket, seat }: Ticket): Uint8Array => {
  const body = new Uint8Array(bodyBytes);
  body[0] = version;
  writeId(body, 1, event);
  writeId(body, 1 + idBytes, ticket);
  body[bodyBytes - 1] = seat;
  return body;
};

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** The bytes that the event's key signs. */
export const signedBytes = (ticket: Ticket): Uint8Array => joined(prefix, bodyOf(ticket));

export const ticketText = (ticket: Ticket, signature: Uint8Array): string =>
  encode(joined(bodyOf(ticket), signature));

/** Reads the text of a ticket, scanned or typed; undefined if it isn't one. The caller verifies the signature. */
export const readTicket = (text: string): ReadTicket | undefined => {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  if (plain.length !== ticketLength) return undefined;
  const bytes = decode(plain);
  if (bytes?.[0] !== version) return undefined;
  const body = bytes.slice(0, bodyBytes);
  return {
    event: readId(body, 1),
    ticket: readId(body, 1 + idBytes),
    seat: body[bodyBytes - 1] ?? 0,
    signed: joined(prefix, body),
    signature: bytes.slice(bodyBytes),
  };
};
