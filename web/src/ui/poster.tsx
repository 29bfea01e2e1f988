import { initials } from './avatar.tsx';
import { kindGrounds } from './kind-grounds.ts';

export type Kind = 0 | 1 | 2 | 3 | 4 | 5;

/** <Poster name="Chess Club" kind={1} className="aspect-8/3" />: drawn from the name where there is no picture. */
interface PosterProps {
  name: string;
  /** Event, club, academic, class, booking, due date. */
  kind: Kind;
  /** Without, it is the ground behind a mark that has them. */
  hasInitials?: boolean;
  className?: string;
}

export function Poster({ name, kind, hasInitials = true, className = '' }: PosterProps) {
  // Where the rings stand follows from the name: two of one kind differ, and each stays as it is.
  let hash = 0;
  for (const sign of name) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  const [x, y] = [60 + (hash % 7) * 28, (hash >>> 4) % 2 === 0 ? 96 : 4];
  return (
    <svg
      viewBox="0 0 320 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={`block ${kindGrounds[kind]} ${className}`}
    >
      <g fill="none" stroke="currentColor" strokeWidth="10" opacity="0.13">
        {[26, 52, 78, 104, 130].map((radius) => (
          <circle key={radius} cx={x} cy={y} r={radius} />
        ))}
      </g>
      {hasInitials && (
        <text
          x="160"
          y="50"
          dy="0.355em"
          textAnchor="middle"
          fontSize="34"
          fontWeight="650"
          fill="currentColor"
        >
          {initials(name)}
        </text>
      )}
    </svg>
  );
}
