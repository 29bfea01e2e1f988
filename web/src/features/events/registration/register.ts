import type { EventPage } from '#contract/events/endpoints.ts';
import type { InputOf, ReplyOf } from '#contract/call.ts';
import { registerForEvent } from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { staleRegistration } from '../events.data.ts';

/** The registration that the user wants. */
export type RegistrationRequest = Omit<InputOf<typeof registerForEvent>, 'id'>;

/** Returns a text about the user's status after registering. */
export const registeredText = (
  { t }: Messages,
  title: string,
  { status, position }: ReplyOf<typeof registerForEvent>,
): string =>
  status === 'waiting'
    ? t('events.nowWaiting', { title, position: position ?? 1 })
    : status === 'requested' || status === 'maybe'
      ? t(`events.now_${status}`, { title })
      : t('events.now_registered', { title });

/** Creates or changes a registration, and shows the resulting status. */
export function useRegister({ id, title }: EventPage) {
  const messages = useMessages();
  return useAction((wish: RegistrationRequest) => call(registerForEvent, { id, ...wish }), {
    invalidates: staleRegistration,
    success: (reply) => registeredText(messages, title, reply),
  });
}
