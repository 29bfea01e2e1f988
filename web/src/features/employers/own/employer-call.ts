import { queryOptions } from '@tanstack/react-query';
import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getEmployerAccount } from '#contract/employers/calls.ts';
import { queryClient } from '../../../lib/call.ts';
import { problemError } from '../../../lib/call-error.ts';
import { withWords } from '../../../lib/error-text.ts';
import { buildRequest, sendRequest } from '../../../lib/request.ts';

/*
 * The client for employers. Their session is a cookie that scripts can't read, and the account has the token for writes. A person who is
 * signed in with the same browser keeps their own session, which these calls don't use.
 */

type EmployerCall = Call<Endpoint & { readonly credential: 'employer' }>;

let csrfToken: string | null = null;

const fetchHere = (url: string, init: RequestInit) => fetch(url, init);

export const employerCall = async <C extends EmployerCall>(
  to: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<ReplyOf<C>> => {
  const key: string = to;
  const headers: Record<string, string> =
    csrfToken === null ? {} : { 'X-CG-CSRF-Token': csrfToken };
  const { response, body } = await sendRequest(
    fetchHere,
    buildRequest(key, input, headers, ''),
    signal,
  );
  if (!response.ok) {
    // The frame of the page then shows the sign-in form.
    if (response.status === 401 && key !== getEmployerAccount)
      void queryClient.invalidateQueries({ queryKey: [getEmployerAccount] });
    throw await withWords(problemError(response, body));
  }
  if (key === getEmployerAccount) ({ csrfToken } = body as ReplyOf<typeof getEmployerAccount>);
  return body as ReplyOf<C>;
};

/** Query options of an employer's call. The query key is the call and its input. */
export const employerQuery = <C extends EmployerCall>(to: C, input: InputOf<C>) =>
  queryOptions({
    queryKey: [to, input] as const,
    queryFn: ({ signal }) => employerCall(to, input, signal),
  });
