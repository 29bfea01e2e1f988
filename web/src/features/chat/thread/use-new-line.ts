import { useEffect, useEffectEvent, useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';

/** The position of the line: before the first message by others after `after`, unless that message is after `until`. */
export interface NewLine {
  readonly after: number;
  readonly until: number;
}

const nowhere: NewLine = { after: Number.POSITIVE_INFINITY, until: 0 };

/**
 * Returns the position at which the user stopped reading when the conversation was opened, or when the window lost the focus. The line stays
 * while the user reads on, and messages that arrive while the window has the focus don't count as new.
 */
export function useNewLine(
  conversation: Pick<Conversation, 'readSeq' | 'lastSeq'> | undefined,
): NewLine {
  const [line, setLine] = useState<NewLine | null>(null);
  if (conversation !== undefined && line === null)
    setLine({ after: conversation.readSeq, until: conversation.lastSeq });
  const markSeen = useEffectEvent(() => {
    if (conversation !== undefined)
      setLine({
        after: Math.max(conversation.readSeq, conversation.lastSeq),
        until: Number.POSITIVE_INFINITY,
      });
  });
  useEffect(() => {
    const onBlur = () => markSeen();
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, []);
  return line ?? nowhere;
}
