import type { Scope } from '../../../kernel/context.ts';

type With = Pick<Scope, 'tokens' | 'school'>;

/** What the link of an access names after #: worked out from the installation's secret, so that the mail can be written later. */
export const linkOf = ({ tokens, school }: With, student: number, clientId: string): string =>
  tokens.linkToken(`finance-proxy:${school.school_id}:${student}:${clientId.toLowerCase()}`);

/** How a code is stored. Eight digits alone are tried out in no time, so the installation's secret goes into the hash. */
export const codeHash = ({ tokens, school }: With, proxy: number, code: string): Buffer =>
  tokens.hash(tokens.linkToken(`finance-proxy-code:${school.school_id}:${proxy}:${code}`));
