import { listInvitations, sendInvitations } from '#contract/invitations/calls.ts';
import type { Call } from '#contract/call.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import english from './messages/en.json';

addEnglish(english);

/** The server's limit (contract/src/invitations/limits.ts). */
const most = 100;

/** Sends invitations in as many calls as needed, and adds up the results. */
async function sendTo(recipients: 'all' | readonly string[]) {
  const total = { queued: 0, skipped: 0, unreachable: 0 };
  const calls =
    recipients === 'all'
      ? [recipients]
      : Array.from({ length: Math.ceil(recipients.length / most) }, (_, nth) =>
          recipients.slice(nth * most, (nth + 1) * most),
        );
  for (const people of calls) {
    const sent = await call(sendInvitations, {
      people: people === 'all' ? people : [...people],
    });
    total.queued += sent.queued;
    total.skipped += sent.skipped;
    total.unreachable += sent.unreachable;
  }
  return total;
}

/** Sends invitations to some people, or to `count` people after a question, and tells how many were sent. */
export function useInvite({
  count = 0,
  invalidates = [],
  onSuccess,
}: {
  count?: number;
  invalidates?: readonly Call[];
  onSuccess?: () => void;
} = {}) {
  const { t } = useMessages();
  return useAction((recipients: 'all' | readonly string[]) => sendTo(recipients), {
    confirm: (recipients) =>
      recipients === 'all'
        ? {
            title: t('invitations.allTitle', { count }),
            body: t('invitations.allBody'),
            confirmLabel: t('invitations.send'),
            cancelLabel: t('invitations.cancel'),
          }
        : null,
    invalidates: [listInvitations, ...invalidates],
    success: ({ queued, skipped, unreachable }) =>
      [
        t('invitations.queued', { count: queued }),
        ...(skipped > 0 ? [t('invitations.skipped', { count: skipped })] : []),
        ...(unreachable > 0 ? [t('invitations.unreachable', { count: unreachable })] : []),
      ].join(' '),
    ...(onSuccess && { onSuccess }),
  });
}
