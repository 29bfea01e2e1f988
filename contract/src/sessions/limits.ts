/** Limits of passkeys and two-step verification. */
export const twoStepLimits = {
  /** Maximum passkeys per person. */
  passkeys: 20,
  /** Maximum characters of a passkey's name. */
  passkeyName: 60,
  /** Digits of a code of an authenticator app. */
  codeDigits: 6,
  /** Recovery codes per person. */
  recoveryCodes: 10,
  /** Minutes for which a sign-in waits for its second step, and a challenge for a passkey. */
  minutes: 10,
  /** Maximum days until people have to set up two-step verification that their school requires. */
  graceDays: 90,
} as const;
