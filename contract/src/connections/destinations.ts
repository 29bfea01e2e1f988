/** What menus lead to (contract/src/menus/items.ts): the list of one's own people. */
export const destinations = ['people'] as const;
