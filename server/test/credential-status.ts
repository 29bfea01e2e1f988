import { decodeJWT } from 'did-jwt';
import { expect } from 'vitest';
import { gunzipSync } from 'node:zlib';
import type { World } from './world.ts';

/** Returns whether the status list of a credential marks it as valid (Bitstring Status List, section 3.3). */
export const isValidCredential = async (world: World, jwt: string): Promise<boolean> => {
  const { credentialStatus: status } = decodeJWT(jwt).payload as unknown as {
    credentialStatus: { type: string; statusListIndex: string; statusListCredential: string };
  };
  expect(status.type).toBe('BitstringStatusListEntry');
  const { pathname } = new URL(status.statusListCredential);
  const answer = await world.visit(pathname);
  const { payload } = decodeJWT(answer.text);
  expect(payload['id']).toBe(status.statusListCredential);
  const { encodedList } = payload['credentialSubject'] as { encodedList: string };
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  expect(bits).toHaveLength(16_384);
  const index = Number(status.statusListIndex);
  return (bits.readUInt8(index >> 3) & (128 >> (index & 7))) === 0;
};
