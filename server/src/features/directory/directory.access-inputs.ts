/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'directory.filters': { type: 'directory' },
  'directory.config': { type: 'directory' },
};
