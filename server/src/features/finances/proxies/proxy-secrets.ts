import type { Scope } from '../../../kernel/context.ts';

type With = Pick<Scope, 'tokens' | 'school'>;

/**
 * Returns the fragment (after #) of the link to an access. It is derived from the installation's secret, so the mail can be written later.
 */
export const linkOf = ({ tokens, school }: With, student: number, clientId: string): string =>
  tokens.linkToken(`finance-proxy:${school.school_id}:${student}:${clientId.toLowerCase()}`);

/** Returns the stored form of a code. Eight digits alone can be guessed quickly from a hash, so it includes the installation's secret. */
export const codeHash = ({ tokens, school }: With, proxy: number, code: string): Buffer =>
  tokens.hash(tokens.linkToken(`finance-proxy-code:${school.school_id}:${proxy}:${code}`));
