/** Removes what PostgreSQL rejects in text and JSON: NUL characters and lone surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
