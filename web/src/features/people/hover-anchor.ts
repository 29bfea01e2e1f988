import { createStore } from '../../lib/store.ts';

/** The name or face whose card is shown. */
export interface HoverAnchor {
  readonly uid: string;
  readonly element: HTMLElement;
}

export const hoverAnchor = createStore<HoverAnchor | null>(null);
