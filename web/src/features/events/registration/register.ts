import { useNavigate } from '@tanstack/react-router';
import type { EventPage } from '#contract/events/endpoints.ts';
import type { InputOf, ReplyOf } from '#contract/call.ts';
import { registerForEvent } from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { staleRegistration } from '../events.data.ts';

/** The registration that the user wants. */
export type RegistrationRequest = Omit<InputOf<typeof registerForEvent>, 'id'>;

/** Returns a text about the user's status after registering. */
export const registeredText = (
  { t }: Messages,
  title: string,
  { status, position, order }: ReplyOf<typeof registerForEvent>,
): string | null => {
  // The order's page opens instead.
  if (order?.state === 'due') return null;
  return status === 'waiting'
    ? t('events.nowWaiting', { title, position: position ?? 1 })
    : status === 'requested' || status === 'maybe'
      ? t(`events.now_${status}`, { title })
      : t('events.now_registered', { title });
};

/** Returns a function that opens the order of a registration that has to be paid. */
export function useOpenOrder() {
  const navigate = useNavigate();
  return ({ order }: Pick<ReplyOf<typeof registerForEvent>, 'order'>) => {
    if (order?.state === 'due') void navigate({ to: paths.order, params: { orderId: order.id } });
  };
}

/** Creates or changes a registration, and shows the resulting status. */
export function useRegister({ id, title }: EventPage) {
  const messages = useMessages();
  const openOrder = useOpenOrder();
  return useAction((wish: RegistrationRequest) => call(registerForEvent, { id, ...wish }), {
    invalidates: staleRegistration,
    success: (reply) => registeredText(messages, title, reply),
    onSuccess: openOrder,
  });
}
