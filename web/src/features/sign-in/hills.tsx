/** A landscape in the school color. No text is on it, so the color needs no contrast. */
const layers = [
  ['M0 330 L110 262 L215 318 L330 236 L470 322 L585 256 L690 312 L800 250 L800 600 L0 600 Z', 26],
  ['M0 400 L90 352 L220 410 L350 330 L455 392 L600 338 L720 398 L800 352 L800 600 L0 600 Z', 44],
  ['M0 470 L140 412 L260 468 L400 402 L520 462 L660 418 L800 470 L800 600 L0 600 Z', 66],
  ['M0 532 L120 498 L280 540 L430 486 L570 534 L700 502 L800 530 L800 600 L0 600 Z', 92],
] as const;

const tone = (share: number) =>
  `color-mix(in oklab, var(--brand-raw, var(--brand)) ${share}%, var(--surface))`;

export function Hills() {
  return (
    <svg
      viewBox="0 0 800 600"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full"
      style={{ background: `linear-gradient(${tone(14)}, ${tone(5)})` }}
    >
      <circle cx="560" cy="218" r="58" fill="color-mix(in oklab, #ffd9a8 80%, var(--surface))" />
      {layers.map(([path, share]) => (
        <path key={share} d={path} fill={tone(share)} />
      ))}
    </svg>
  );
}
