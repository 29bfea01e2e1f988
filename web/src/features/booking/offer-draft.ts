import type { BookingOffer } from '#contract/booking/endpoints.ts';

export type DraftKind = Omit<BookingOffer['kinds'][number], 'id'> & { readonly id: string | null };

/** The availability while it is edited. */
export type Draft = Omit<BookingOffer, 'version' | 'url' | 'kinds' | 'can'> & {
  readonly kinds: readonly DraftKind[];
};

export interface DraftProps {
  draft: Draft;
  onChange: (more: Partial<Draft>) => void;
}

export interface Hours {
  readonly from: string;
  readonly to: string;
}

/** Time inputs don't support 24:00. */
export const shownEnd = (to: string): string => (to === '24:00' ? '00:00' : to);
export const storedEnd = (to: string): string => (to === '00:00' ? '24:00' : to);
