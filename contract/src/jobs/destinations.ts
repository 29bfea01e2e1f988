/** Menu destinations of this feature (contract/src/menus/items.ts). */
export const destinations = ['jobs'] as const;
