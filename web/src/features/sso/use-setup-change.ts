import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { useAction, type ActionOptions } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { setupQuery } from './sso.data.ts';

/** One change of the set-up; an error is said as an alert, and the set-up is read again either way. */
export const useSetupChange = <K extends Call>(
  key: K,
  options: ActionOptions<InputOf<K>, ReplyOf<K>> = {},
) =>
  useAction((input: InputOf<K>) => call(key, input), {
    invalidates: [setupQuery().queryKey],
    ...options,
  });
