import type { Face } from '#contract/people/endpoints.ts';
import { facesShown } from '#contract/layout.ts';
import { useMessages } from '../lib/messages.ts';
import { Avatar } from './avatar.tsx';

/** <FaceStack people={mutuals} total={mutualCount} shown={3} />: up to 40 faces, and a counter for more than 4 people. */
interface FaceStackProps {
  people: readonly Face[];
  /** The total number of people; `people` may be only a part. */
  total?: number;
  /** Number of faces before the counter. */
  shown?: number;
  size?: number;
}

export function FaceStack({
  people,
  total = people.length,
  shown = facesShown.most,
  size = 1.75,
}: FaceStackProps) {
  const { number } = useMessages();
  const faces = people.slice(0, Math.min(shown, facesShown.most));
  return (
    <span className="flex min-w-0 flex-wrap items-center" aria-hidden>
      {faces.map((person) => (
        <Avatar
          key={person.uid}
          name={`${person.firstName} ${person.lastName}`}
          photoUrl={person.photoUrl}
          size={size}
          className="-ms-1.5 box-content border-2 border-ground first:ms-0"
        />
      ))}
      {total > facesShown.counterAbove && (
        <span className="ms-2 text-sm text-ink-2 tabular-nums">{number(total)}</span>
      )}
    </span>
  );
}
