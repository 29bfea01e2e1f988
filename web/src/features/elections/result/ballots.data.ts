import { networkError, problemError } from '../../../lib/call-error.ts';
import { bearerParts } from '../../../lib/call.ts';
import { withWords } from '../../../lib/error-text.ts';

const fileOf = (election: string): string =>
  `/api/v1/elections/${encodeURIComponent(election)}/ballots`;

/** Downloads the published file of ballots. It isn't JSON, so `call` can't read it. */
async function fetchBallots(election: string, signal?: AbortSignal): Promise<string> {
  const { jwt } = await bearerParts.fresh();
  const response = await fetch(fileOf(election), {
    headers: { Authorization: `Bearer ${jwt}` },
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw networkError(cause);
  });
  if (!response.ok)
    throw await withWords(problemError(response, await response.json().catch((): unknown => null)));
  return response.text();
}

/** The file of ballots. It doesn't change after the count. */
export const ballotFileQuery = (election: string) => ({
  queryKey: ['election-ballots', election] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchBallots(election, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
