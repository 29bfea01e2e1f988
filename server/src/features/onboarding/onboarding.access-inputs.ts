/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'onboarding.change-first-run': { passed: ['picture'] },
  'onboarding.change-setup': { skipped: ['signOn'] },
};
