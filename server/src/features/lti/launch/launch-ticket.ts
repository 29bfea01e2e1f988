import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '../../../kernel/context.ts';
import type { LaunchContent } from './id-token.ts';
import type { LaunchRow } from './launch.queries.ts';

type EncryptionScope = Pick<Scope, 'tokens' | 'school'>;

const context = 'lti:launch';

/** The data that is stored for a ticket: the content of the launch, and where in the platform's frames our proof is stored. */
export type KeptContent = LaunchContent & {
  readonly storage: { readonly target: string; readonly key: string } | null;
};

/** The content of a launch is stored encrypted until the launch is completed. */
export const encryptContent = ({ tokens, school }: EncryptionScope, content: KeptContent): string =>
  tokens.encryptFor(school.school_id, context, JSON.stringify(content));

export const decryptContent = (
  { tokens, school }: EncryptionScope,
  text: string,
): KeptContent | null => {
  const opened = tokens.decryptFor(school.school_id, context, text);
  // `encryptContent` wrote it.
  return opened === null ? null : (JSON.parse(opened) as KeptContent);
};

/**
 * Returns whether a launch is completed in the browser that began it. Its cookie proves this, or without a cookie the proof that the
 * platform stored.
 */
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
