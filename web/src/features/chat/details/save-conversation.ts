import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { exportConversation } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import type { Messages } from '../../../lib/messages.ts';
import { nameIn } from '../chat-names.ts';
import { titleOf } from '../conversation-title.ts';

/**
 * Saves all messages that the user can read as a JSON file. `onCount` receives the number of messages loaded so far.
 */
export const saveConversation = async (
  conversation: Conversation,
  messages: Messages,
  onCount: (count: number) => void,
): Promise<void> => {
  const items: Message[] = [];
  const people = new Map<string, Face>();
  for (let after: number | null = 0; after !== null;) {
    const page: { items: Message[]; people: Face[]; next: number | null } = await call(
      exportConversation,
      {
        conversation: conversation.id,
        after,
      },
    );
    items.push(...page.items);
    for (const person of page.people) people.set(person.uid, person);
    onCount(items.length);
    after = page.next;
  }
  const title = titleOf(conversation, messages);
  const text = JSON.stringify(
    {
      conversation: title,
      saved: new Date().toISOString(),
      messages: items.map((item) => ({
        seq: item.seq,
        sentAt: item.sentAt,
        author: nameIn(people, item.author, messages),
        text: item.text,
        ...(item.editedAt !== null && { editedAt: item.editedAt }),
        ...(item.deleted !== null && { deleted: item.deleted }),
        ...(item.event !== null && { event: item.event }),
        ...(item.replyTo !== null && { replyTo: item.replyTo.seq }),
        ...(item.files.length > 0 && {
          files: item.files.map(({ name, size, type }) => ({ name, size, type })),
        }),
        ...(item.reactions.length > 0 && {
          reactions: item.reactions.map(({ emoji, uids }) => ({
            emoji,
            by: uids.map((uid) => nameIn(people, uid, messages)),
          })),
        }),
      })),
    },
    null,
    2,
  );
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${title.replace(/[^\p{L}\p{N} -]+/gu, '').trim() || 'conversation'}.json`;
  link.click();
  URL.revokeObjectURL(url);
};
