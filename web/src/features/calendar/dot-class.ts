/** The color of a calendar as a dot or bar (styles/tokens.css). It is a separate module, because the home page uses it too. */
const dots = [
  'bg-kind-0-edge',
  'bg-kind-1-edge',
  'bg-kind-2-edge',
  'bg-kind-3-edge',
  'bg-kind-4-edge',
  'bg-kind-5-edge',
  'bg-kind-6-edge',
  'bg-kind-7-edge',
] as const;

export const dotClass = (color: number): string => dots[color] ?? dots[2];
