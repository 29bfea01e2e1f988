import { useEffect, useEffectEvent, useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';

/** Before which message the line stands: the first of others after `after`, if it is not behind `until`. */
export interface NewLine {
  readonly after: number;
  readonly until: number;
}

const nowhere: NewLine = { after: Number.POSITIVE_INFINITY, until: 0 };

/**
 * Where one had stopped reading: when the conversation was opened, and again when one turned away from the window. It stays where
 * it is while one reads on; what comes while one looks is not new.
 */
export function useNewLine(
  conversation: Pick<Conversation, 'readSeq' | 'lastSeq'> | undefined,
): NewLine {
  const [line, setLine] = useState<NewLine | null>(null);
  if (conversation !== undefined && line === null)
    setLine({ after: conversation.readSeq, until: conversation.lastSeq });
  const turnAway = useEffectEvent(() => {
    if (conversation !== undefined)
      setLine({
        after: Math.max(conversation.readSeq, conversation.lastSeq),
        until: Number.POSITIVE_INFINITY,
      });
  });
  useEffect(() => {
    const onBlur = () => turnAway();
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, []);
  return line ?? nowhere;
}
