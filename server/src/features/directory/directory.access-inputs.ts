/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'directory.filters': { type: 'directory' },
  'directory.config': { type: 'directory' },
};
