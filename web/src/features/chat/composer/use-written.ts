import { useState } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import type { ComposerMode } from '../queue/composing.ts';
import { toWritten, type ChosenMentions } from '../../formatted-text/mentions.ts';

interface Written {
  readonly text: string;
  readonly chosen: ChosenMentions;
}

/**
 * State of the message field. While the user edits an old message, the new message is kept and comes back afterwards.
 */
export function useWritten(
  draft: string,
  writing: ComposerMode,
  people: ReadonlyMap<string, Face>,
) {
  const [fresh, setFresh] = useState<Written>(() => toWritten(draft, people));
  const [edited, setEdited] = useState<(Written & { seq: number }) | null>(null);
  if (writing.kind === 'edit' && edited?.seq !== writing.message.seq) {
    const { seq, text, mentions } = writing.message;
    setEdited({
      seq,
      ...toWritten(text, new Map([...people, ...mentions.map((one) => [one.uid, one] as const)])),
    });
  }
  if (writing.kind !== 'edit' && edited !== null) setEdited(null);
  const isEditing = writing.kind === 'edit' && edited !== null;
  const { text, chosen } = isEditing ? edited : fresh;
  const change = (more: Partial<Written>) =>
    isEditing ? setEdited({ ...edited, ...more }) : setFresh({ ...fresh, ...more });
  return {
    text,
    chosen,
    fresh,
    setText: (next: string) => change({ text: next }),
    write: (next: string, name: string, uid: string) =>
      change({ text: next, chosen: new Map(chosen).set(name, uid) }),
    clear: () => change({ text: '', chosen: new Map() }),
    /** Puts back text that failed to send, before the text typed since then. */
    putBack: (before: Written) =>
      setFresh((now) =>
        now.text.trim() === ''
          ? before
          : {
              text: `${before.text}\n${now.text}`,
              chosen: new Map([...before.chosen, ...now.chosen]),
            },
      ),
  };
}
