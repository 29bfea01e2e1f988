import type { InfiniteData } from '@tanstack/react-query';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import { listConversations, readConversation } from '#contract/chat/calls.ts';
import { queryClient } from '../../../lib/call.ts';
import { loadErrorWords } from '../../../lib/error-text.ts';
import { addEnglish, translate } from '../../../lib/messages.ts';
import { createStore } from '../../../lib/store.ts';
import { conversationPath } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { failureText } from '../chat-failures.ts';
import { titleOf } from '../conversation-title.ts';
import { unsent } from './unsent.ts';
import type { UnsentMessage } from './unsent-store.ts';

/**
 * Suppresses toasts about failed messages while a dialog shows the same, for example before sign-out. They appear
 * afterwards.
 */
export const areErrorsHidden = createStore(false);

/** Returns this tab's data of a conversation. */
const cachedConversation = (id: string): Conversation | undefined =>
  queryClient.getQueryData<Conversation>([readConversation, { conversation: id }]) ??
  queryClient
    .getQueriesData<InfiniteData<ReplyOf<typeof listConversations>>>({
      queryKey: [listConversations, 'pages'],
    })
    .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
    .find((item) => item.id === id);

/**
 * Shows a toast with a link when the server rejects a message of a conversation that isn't visible. In a background
 * tab, it waits until the tab is visible. Failures from before this page loaded only show in the list. Call this
 * once.
 */
export function showSendErrors(open: (conversation: string) => void): void {
  const unsentIds = new Set<string>();
  let unreported: readonly UnsentMessage[] = [];
  const show = async ({ conversation, failure }: UnsentMessage) => {
    // The chat texts load with the chat pages, and rare error texts with the calls that return them. This error may
    // be from before this page loaded.
    addEnglish((await import('../messages/en.json')).default);
    await loadErrorWords();
    const messages = translate();
    const conversationData = cachedConversation(conversation);
    const why = failureText(failure, messages);
    showToast({
      message:
        conversationData === undefined
          ? messages.t('chat.notSentWhy', { why })
          : messages.t('chat.notSentTo', { name: titleOf(conversationData, messages), why }),
      action: { label: messages.t('chat.notSentShow'), run: () => open(conversation) },
    });
  };
  const showAll = () => {
    if (document.visibilityState !== 'visible' || areErrorsHidden.get()) return;
    const rejected = new Set(
      unsent.get().flatMap(({ clientId, failure }) => (failure?.isFinal === true ? clientId : [])),
    );
    for (const entry of unreported)
      if (
        rejected.has(entry.clientId) &&
        window.location.pathname !== conversationPath(entry.conversation)
      )
        void show(entry).catch(() => undefined);
    unreported = [];
  };
  const look = () => {
    for (const entry of unsent.get()) {
      if (entry.failure?.isFinal !== true) unsentIds.add(entry.clientId);
      else if (unsentIds.delete(entry.clientId)) unreported = [...unreported, entry];
    }
    showAll();
  };
  look();
  unsent.subscribe(look);
  areErrorsHidden.subscribe(showAll);
  document.addEventListener('visibilitychange', showAll);
}
