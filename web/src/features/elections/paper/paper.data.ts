import { getPaperEntry } from '#contract/elections/calls.ts';
import { callQuery } from '../../../lib/call.ts';

/** The paper ballots of an election as the user sees them. */
export const paperEntryQuery = (id: string) => callQuery(getPaperEntry, { id });
