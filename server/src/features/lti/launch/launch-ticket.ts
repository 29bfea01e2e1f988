import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '../../../kernel/context.ts';
import type { LaunchContent } from './id-token.ts';
import type { LaunchRow } from './launch.queries.ts';

type EncryptionScope = Pick<Scope, 'tokens' | 'school'>;

const context = 'lti:launch';

/** What waits under a ticket: what the launch said, and under which name which frame of the platform keeps our proof. */
export type KeptContent = LaunchContent & {
  readonly storage: { readonly target: string; readonly key: string } | null;
};

/** What a launch said of its person is kept encrypted until it is taken up. */
export const encryptContent = ({ tokens, school }: EncryptionScope, content: KeptContent): string =>
  tokens.encryptFor(school.school_id, context, JSON.stringify(content));

export const decryptContent = (
  { tokens, school }: EncryptionScope,
  text: string,
): KeptContent | null => {
  const opened = tokens.decryptFor(school.school_id, context, text);
  // Written by `encryptContent`.
  return opened === null ? null : (JSON.parse(opened) as KeptContent);
};

/** Whether a launch is taken up in the browser that began it: by its cookie, or where it sends none by what the platform kept for it. */
export const isOfBrowser = (
  { tokens }: Pick<Scope, 'tokens'>,
  row: LaunchRow,
  browser: string | undefined,
  proof: string | null,
): boolean => {
  const is = (text: string, hash: Buffer) => timingSafeEqual(tokens.hash(text), hash);
  return row.proof_hash === null
    ? browser !== undefined && is(browser, row.browser_hash)
    : proof !== null && is(proof, row.proof_hash);
};
