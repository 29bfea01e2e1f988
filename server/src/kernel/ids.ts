declare const brand: unique symbol;

/** A school's number. Minted only by the kernel from the host name, by the import and by tests' worlds. */
export type SchoolId = number & { readonly [brand]: 'school' };

/** Says that a number came from the schools table. */
export const schoolId = (value: number): SchoolId => {
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`not a school id: ${value}`);
  // A brand exists for the compiler only; the check above is what makes it true.
  return value as SchoolId;
};

/** The database id behind a public uid, or null when no person can have it. */
export const personId = (uid: string): number | null => {
  if (!/^[1-9]\d{0,15}$/.test(uid)) return null;
  const value = Number(uid);
  return Number.isSafeInteger(value) ? value : null;
};

/** Begins the codes of what people enter by hand among rows that files bring; no file names them unless it means to. */
export const manualPrefix = 'hand-';

/** The code of a row that somebody enters by hand: sent twice it is the same. */
export const manualCode = (user: number, clientId: string): string =>
  `${manualPrefix}${user}-${clientId.toLowerCase()}`;
