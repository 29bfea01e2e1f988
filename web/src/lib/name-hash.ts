/* Generated pictures depend only on a name: on its hash, and on numbers scattered from it. */

/** Returns 32 bits of a name (FNV-1a). The upper bits of short names differ most. */
export function hashBits(name: string): number {
  let hash = 2_166_136_261;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** Returns 20 well-distributed bits of a name. */
export const nameHash = (name: string): number => hashBits(name) >>> 12;

/** Returns the nth of a sequence of numbers below 2³² that depends only on the seed (the finalizer of MurmurHash3). */
export function scatter(seed: number, nth: number): number {
  let x = (seed + Math.imul(nth + 1, 0x9e_37_79_b9)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85_eb_ca_6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2_b2_ae_35);
  return (x ^ (x >>> 16)) >>> 0;
}
