/**
 * Returns an ID that a client chooses for what it sends, such as a message: a UUID version 7 (RFC 9562, 5.7). It starts with the
 * milliseconds, so that IDs of the same time are next to each other in the index that detects retries. The server accepts any
 * UUID. Works without a secure context, unlike `crypto.randomUUID`. `now`: milliseconds since 1970.
 */
export const newClientId = (now: number = Date.now()): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setBigUint64(
    0,
    (BigInt(now) << 16n) | BigInt(((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0)),
  );
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
};
