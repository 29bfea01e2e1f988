import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '../../../kernel/context.ts';
import type { LaunchContent } from './id-token.ts';
import type { LaunchRow } from './launch.queries.ts';

type EncryptionScope = Pick<Scope, 'tokens' | 'school'>;

const context = 'lti:launch';

/** The data stored for a ticket: the launch, and the names of the platform's frame and key that hold our proof. */
export type StoredLaunch = LaunchContent & {
  readonly storage: { readonly target: string; readonly key: string } | null;
};

/** Encrypts a launch's personal data until the launch is used. */
export const encryptContent = (
  { tokens, school }: EncryptionScope,
  content: StoredLaunch,
): string => tokens.encryptFor(school.school_id, context, JSON.stringify(content));

export const decryptContent = (
  { tokens, school }: EncryptionScope,
  text: string,
): StoredLaunch | null => {
  const opened = tokens.decryptFor(school.school_id, context, text);
  // `encryptContent` wrote this text.
  return opened === null ? null : (JSON.parse(opened) as StoredLaunch);
};

/**
 * Returns whether the browser started the launch. The proof is its cookie, or, if it sends none, the value that the
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
