/** Returns 20 well-distributed bits of a name (FNV-1a), so that generated pictures depend only on it. */
export function nameHash(name: string): number {
  let hash = 2_166_136_261;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  // The upper bits of short names differ most.
  return hash >>> 12;
}
