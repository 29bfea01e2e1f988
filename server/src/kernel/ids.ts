declare const brand: unique symbol;

/** A school's number. Only the kernel (from the host name), imports and test worlds create one. */
export type SchoolId = number & { readonly [brand]: 'school' };

/** Marks a number from the `schools` table as a school id. */
export const schoolId = (value: number): SchoolId => {
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`not a school id: ${value}`);
  // The brand exists only in the type system. The check above justifies it.
  return value as SchoolId;
};

/** Returns the database id for a public uid, or null if no person can have it. */
export const personId = (uid: string): number | null => {
  if (!/^[1-9]\d{0,15}$/.test(uid)) return null;
  const value = Number(uid);
  return Number.isSafeInteger(value) ? value : null;
};

/** Prefix of the codes of manually entered rows, so that they don't conflict with codes in imported files. */
export const manualPrefix = 'hand-';

/** Returns the code of a manually entered row. It depends on the client id, so a repeated call gets the same code. */
export const manualCode = (user: number, clientId: string): string =>
  `${manualPrefix}${user}-${clientId.toLowerCase()}`;
