import { useMutation } from '@tanstack/react-query';
import type { CallKey, InputOf } from '#contract/endpoints.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';

/** Providers of the sign-in page. */
export const providersQuery = () => callQuery('GET /api/v1/sso', {});

export const prefetchProviders = (): Promise<void> => queryClient.prefetchQuery(providersQuery());

/** The set-up of the school. */
export const setupQuery = () => callQuery('GET /api/v1/school/sign-on', {});

/** One change of the set-up; a refusal is said as an alert, and the set-up is read again either way. */
export function useSetupChange<K extends CallKey>(key: K, onDone?: () => void) {
  const messages = useMessages();
  return useMutation({
    mutationFn: (input: InputOf<K>) => call(key, input),
    ...(onDone && { onSuccess: onDone }),
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: setupQuery().queryKey }),
  });
}
