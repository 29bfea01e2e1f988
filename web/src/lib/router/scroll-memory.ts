import { readTab, writeTab } from '../stored.ts';

/** How far each entry of the tab's history was scrolled, so that going back leads to the same place. */
const name = 'scroll';
let places: Record<string, number> | null = null;

const known = (): Record<string, number> => {
  if (places) return places;
  try {
    places = (JSON.parse(readTab(name) ?? '{}') ?? {}) as Record<string, number>;
  } catch {
    places = {};
  }
  return places;
};

export function rememberScroll(key: string): void {
  known()[key] = Math.round(window.scrollY);
}

/** Keeps what is known over a reload. */
export const keepScroll = (): void => writeTab(name, JSON.stringify(known()));

/** To where the entry was, to the part that its address names, or to the top. */
export function showPlace({
  key,
  hash,
  isReturn,
}: {
  key: string;
  hash: string;
  isReturn: boolean;
}): void {
  const place = isReturn ? known()[key] : undefined;
  if (place !== undefined) window.scrollTo(0, place);
  else if (hash === '') window.scrollTo(0, 0);
  else document.getElementById(hash)?.scrollIntoView();
}
