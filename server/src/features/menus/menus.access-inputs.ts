/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'menus.read': { hub: '_' },
  'menus.change': {
    hub: '_',
    version: 0,
    document: { bar: [{ id: 'home', type: 'home' }], sections: [] },
  },
};
