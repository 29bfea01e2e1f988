import type { CallKey, InputOf, ReplyOf } from '#contract/endpoints.ts';
import { useAct, type ActOptions } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { setupQuery } from './sso.data.ts';

/** One change of the set-up; an error is said as an alert, and the set-up is read again either way. */
export const useSetupChange = <K extends CallKey>(
  key: K,
  options: ActOptions<InputOf<K>, ReplyOf<K>> = {},
) =>
  useAct((input: InputOf<K>) => call(key, input), { stale: [setupQuery().queryKey], ...options });
