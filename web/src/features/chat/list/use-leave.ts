import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { removeParticipant } from '#contract/chat/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { chatErrorText } from '../chat-failures.ts';
import { storeConversation } from '../chat.data.ts';
import { titleOf } from '../conversation-title.ts';

/** Leaves a group after a confirmation. */
export function useLeaveConversation(conversation: Conversation, onLeft: () => void) {
  const messages = useMessages();
  const { t } = messages;
  const { uid } = useUser();
  return useAction(() => call(removeParticipant, { conversation: conversation.id, uid }), {
    confirm: () => ({
      title: t('chat.leaveTitle', { name: titleOf(conversation, messages) }),
      body: t('chat.leaveBody'),
      confirmLabel: t('chat.leave'),
      cancelLabel: t('chat.stay'),
      isDanger: true,
    }),
    onSuccess: (next) => {
      storeConversation(next);
      onLeft();
    },
    errorMessage: (error) => chatErrorText(error, messages),
  });
}
