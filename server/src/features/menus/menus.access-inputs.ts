/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'menus.read': { hub: '_' },
  'menus.change': {
    hub: '_',
    version: 0,
    document: { bar: [{ id: 'home', type: 'home' }], sections: [] },
  },
};
