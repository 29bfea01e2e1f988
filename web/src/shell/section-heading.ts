import { createContext, useContext, useLayoutEffect, type ReactNode } from 'react';

/** The heading of a page below a section, in place of the section's name. */
export interface SectionHeading {
  title: string;
  /** A `BackLink`. */
  back: ReactNode;
}

/** Set by a page with sections (sectioned-page.tsx). */
export const SectionHeadingContext = createContext<
  ((heading: SectionHeading | null) => void) | null
>(null);

/** Sets the heading of the page to something other than the section's name. Returns false outside of a page with sections. */
export function useSectionHeading(title: string, back: ReactNode): boolean {
  const set = useContext(SectionHeadingContext);
  // This runs before the browser paints, so that the section's name isn't shown first.
  useLayoutEffect(() => set?.({ title, back }));
  useLayoutEffect(() => () => set?.(null), [set]);
  return set !== null;
}
