import { readTab, writeTab } from '../../lib/stored.ts';
import type { Choice } from './choices.ts';

/** A recent choice: a page or action by its id; a person with what their row shows. */
type Recent = Pick<Choice, 'id'> & Partial<Pick<Choice, 'label' | 'note' | 'photoUrl' | 'href'>>;

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

/** What this person chose last in this tab, newest first; pages and actions as they are called now. */
export function recentChoices(uid: string, known: readonly Choice[]): Choice[] {
  return readRecent(uid).flatMap(({ id, label, note, photoUrl = null, href }): Choice[] => {
    const now = known.find((choice) => choice.id === id);
    if (now) return [now];
    return id.startsWith('person:') && label !== undefined && href?.startsWith('/')
      ? [{ id, label, photoUrl, href, ...(note !== undefined && { note }) }]
      : [];
  });
}

export function rememberChoice(uid: string, { id, label, note, photoUrl, href }: Choice): void {
  const isPerson = id.startsWith('person:');
  const stored: Recent = isPerson
    ? {
        id,
        label,
        ...(note !== undefined && { note }),
        ...(photoUrl !== undefined && { photoUrl }),
        ...(href !== undefined && { href }),
      }
    : { id };
  const rest = readRecent(uid).filter((one) => one.id !== id);
  writeTab(keyOf(uid), JSON.stringify([stored, ...rest].slice(0, shown)));
}
