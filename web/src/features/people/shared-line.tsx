import { BookOpen, GraduationCap, Shapes } from 'lucide-react';
import type { User } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { FaceStack } from '../../ui/face-stack.tsx';
import { sharedReasons } from './shared-reason.ts';

const icons = { course: BookOpen, club: Shapes, studies: GraduationCap } as const;

/** What the user shares with a person, in one line. Shows nothing if they share nothing. `isPlain` leaves out faces and icon. */
export function SharedLine({ person, isPlain = false }: { person: User; isPlain?: boolean }) {
  const messages = useMessages();
  const [reason] = sharedReasons(messages, person, useUser());
  if (reason === undefined) return null;
  const { kind, text } = reason;
  const Icon = kind === 'mutual' ? null : icons[kind];
  return (
    <span className="flex min-w-0 items-center gap-2 text-xs text-ink-2">
      {!isPlain &&
        (Icon === null ? (
          <FaceStack people={person.mutuals} total={0} shown={3} size={1.375} />
        ) : (
          <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
        ))}
      <span className="truncate" dir="auto">
        {text}
      </span>
    </span>
  );
}
