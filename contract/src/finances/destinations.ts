/** What menus lead to (contract/src/menus/items.ts). */
export const destinations = ['finances'] as const;
