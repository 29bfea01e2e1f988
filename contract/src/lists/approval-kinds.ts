/* Written by `npm run lists`: what each feature declares. */

export const approvalKinds = [
] as const;
