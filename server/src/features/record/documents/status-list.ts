import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/*
 * Implements Bitstring Status List 1.0 (https://www.w3.org/TR/vc-bitstring-status-list/): a credential contains a list and a
 * position in it, and the list has a bit for each position. Positions are random, so a list reveals nothing to readers who don't
 * have the credential.
 */

/** Positions per list: the minimum of the recommendation (section 6.1), so that a credential can't be identified. */
export const listLength = 131_072;

/** Credentials per list before the next list starts, so that a random position is usually free. */
export const listUsedMax = listLength / 2;

/** Returns the path of a list. */
export const statusPath = (list: number | string): string => `/record/status/${list}`;

/** Returns random positions of a list to try. */
export const randomPositions = (list: number, count: number): number[] =>
  Array.from({ length: count }, () => list * listLength + randomInt(listLength));

/** Returns the status entry of a credential (section 2.1). */
export const statusEntry = (origin: string, id: number) => {
  const list = `${origin}${statusPath(Math.floor(id / listLength))}`;
  const index = String(id % listLength);
  return {
    id: `${list}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: index,
    statusListCredential: list,
  };
};

const compress = promisify(gzip);

/** Encodes a list with the bits at `revoked` set: gzip, base64url, multibase `u` (section 3.2). */
export const encodeList = async (revoked: readonly number[]): Promise<string> => {
  const bits = Buffer.alloc(listLength / 8);
  for (const id of revoked) {
    const at = id % listLength;
    // The leftmost bit is the first position.
    bits.writeUInt8(bits.readUInt8(at >> 3) | (128 >> (at & 7)), at >> 3);
  }
  return `u${(await compress(bits)).toString('base64url')}`;
};
