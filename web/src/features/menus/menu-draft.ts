import { isLinkType, menuLimits, type MenuItemType } from '#contract/menus/items.ts';
import type { StoredMenu } from '#contract/menus/endpoints.ts';

/*
 * A menu being edited. Each change returns a new draft and leaves the old one unchanged, so that it can be undone. The bars
 * are a part like a section, and are always at the top.
 */
export type Draft = StoredMenu['document'];
export type DraftSection = Draft['sections'][number];
export type DraftEntry = DraftSection['items'][number];
export type DraftLink = Draft['bar'][number];
export type DraftPart = DraftSection | DraftEntry;

/** The ID of the bars. No menu part can have it. */
export const barId = '@bar';
type Holder = 'bar' | 'menu_section' | 'menu_group';
type Kind = 'menu_section' | 'menu_group' | 'link';

export const kindOfPart = ({ type }: DraftPart): Kind =>
  type === 'menu_section' || type === 'menu_group' ? type : 'link';

/** Returns whether a part of a type can be in a container; null means the top level. */
export function canContain(kind: Kind, holder: Holder | null): boolean {
  if (holder === null) return kind === 'menu_section';
  return kind === 'link' || (kind === 'menu_group' && holder === 'menu_section');
}

/** Maximum number of parts in a container. */
const room: Readonly<Record<Holder, number>> = {
  bar: menuLimits.bar,
  menu_section: menuLimits.items,
  menu_group: menuLimits.grouped,
};

interface Holding {
  id: string;
  holder: Holder;
  items: DraftPart[];
}

/** Returns all containers from top to bottom. Their lists belong to the draft. */
const holdings = (draft: Draft): Holding[] => [
  { id: barId, holder: 'bar', items: draft.bar },
  ...draft.sections.flatMap((section): Holding[] => [
    { id: section.id, holder: 'menu_section', items: section.items },
    ...section.items.flatMap((item): Holding[] =>
      item.type === 'menu_group' ? [{ id: item.id, holder: 'menu_group', items: item.items }] : [],
    ),
  ]),
];

interface FoundEntry {
  part: DraftPart;
  items: DraftPart[];
  place: number;
  /** The container; null for a section. */
  inside: Holding | null;
}

function find(draft: Draft, id: string): FoundEntry | undefined {
  const section = draft.sections.findIndex((one) => one.id === id);
  const found = draft.sections[section];
  if (found) return { part: found, items: draft.sections, place: section, inside: null };
  for (const inside of holdings(draft)) {
    const position = inside.items.findIndex((one) => one.id === id);
    const part = inside.items[position];
    if (part) return { part, items: inside.items, place: position, inside };
  }
  return undefined;
}

export const partOf = (draft: Draft, id: string): DraftPart | undefined => find(draft, id)?.part;

/** Returns the draft with one part changed by `edit`. */
export function change(draft: Draft, id: string, edit: (part: DraftPart) => DraftPart): Draft {
  const next = structuredClone(draft);
  const found = find(next, id);
  if (found) found.items[found.place] = edit(found.part);
  return next;
}

export function remove(draft: Draft, id: string): Draft {
  const next = structuredClone(draft);
  const found = find(next, id);
  found?.items.splice(found.place, 1);
  return next;
}

/** Adds a part at the end of a container, or a section at the end. */
export function add(draft: Draft, part: DraftPart, holder: string | null): Draft {
  const next = structuredClone(draft);
  if (part.type === 'menu_section') next.sections.push(part);
  else
    holdings(next)
      .find(({ id }) => id === holder)
      ?.items.push(part);
  return next;
}

/** Returns whether a container has space for another part. */
export const hasRoom = (draft: Draft, holder: string | null): boolean => {
  if (holder === null) return draft.sections.length < menuLimits.sections;
  const found = holdings(draft).find(({ id }) => id === holder);
  return found !== undefined && found.items.length < room[found.holder];
};

export interface DropPosition {
  key: string;
  position: 'before' | 'on' | 'after';
}

/** Returns the container for a drop: null for the top level, and undefined if nothing can be dropped there. */
function holderAt(draft: Draft, { key, position }: DropPosition): Holding | null | undefined {
  if (position === 'on') return holdings(draft).find(({ id }) => id === key);
  if (key === barId) return position === 'after' ? null : undefined;
  return find(draft, key)?.inside;
}

/** Returns whether a part of a type can be dropped there. */
export function canDrop(draft: Draft, kind: Kind, drop: DropPosition): boolean {
  const holding = holderAt(draft, drop);
  return holding !== undefined && canContain(kind, holding?.holder ?? null);
}

/** Moves a part to where it was dropped. An invalid position changes nothing. */
export function move(draft: Draft, id: string, drop: DropPosition): Draft {
  const part = partOf(draft, id);
  if (!part || id === drop.key || !canDrop(draft, kindOfPart(part), drop)) return draft;
  const target = holderAt(draft, drop);
  if (
    target &&
    (target.id === id || (find(draft, id)?.inside?.id !== target.id && !hasRoom(draft, target.id)))
  )
    return draft;
  const next = structuredClone(draft);
  const from = find(next, id);
  if (!from) return draft;
  from.items.splice(from.place, 1);
  if (drop.position === 'on') {
    holdings(next)
      .find((one) => one.id === drop.key)
      ?.items.push(part);
  } else if (drop.key === barId) {
    // After the bars: the first section.
    if (part.type === 'menu_section') next.sections.unshift(part);
  } else {
    const at = find(next, drop.key);
    at?.items.splice(at.place + (drop.position === 'after' ? 1 : 0), 0, part);
  }
  return next;
}

/**
 * Moves a part up or down: past its neighbor, or into the next list that accepts it. Returns the same draft if that isn't
 * possible.
 */
export function step(draft: Draft, id: string, by: -1 | 1): Draft {
  const found = find(draft, id);
  if (!found) return draft;
  const neighbour = found.items[found.place + by];
  if (neighbour)
    return move(draft, id, { key: neighbour.id, position: by < 0 ? 'before' : 'after' });
  if (found.inside === null) return draft;
  const all = holdings(draft).filter(({ id: holder }) => holder !== id);
  const here = all.findIndex(({ id: holder }) => holder === found.inside?.id);
  const ahead = by < 0 ? all.slice(0, here).toReversed() : all.slice(here + 1);
  const target = ahead.find(
    (one) => canContain(kindOfPart(found.part), one.holder) && hasRoom(draft, one.id),
  );
  if (!target) return draft;
  const first = target.items[0];
  return move(
    draft,
    id,
    by < 0 || first === undefined
      ? { key: target.id, position: 'on' }
      : { key: first.id, position: 'before' },
  );
}

/** Returns a new, empty part of a type. */
export function newPart(type: MenuItemType | 'menu_group' | 'menu_section'): DraftPart {
  const id = crypto.randomUUID();
  return type === 'menu_group' || type === 'menu_section' ? { id, type, items: [] } : { id, type };
}

/** Returns whether a part is a link without a URL. It stays hidden until it has one. */
export const needsAddress = (part: DraftPart): boolean =>
  kindOfPart(part) === 'link' && isLinkType(part.type) && !('url' in part && part.url);
