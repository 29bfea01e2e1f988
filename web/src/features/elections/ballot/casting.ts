import type { Election } from '#contract/elections/endpoints.ts';
import { castBallot } from '#contract/elections/calls.ts';
import { CallError } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { hasSameVotes, votesOf, type BallotDraft, type SentBallot } from './ballot-draft.ts';
import { newNonce, receiptOfBallot } from './receipts.ts';

/** The server's receipt isn't the one that this device computed. */
export class ReceiptDiffers extends Error {
  readonly expected: string;
  readonly received: string;

  constructor(expected: string, received: string) {
    super('The receipts differ');
    this.name = 'ReceiptDiffers';
    this.expected = expected;
    this.received = received;
  }
}

export interface CastBallot {
  readonly receipt: string;
  readonly nonce: string;
  /** True if an earlier version of the ballot had already arrived, and counts in place of this one. */
  readonly isEarlier: boolean;
}

/** Returns the ballot to send. A retry of the same votes keeps its nonce, so that the server recognizes it. */
export const ballotToSend = (
  draft: BallotDraft,
  election: Pick<Election, 'contests'>,
): SentBallot => {
  const votes = votesOf(draft, election);
  const { sent, replaces } = draft;
  const again = sent.find(
    (one) =>
      hasSameVotes(one.votes, votes) &&
      one.replaces?.receipt === replaces?.receipt &&
      one.replaces?.nonce === replaces?.nonce,
  );
  return again ?? { nonce: newNonce(), votes, ...(replaces !== null && { replaces }) };
};

/** Sends a ballot, and compares the receipt with the one that this device computes. */
async function send(election: Election, ballot: SentBallot): Promise<string> {
  const { receipt } = await call(castBallot, { id: election.id, ...ballot });
  const expected = receiptOfBallot({
    election: election.id,
    nonce: ballot.nonce,
    contests: election.contests.map(({ id }) => id),
    votes: ballot.votes,
  });
  if (receipt !== expected) throw new ReceiptDiffers(expected, receipt);
  return receipt;
}

/**
 * Casts a ballot. `sent` are the ballots whose answers were lost: if the server has one of them with other votes, the voter gets its
 * receipt, because it is the one that counts.
 */
export async function cast(
  election: Election,
  ballot: SentBallot,
  sent: readonly SentBallot[],
): Promise<CastBallot> {
  try {
    return { receipt: await send(election, ballot), nonce: ballot.nonce, isEarlier: false };
  } catch (error) {
    const isTaken =
      error instanceof CallError &&
      (error.code === 'already_voted' || error.code === 'replaced_unknown');
    if (!isTaken) throw error;
    for (const earlier of sent) {
      if (earlier.nonce === ballot.nonce) continue;
      // The answer to this one is an error too if the server doesn't have it.
      const receipt = await send(election, earlier).catch(() => null);
      if (receipt !== null) return { receipt, nonce: earlier.nonce, isEarlier: true };
    }
    throw error;
  }
}
