import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/*
 * Bitstring Status List 1.0 (https://www.w3.org/TR/vc-bitstring-status-list/): a credential names a list and a position in it, and the list has
 * a bit for each position. Positions are chosen at random, so a list tells nothing about a credential to a reader who does not have it.
 */

/** Positions of one list: the least that the recommendation allows (section 6.1), so that one credential is not told from others. */
export const listLength = 131_072;

/** Credentials of one list before the next begins, so that a random position is mostly free. */
export const listUsedMax = listLength / 2;

/** Where the list is read. */
export const statusPath = (list: number | string): string => `/record/status/${list}`;

/** Positions of a list to choose from. */
export const randomPositions = (list: number, count: number): number[] =>
  Array.from({ length: count }, () => list * listLength + randomInt(listLength));

/** What a credential says about its status (section 2.1). */
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

/** The bits of a list with those at `revoked` set, as a list credential has them: gzip, base64url, multibase `u` (section 3.2). */
export const encodeList = async (revoked: readonly number[]): Promise<string> => {
  const bits = Buffer.alloc(listLength / 8);
  for (const id of revoked) {
    const at = id % listLength;
    // The first position is the leftmost bit.
    bits.writeUInt8(bits.readUInt8(at >> 3) | (128 >> (at & 7)), at >> 3);
  }
  return `u${(await compress(bits)).toString('base64url')}`;
};
