import { useQuery } from '@tanstack/react-query';
import { useId, useState, type RefObject } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { nameOf } from '../people/person.ts';
import { typedName } from './mentions.ts';
import english from './messages/en.json';

addEnglish(english);

interface MentionParts {
  /** Finds people and clubs by the typed part of a name. Club IDs have the prefix `club:`. */
  find: (words: string) => {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<readonly Face[]>;
  };
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Called with the text that contains the selected name, and the person it refers to. */
  write: (text: string, name: string, uid: string) => void;
}

const shown = 6;

/** Suggests people for the name typed after an @. */
export function useMentions({ find, field, text, write }: MentionParts) {
  const list = useId();
  const [typed, setTyped] = useState<{ from: number; words: string } | null>(null);
  const [at, setAt] = useState(0);
  const found = useQuery({
    ...find(typed?.words ?? ''),
    enabled: typed !== null,
    placeholderData: (before) => before,
  });
  const people = typed === null ? [] : (found.data ?? []).slice(0, shown);
  const isOpen = people.length > 0;
  const take = (person: Face) => {
    if (typed === null) return;
    const name = nameOf(person);
    write(
      `${text.slice(0, typed.from)}@${name} ${text.slice(typed.from + 1 + typed.words.length)}`,
      name,
      person.uid,
    );
    setTyped(null);
    const caret = typed.from + name.length + 2;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  return {
    isOpen,
    people,
    at,
    list,
    take,
    field: {
      // A multi-line field can't have the combobox role, but these attributes have the same meaning.
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? list : undefined,
      'aria-activedescendant': isOpen ? `${list}-${at}` : undefined,
    } as const,
    onChange: (target: HTMLTextAreaElement) => {
      setTyped(typedName(target.value, target.selectionStart));
      setAt(0);
    },
    /** Returns true if the key was handled by the list. */
    onKeyDown: (event: React.KeyboardEvent): boolean => {
      if (!isOpen) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setAt((at + step + people.length) % people.length);
      else if (event.key === 'Enter' || event.key === 'Tab') {
        const person = people[at];
        if (person !== undefined) take(person);
      } else if (event.key === 'Escape') setTyped(null);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

type MentionListProps = Pick<ReturnType<typeof useMentions>, 'people' | 'at' | 'list' | 'take'>;

/** The suggested names, shown above the text field. */
export function MentionList({ people, at, list, take }: MentionListProps) {
  const { t } = useMessages();
  return (
    <div
      id={list}
      role="listbox"
      aria-label={t('formatted.mention')}
      className="card raised absolute inset-x-2 bottom-full z-10 mb-2 max-w-sm overflow-hidden p-1 shadow-float"
    >
      {people.map((person, index) => (
        <div
          key={person.uid}
          id={`${list}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // The field keeps the focus, and its keys select.
          onPointerDown={(event) => {
            event.preventDefault();
            take(person);
          }}
          className={`flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 ${index === at ? 'bg-brand-soft' : 'hover:bg-fill'}`}
        >
          <Avatar
            name={nameOf(person)}
            photoUrl={person.photoUrl}
            size={1.75}
            shape={person.uid.startsWith('club:') ? 'square' : 'round'}
          />
          <span dir="auto" className="page-start min-w-0 truncate">
            {nameOf(person)}
          </span>
        </div>
      ))}
    </div>
  );
}
