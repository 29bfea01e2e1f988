import { storeLimits } from '#contract/store/limits.ts';
import { createStore, useStore, type Store } from '../../lib/store.ts';
import { readTab, writeTab } from '../../lib/stored.ts';

/* Carts, one per club. A cart reserves nothing; checking out places an order. It is gone after signing out. */

/** The quantity of each variant. */
export type Cart = Readonly<Record<string, number>>;

const stores = new Map<string, Store<Cart>>();
const nameOf = (club: string) => `cart-${club}`;

const read = (club: string): Cart => {
  try {
    const stored: unknown = JSON.parse(readTab(nameOf(club)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, number] =>
        Number.isInteger(entry[1]),
      ),
    );
  } catch {
    return {};
  }
};

const storeOf = (club: string): Store<Cart> => {
  const found = stores.get(club) ?? createStore(read(club));
  stores.set(club, found);
  return found;
};

export const useCart = (club: string): Cart => useStore(storeOf(club));

/** Sets how many of a variant are in the cart; 0 removes it. */
export const setQuantity = (club: string, variant: string, quantity: number): void => {
  const { [variant]: _, ...others } = storeOf(club).get();
  const next =
    quantity > 0 ? { ...others, [variant]: Math.min(quantity, storeLimits.perPerson) } : others;
  storeOf(club).set(next);
  writeTab(nameOf(club), JSON.stringify(next));
};

export const emptyCart = (club: string): void => {
  storeOf(club).set({});
  writeTab(nameOf(club), null);
};
