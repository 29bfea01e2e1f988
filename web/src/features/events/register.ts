import type { EventPage } from '#contract/events/endpoints.ts';
import type { InputOf, ReplyOf } from '#contract/call.ts';
import { registerForEvent } from '#contract/events/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { staleRegistration } from './events.data.ts';

/** What somebody wants to be to an event. */
export type Wish = Omit<InputOf<typeof registerForEvent>, 'id'>;

/** What one is to an event after registering. */
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

/** Registers or changes a registration; says what one is to the event then. */
export function useRegister({ id, title }: EventPage) {
  const messages = useMessages();
  return useAction((wish: Wish) => call(registerForEvent, { id, ...wish }), {
    invalidates: staleRegistration,
    success: (reply) => registeredText(messages, title, reply),
  });
}
