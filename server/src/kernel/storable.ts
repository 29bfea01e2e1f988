/** Text as PostgreSQL takes it, also inside JSON: without NUL characters and halves of characters, both of which it refuses. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
