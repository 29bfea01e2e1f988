import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { useAction, type ActionOptions } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { setupQuery } from './sso.data.ts';

/** Changes the setup. Errors appear as an alert, and the setup reloads either way. */
export const useSetupChange = <K extends Call>(
  key: K,
  options: ActionOptions<InputOf<K>, ReplyOf<K>> = {},
) =>
  useAction((input: InputOf<K>) => call(key, input), {
    invalidates: [setupQuery().queryKey],
    ...options,
  });
