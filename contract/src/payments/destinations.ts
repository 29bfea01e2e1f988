/** Menu destinations of this feature (contract/src/menus/items.ts). */
export const destinations = ['orders'] as const;
