import type { ReactNode } from 'react';
import { nameHash, scatter } from '../lib/name-hash.ts';
import { kindColors } from './kind-grounds.ts';

/**
 * <Poster name="Chess Club" className="aspect-8/3" />: a picture generated from the name, if there is no other. It is
 * decorative, because the name is next to it.
 */
interface PosterProps {
  name: string;
  className?: string;
}

const below = (n: number, seed: number, nth: number): number => scatter(seed, nth) % n;

/** Shapes of a tile of 20 units. */
const tiles = [
  'h20a20 20 0 0 1-20 20Z',
  'm20 20h-20a20 20 0 0 1 20-20Z',
  'h20l-20 20Z',
  'h20v20h-20Z',
  'm0 10a10 10 0 0 1 20 0Z',
  'm10 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12Z',
] as const;

/* Each scene also works with only its middle third, because a square shows no more. `ink` draws, and `edge` is the only
   strong color. The seed varies the positions. */
const scenes: readonly ((edge: string, seed: number) => ReactNode)[] = [
  (edge, seed) => (
    <>
      <circle cx={120 + below(90, seed, 0)} cy="34" r="15" fill={edge} opacity="0.85" />
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
  (edge, seed) => (
    <>
      {Array.from({ length: 80 }, (_, nth) => {
        const shape = tiles[below(tiles.length + 2, seed, nth)];
        const look = below(6, seed, nth + 100);
        return (
          shape && (
            <path
              key={nth}
              d={`M${(nth % 16) * 20} ${Math.floor(nth / 16) * 20}${shape}`}
              fill={look === 0 ? edge : 'currentColor'}
              opacity={look === 0 ? 0.8 : 0.14 + look * 0.07}
            />
          )
        );
      })}
    </>
  ),
  (edge, seed) => (
    <>
      {Array.from({ length: 10 }, (_, nth) => (
        <path
          key={nth}
          d={`M${nth * 44 - 80} 100 ${nth * 44 - 20} 0h16l-60 100Z`}
          fill="currentColor"
          opacity="0.1"
        />
      ))}
      <circle cx="160" cy="68" r="50" fill="currentColor" opacity="0.28" />
      <circle cx={120 + below(80, seed, 0)} cy="30" r="12" fill={edge} opacity="0.85" />
    </>
  ),
  (edge, seed) => (
    <>
      {Array.from({ length: 44 }, (_, nth) => (
        <g
          key={nth}
          transform={`translate(${below(320, seed, nth)} ${below(100, seed, nth + 50)}) rotate(${below(180, seed, nth + 100)})`}
          fill={nth % 3 === 0 ? edge : 'currentColor'}
          opacity={nth % 3 === 0 ? 0.75 : 0.2 + (nth % 4) * 0.1}
        >
          {nth % 2 === 0 ? (
            <path d="M-7-2H7V2H-7Z" />
          ) : (
            <path d="M0-4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z" />
          )}
        </g>
      ))}
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
  const hash = nameHash(name);
  const nth = hash % kindColors.length;
  return (
    <svg
      viewBox="0 0 320 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={`block ${kindColors[nth]} ${className}`}
    >
      {scenes[(hash >>> 8) % scenes.length]?.(`var(--kind-${nth}-edge)`, hash)}
    </svg>
  );
}
