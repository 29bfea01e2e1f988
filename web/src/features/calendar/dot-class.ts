/** The color of a kind as a dot or bar (styles/tokens.css). Apart from the other styles, since the home page has it too. */
const dots = [
  'bg-kind-0-edge',
  'bg-kind-1-edge',
  'bg-kind-2-edge',
  'bg-kind-3-edge',
  'bg-kind-4-edge',
  'bg-kind-5-edge',
] as const;

export const dotClass = (color: number): string => dots[color] ?? dots[2];
