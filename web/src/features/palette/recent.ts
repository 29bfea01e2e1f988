import { BookOpen, Ticket, type LucideIcon } from 'lucide-react';
import { readTab, writeTab } from '../../lib/stored.ts';
import type { Choice } from './choices.ts';

/** A recent item: a page or action by ID; a person, club, event or course with its row's data. */
type Recent = Pick<Choice, 'id'> &
  Partial<Pick<Choice, 'label' | 'note' | 'photoUrl' | 'shape' | 'href'>>;

/** Search results, which are stored with their row's data, and the icons of those without a picture. */
const foundIcons: Readonly<Record<string, LucideIcon | null>> = {
  person: null,
  conversation: null,
  club: null,
  event: Ticket,
  course: BookOpen,
};
const iconOf = (id: string) => foundIcons[id.split(':')[0] ?? ''];

const shown = 5;
const keyOf = (uid: string) => `palette:${uid}`;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

function readRecent(uid: string): Recent[] {
  try {
    const list: unknown = JSON.parse(readTab(keyOf(uid)) ?? '[]');
    return Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Returns the user's recent items in this tab, newest first. Pages and actions have their current names. */
export function recentChoices(uid: string, known: readonly Choice[]): Choice[] {
  return readRecent(uid).flatMap(({ id, label, note, photoUrl = null, shape, href }): Choice[] => {
    const now = known.find((choice) => choice.id === id);
    if (now) return [now];
    const icon = iconOf(id);
    if (icon === undefined || label === undefined || href?.startsWith('/') !== true) return [];
    return [
      {
        id,
        label,
        href,
        ...(icon === null ? { photoUrl } : { icon }),
        ...(shape === 'square' && { shape }),
        ...(note !== undefined && { note }),
      },
    ];
  });
}

export function rememberChoice(
  uid: string,
  { id, label, note, photoUrl, shape, href }: Choice,
): void {
  const stored: Recent =
    iconOf(id) !== undefined
      ? {
          id,
          label,
          ...(note !== undefined && { note }),
          ...(photoUrl !== undefined && { photoUrl }),
          ...(shape !== undefined && { shape }),
          ...(href !== undefined && { href }),
        }
      : { id };
  const rest = readRecent(uid).filter((one) => one.id !== id);
  writeTab(keyOf(uid), JSON.stringify([stored, ...rest].slice(0, shown)));
}
