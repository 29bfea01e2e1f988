/** Menu destination of this feature (contract/src/menus/items.ts): the person's connections. */
export const destinations = ['people'] as const;
