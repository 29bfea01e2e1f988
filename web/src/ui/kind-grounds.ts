/** The backgrounds of the six colors with their text colors, as complete class names, so that the style sheet includes them. */
export const kindColors = [
  'bg-kind-0 text-kind-0-ink',
  'bg-kind-1 text-kind-1-ink',
  'bg-kind-2 text-kind-2-ink',
  'bg-kind-3 text-kind-3-ink',
  'bg-kind-4 text-kind-4-ink',
  'bg-kind-5 text-kind-5-ink',
] as const;
