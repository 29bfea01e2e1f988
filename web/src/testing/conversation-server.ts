import type {
  ConversationDelta,
  ConversationState,
} from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { MessagesPage } from '../features/chat/thread-state.ts';
import { messageWith } from './messages.ts';

/** A conversation on the server: messages with the number of their last change. */
export class ConversationServer {
  change = 0;
  readonly messages: Message[] = [];

  #message(seq: number, text: string): Message {
    return messageWith({ seq, change: this.change, text });
  }
  send(): void {
    this.change += 1;
    this.messages.push(this.#message(this.messages.length + 1, 'new'));
  }
  edit(at: number): void {
    if (this.messages.length === 0) return;
    this.change += 1;
    const position = at % this.messages.length;
    this.messages[position] = this.#message(position + 1, `edit ${this.change}`);
  }
  state(): ConversationState {
    return {
      id: '1',
      kind: 'group',
      name: null,
      pictureUrl: null,
      lastSeq: this.messages.length,
      change: this.change,
      participantCount: 2,
    };
  }
  delta(after: number): ConversationDelta {
    return {
      state: this.state(),
      messages: this.messages.filter(({ change }) => change > after),
      participants: [],
      people: [],
    };
  }
  page(from: number, to: number): MessagesPage {
    const items = this.messages.slice(Math.max(0, from), Math.max(0, to));
    return {
      change: this.change,
      items,
      hasBefore: from > 0,
      hasAfter: to < this.messages.length,
      people: [],
    };
  }
}
