/** Menu destinations of this feature (contract/src/menus/items.ts). */
export const destinations = ['elections'] as const;
