import { Link } from '@tanstack/react-router';
import { CornerUpLeft } from 'lucide-react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { conversationLink } from '../../../paths.ts';
import { nameIn } from '../chat-names.ts';

/** A one-line quote of the message that this one replies to. It links to that message. */
export function QuotedMessage({
  to,
  conversation,
  people,
  isOwn,
  onShow,
}: {
  to: NonNullable<Message['replyTo']>;
  conversation: string;
  people: ReadonlyMap<string, Face>;
  isOwn: boolean;
  onShow: (seq: number) => void;
}) {
  const messages = useMessages();
  return (
    <Link
      // The URL may already contain this message from an earlier click.
      onClick={() => onShow(to.seq)}
      {...conversationLink(conversation)}
      search={{ message: String(to.seq) }}
      replace
      resetScroll={false}
      className={`mb-1.5 grid min-w-0 rounded-control border-s-2 px-2.5 py-1 text-sm ${isOwn ? 'border-on-brand/60 bg-on-brand/10' : 'border-brand-text bg-fill'}`}
    >
      <span className="flex items-center gap-1 font-medium">
        <CornerUpLeft size={14} aria-hidden className="shrink-0 rtl:-scale-x-100" />
        <span dir="auto" className="truncate">
          {nameIn(people, to.author, messages)}
        </span>
      </span>
      <span dir="auto" className="truncate">
        {to.deleted ? messages.t('chat.deleted') : to.text || messages.t('chat.aFile')}
      </span>
    </Link>
  );
}
