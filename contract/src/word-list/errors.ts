/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  listed_word: { status: 422, message: 'Your school doesn’t allow “{word}”. Change your text.' },
  word_list_changed: {
    status: 409,
    message: 'Somebody else has changed the list in the meantime. Reload it, then change it again.',
  },
} as const;
