import { useState } from 'react';
import { avatarRem } from '#contract/layout.ts';
import { nameHash } from '../lib/name-hash.ts';
import { sourcesOf } from './picture-sources.ts';

/**
 * <Avatar name="Ana Silva" photoUrl={person.photoUrl} />: round, 3rem; initials if no picture loads (CARD-07). Decorative
 * unless `alt` is set, because the name is nearly always next to it.
 */
interface AvatarProps {
  name: string;
  photoUrl: string | null | undefined;
  /** Width and height in rem. */
  size?: number;
  /** People are round, groups are rounded squares. */
  shape?: 'round' | 'square';
  alt?: string;
  className?: string;
}

export function Avatar({
  name,
  photoUrl,
  size = avatarRem,
  shape = 'round',
  alt = '',
  className = '',
}: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const look = `block shrink-0 object-cover ${shape === 'round' ? 'rounded-full' : 'rounded-card'} ${className}`;
  const side = { width: `${size}rem`, height: `${size}rem` };
  if (photoUrl && photoUrl !== failedUrl) {
    return (
      <img
        src={photoUrl}
        {...sourcesOf(photoUrl, 'photo', `${size}rem`)}
        alt={alt}
        width={size * 16}
        height={size * 16}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailedUrl(photoUrl)}
        style={side}
        className={`bg-fill-2 ${look}`}
      />
    );
  }
  const hash = nameHash(name);
  return (
    <svg
      viewBox="0 0 48 48"
      style={side}
      className={`tint-${hash % 6} ${look}`}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {shape === 'square' && (
        <path d={grounds[(hash >>> 8) % grounds.length]} fill="currentColor" opacity="0.16" />
      )}
      <text
        x="24"
        y="24"
        dy="0.355em"
        textAnchor="middle"
        fontSize="18"
        fontWeight="650"
        fill="currentColor"
      >
        {initials(name)}
      </text>
    </svg>
  );
}

/** Returns the first characters of the first and last word, in any script. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = (word: string | undefined) => word?.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '';
  const last = words.length > 1 ? first(words.at(-1)) : '';
  return `${first(words[0])}${last}`.toLocaleUpperCase();
}

/** Shapes behind the initials of groups, so that groups with the same initials and color differ. */
const grounds = [
  'M0 48V22a26 26 0 0 1 26 26Z',
  'M0 48 48 0v48Z',
  'M0 32q24-16 48 0v16H0ZM36 4a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Z',
  'M0 38h48v10H0Z',
  'M48 0v30A30 30 0 0 1 18 0Z',
  'M24 3a21 21 0 1 1 0 42 21 21 0 0 1 0-42Z',
  'M0 0h16v48H0Z',
] as const;
