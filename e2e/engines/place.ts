import type * as testingLibrary from '@testing-library/dom';

export type Name = string | RegExp;

/** How a person describes an element: by its role and name, and the part of the page that contains it. */
export interface Place {
  /** An ARIA role, or `text` for the element with a text, `field` for the field with a label, `file` for a file input. */
  readonly role: string;
  readonly name?: Name;
  /** A text that the element contains. */
  readonly has?: Name;
  readonly in?: Place;
  /** Which of several, counted from 0. -1 is the last. */
  readonly nth?: number;
}

type Where = Omit<Place, 'role' | 'name'>;
const placed =
  (role: string) =>
  (name?: Name, where: Where = {}): Place => ({
    role,
    ...(name !== undefined && { name }),
    ...where,
  });

export const article = placed('article');
export const button = placed('button');
export const cell = placed('gridcell');
export const complementary = placed('complementary');
export const dialog = placed('dialog');
export const field = placed('field');
export const file = placed('file');
export const form = placed('form');
export const heading = placed('heading');
export const image = placed('img');
export const link = placed('link');
export const list = placed('list');
export const menuItem = placed('menuitem');
export const question = placed('alertdialog');
export const radio = placed('radio');
export const region = placed('region');
export const search = placed('searchbox');
export const tab = placed('tab');
export const text = placed('text');
export const textbox = placed('textbox');

/** A name as JSON, because regular expressions can't be sent to the page. */
type SentName = { readonly is: string } | { readonly source: string; readonly flags: string };
export interface SentPlace {
  readonly role: string;
  readonly name: SentName | null;
  readonly has: SentName | null;
  readonly in: SentPlace | null;
  readonly nth: number;
}

export const sentName = (name: Name | undefined): SentName | null => {
  if (name === undefined) return null;
  return typeof name === 'string' ? { is: name } : { source: name.source, flags: name.flags };
};

export const sentPlace = (place: Place): SentPlace => ({
  role: place.role,
  name: sentName(place.name),
  has: sentName(place.has),
  in: place.in === undefined ? null : sentPlace(place.in),
  nth: place.nth ?? 0,
});

export const describePlace = (place: Place): string =>
  [
    place.role,
    place.name === undefined ? '' : ` ${String(place.name)}`,
    place.has === undefined ? '' : ` with ${String(place.has)}`,
    place.in === undefined ? '' : ` in ${describePlace(place.in)}`,
  ].join('');

/** The functions that `definePageFunctions` adds to the page. */
interface Finder {
  all: (place: SentPlace) => HTMLElement[];
  one: (place: SentPlace) => HTMLElement | null;
  /** The element to click, once it is in view, doesn't move, and nothing covers it. */
  reachable: (place: SentPlace) => HTMLElement | null;
}
export type FinderWindow = Window & {
  TestingLibraryDom: typeof testingLibrary;
  commonsFinder?: Finder;
};

/** Runs in the page, after Testing Library: defines how places are found. */
export const definePageFunctions = (): void => {
  const page = window as unknown as FinderWindow;
  const library = page.TestingLibraryDom;
  const matcher = (name: SentName): string | RegExp =>
    'is' in name ? name.is : new RegExp(name.source, name.flags);
  const contains = (element: HTMLElement, name: SentName | null) => {
    if (name === null) return true;
    const shown = element.innerText;
    return 'is' in name ? shown.includes(name.is) : new RegExp(name.source, name.flags).test(shown);
  };
  const candidates = (root: HTMLElement, { role, name }: SentPlace): HTMLElement[] => {
    if (role === 'file') return [...root.querySelectorAll<HTMLElement>('input[type=file]')];
    if (role === 'text' && name !== null) return library.queryAllByText(root, matcher(name));
    if (role === 'field' && name !== null) return library.queryAllByLabelText(root, matcher(name));
    return library.queryAllByRole(root, role, name === null ? {} : { name: matcher(name) });
  };
  const all = (place: SentPlace): HTMLElement[] => {
    const root = place.in === null ? document.body : one(place.in);
    if (root === null) return [];
    return candidates(root, place).filter(
      (element) =>
        (place.role === 'file' || element.checkVisibility({ visibilityProperty: true })) &&
        contains(element, place.has),
    );
  };
  const one = (place: SentPlace): HTMLElement | null => all(place).at(place.nth) ?? null;
  let last = '';
  const reachable = (place: SentPlace): HTMLElement | null => {
    const found = one(place);
    if (found === null) return null;
    // Radio buttons and checkboxes are hidden behind their label.
    const isChoice = found instanceof HTMLInputElement && /^(radio|checkbox)$/.test(found.type);
    const element = (isChoice ? found.closest('label') : null) ?? found;
    let box = element.getBoundingClientRect();
    const isInView =
      box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    if (!isInView)
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    box = element.getBoundingClientRect();
    const here = `${box.x},${box.y},${box.width},${box.height}`;
    const isStill = here === last;
    last = here;
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return isStill && hit !== null && (element.contains(hit) || hit.contains(element))
      ? element
      : null;
  };
  page.commonsFinder = { all, one, reachable };
};
