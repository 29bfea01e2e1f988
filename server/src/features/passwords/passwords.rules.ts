import { passwordMin } from '#contract/sessions/endpoints.ts';

/** The most common passwords. A school can use a breach service for longer lists. */
const common =
  /^(?:(?:password|passwort|qwerty|azerty|letmein|welcome|iloveyou|campus|student|university|school|admin|abc)[\d!.@#$_-]*)+$/;

/** Returns why a password is too easy to guess. Null if it is acceptable. Length matters most (NIST SP 800-63B). */
export const weaknessOf = (password: string, about: readonly string[]): string | null => {
  const plain = password.normalize('NFKC').toLowerCase();
  if ([...plain].length < passwordMin) return `at least ${passwordMin} characters`;
  if (new Set(plain).size < 4) return 'too few different characters';
  if (common.test(plain) || /^\d+$/.test(plain)) return 'too common';
  if (about.some((word) => word.length >= 4 && plain.replaceAll(word.toLowerCase(), '').length < 4))
    return 'too close to your name or address';
  return null;
};
