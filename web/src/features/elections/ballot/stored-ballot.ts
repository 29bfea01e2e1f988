import { readTab, writeTab } from '../../../lib/stored.ts';
import { readDraft, type BallotDraft, type PreviousBallot } from './ballot-draft.ts';

/*
 * What a tab stores of a ballot: the draft until it is cast, and the receipt until the voter leaves the page. Both name the person, so
 * that no one who signs in later in the same tab gets them. Signing out deletes the receipt and keeps the draft (lib/stored.ts).
 */
const draftKey = (person: string, election: string) => `ballot-draft:${person}:${election}`;
const receiptKey = (person: string, election: string) => `ballot-receipt:${person}:${election}`;

export const storedDraft = (person: string, election: string): BallotDraft =>
  readDraft(readTab(draftKey(person, election)));

/** Stores a draft, or deletes it if it is null. */
export const storeDraft = (person: string, election: string, draft: BallotDraft | null): void =>
  writeTab(draftKey(person, election), draft && JSON.stringify(draft));

export interface KeptReceipt extends PreviousBallot {
  readonly isEarlier: boolean;
}

export const storedReceipt = (person: string, election: string): KeptReceipt | null => {
  try {
    const value = JSON.parse(readTab(receiptKey(person, election)) ?? 'null') as KeptReceipt | null;
    return typeof value?.receipt === 'string' && typeof value.nonce === 'string' ? value : null;
  } catch {
    return null;
  }
};

export const storeReceipt = (person: string, election: string, kept: KeptReceipt | null): void =>
  writeTab(receiptKey(person, election), kept && JSON.stringify(kept));
