import type { ReactNode } from 'react';
import { kindColors } from './kind-grounds.ts';

/**
 * <Poster name="Chess Club" className="aspect-8/3" />: a picture generated from the name, if there is no other. It is
 * decorative, because the name is next to it.
 */
interface PosterProps {
  name: string;
  className?: string;
}

/* Each scene also works with only its middle third, because a square shows no more. `ink` draws, and `edge` is the only
   strong color. */
const scenes: readonly ((edge: string) => ReactNode)[] = [
  (edge) => (
    <>
      <circle cx="182" cy="34" r="15" fill={edge} opacity="0.85" />
      <path
        d="M0 74 48 46l34 20 40-34 44 34 28-18 42 30 34-24 50 26v20H0Z"
        fill="currentColor"
        opacity="0.22"
      />
      <path
        d="M0 88l58-18 40 12 46-24 44 26 52-14 36 14 44-12v28H0Z"
        fill="currentColor"
        opacity="0.5"
      />
    </>
  ),
  (edge) => (
    <>
      <circle cx="140" cy="30" r="13" fill={edge} opacity="0.8" />
      {[58, 72, 86].map((y, nth) => (
        <path
          key={y}
          d={`M${-60 + nth * 20} ${y}${'q20-12 40 0t40 0'.repeat(5)}V110H-60Z`}
          fill="currentColor"
          opacity={0.18 + nth * 0.1}
        />
      ))}
    </>
  ),
  (edge) => (
    <g fill="none" strokeWidth="9">
      {[22, 36, 50, 64].map((radius, nth) => (
        <circle
          key={radius}
          cx="160"
          cy="92"
          r={radius}
          stroke={nth === 1 ? edge : 'currentColor'}
          opacity={nth === 1 ? 0.85 : 0.32}
        />
      ))}
    </g>
  ),
  (edge) => (
    <>
      {Array.from({ length: 8 }, (_, nth) => {
        const [x, isTurned] = [nth * 50 - 40, nth % 2 === 1];
        return (
          <g key={x}>
            <path
              d={`M${x} 50a50 50 0 0 ${isTurned ? '1 50-50v50Z' : '0 50-50h-50Z'}`}
              fill="currentColor"
              opacity={isTurned ? 0.4 : 0.2}
            />
            <circle
              cx={x + 25}
              cy="75"
              r={isTurned ? 16 : 25}
              fill={isTurned ? edge : 'currentColor'}
              opacity={isTurned ? 0.8 : 0.14}
            />
          </g>
        );
      })}
    </>
  ),
  (edge) => (
    <>
      <path d="M0 0h320v100H0Z" fill="currentColor" opacity="0.78" />
      <path
        d="M176 18a20 20 0 1 0 16 30 16 16 0 0 1-16-30Z"
        className="fill-surface"
        opacity="0.92"
      />
      {[18, 52, 84, 118, 136, 150, 206, 228, 262, 296].map((x, nth) => (
        <circle
          key={x}
          cx={x}
          cy={12 + ((nth * 23) % 52)}
          r={nth % 3 === 0 ? 1.8 : 1.1}
          className="fill-surface"
          opacity="0.8"
        />
      ))}
      <path d="M0 84q60-26 120-8t110-4 90 6v22H0Z" fill={edge} opacity="0.75" />
    </>
  ),
  (edge) => (
    <>
      {Array.from({ length: 17 }, (_, nth) => (
        <path
          key={nth}
          d="M0 0q26-38 0-78q-26 40 0 78Z"
          transform={`translate(${nth * 20} 108) rotate(${(nth % 2 === 0 ? -1 : 1) * (6 + (nth % 3) * 12)})`}
          fill={nth % 4 === 0 ? edge : 'currentColor'}
          opacity={nth % 4 === 0 ? 0.75 : 0.16 + (nth % 3) * 0.1}
        />
      ))}
    </>
  ),
];

export function Poster({ name, className = '' }: PosterProps) {
  // Scene and color are derived from the name, so different clubs differ and each keeps its picture.
  let hash = 2_166_136_261;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  const nth = (hash >>> 12) % kindColors.length;
  return (
    <svg
      viewBox="0 0 320 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={`block ${kindColors[nth]} ${className}`}
    >
      {scenes[(hash >>> 20) % scenes.length]?.(`var(--kind-${nth}-edge)`)}
    </svg>
  );
}
