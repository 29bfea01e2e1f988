import words from 'messages:en/chat.reply*';
import { Link } from '@tanstack/react-router';
import { CornerUpLeft } from 'lucide-react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import type { NotificationAnswerProps } from '../../lib/notification-parts.ts';
import { conversationLink } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';

addEnglish(words);

/** Opens the conversation to reply. */
export function ReplyLink({ item, sentence, onOpen }: NotificationAnswerProps) {
  const { t } = useMessages();
  if (item.conversation === null) return null;
  return (
    <Link
      {...conversationLink(item.conversation.id)}
      onClick={onOpen}
      aria-label={`${t('chat.reply')}: ${sentence}`}
      className={buttonClass({ size: 'sm' })}
    >
      <CornerUpLeft size={18} strokeWidth={1.9} aria-hidden className="rtl:-scale-x-100" />
      {t('chat.reply')}
    </Link>
  );
}
