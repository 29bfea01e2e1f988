import {
  Apple,
  Cat,
  Clock,
  Flag,
  Hash,
  Lightbulb,
  Plane,
  Smile,
  Trophy,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useStore } from '../../../lib/store.ts';
import { useKeys } from '../../../lib/use-keys.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { chooseTone, emojiTone, inTone, notePicked, recentEmoji, tones } from './recent-emoji.ts';
import english from '../messages/en.json';

addEnglish(english);

interface Emoji {
  readonly group: number;
  readonly emoji: string;
  readonly name: string;
  readonly words: string;
  readonly hasTones: boolean;
}

/** The Unicode groups. -1: the recently used emoji. */
const groups = [
  { id: -1, key: 'recent', icon: Clock },
  { id: 0, key: 'faces', icon: Smile },
  { id: 1, key: 'people', icon: UserRound },
  { id: 3, key: 'nature', icon: Cat },
  { id: 4, key: 'food', icon: Apple },
  { id: 5, key: 'travel', icon: Plane },
  { id: 6, key: 'activities', icon: Trophy },
  { id: 7, key: 'objects', icon: Lightbulb },
  { id: 8, key: 'symbols', icon: Hash },
  { id: 9, key: 'flags', icon: Flag },
] as const satisfies readonly { id: number; key: string; icon: LucideIcon }[];

const toneKeys = ['none', 'light', 'mediumLight', 'medium', 'mediumDark', 'dark'] as const;
const columns = 8;
/** Maximum search results. */
const foundMax = 96;

/** Loads the emoji. The data set has no Arabic, so Arabic users search English words. */
const load = async (locale: string): Promise<readonly Emoji[]> => {
  const { default: rows } = await (locale === 'de' ? import('emoji:de') : import('emoji:en'));
  return rows.map(([group, emoji, name, words, hasTones]) => ({
    group,
    emoji,
    name,
    words: ` ${name} ${words}`.toLocaleLowerCase(),
    hasTones: hasTones === 1,
  }));
};

/**
 * An emoji picker with search, recently used emoji and skin tones. Arrow keys move between emoji, and Enter in the search field
 * picks the first one. With `isWide`, it fills its container.
 */
export function EmojiPicker({
  onPick,
  isWide = false,
}: {
  onPick: (emoji: string) => void;
  isWide?: boolean;
}) {
  const { t, locale } = useMessages();
  const all = useQuery({
    queryKey: ['emoji', locale],
    queryFn: () => load(locale),
    staleTime: Infinity,
  });
  const recent = useStore(recentEmoji);
  const tone = useStore(emojiTone);
  const [search, setSearch] = useState('');
  const typed = useDeferredValue(search.trim().toLocaleLowerCase());
  const [group, setGroup] = useState<number>(-1);
  const [named, setNamed] = useState<Emoji | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useGridKeys(panel);
  const known = new Map(all.data?.map((one) => [one.emoji, one]));
  const toned = (one: Emoji) => (one.hasTones ? inTone(one.emoji, tone) : one.emoji);
  const recentOnes = recent.map(
    (emoji): Emoji =>
      known.get(emoji) ?? { group: -1, emoji, name: emoji, words: '', hasTones: false },
  );
  const shown =
    typed !== ''
      ? find(all.data ?? [], typed)
      : group === -1
        ? recentOnes
        : (all.data?.filter((one) => one.group === group) ?? []);
  const pick = (emoji: string) => {
    notePicked(emoji);
    onPick(emoji);
  };
  return (
    <div
      ref={panel}
      className={`grid grid-cols-[minmax(0,1fr)] ${isWide ? 'px-2.5' : 'w-84 max-w-full'}`}
    >
      <div className={isWide ? 'pb-2' : 'p-2.5 pb-2'}>
        <SearchField label={t('chat.emojiSearch')} value={search} onChange={setSearch} takesFocus />
      </div>
      <div
        role="radiogroup"
        aria-label={t('chat.emojiGroups')}
        className="flex justify-between gap-0.5 border-b border-line px-2.5 pb-1.5"
      >
        {groups.map(({ id, key, icon: Icon }) => {
          const isOn = typed === '' && id === group;
          return (
            <button
              key={key}
              type="button"
              role="radio"
              aria-checked={isOn}
              aria-label={t(`chat.emoji_${key}`)}
              title={t(`chat.emoji_${key}`)}
              onClick={() => {
                setSearch('');
                setGroup(id);
              }}
              className={`grid size-8 place-items-center rounded-control -outline-offset-2 ${isOn ? 'bg-brand-soft text-brand-text' : 'text-ink-2 hover:bg-fill'}`}
            >
              <Icon size={18} strokeWidth={1.9} aria-hidden />
            </button>
          );
        })}
      </div>
      <div
        data-emoji-grid
        className={`overflow-y-auto overscroll-contain p-2.5 ${isWide ? 'h-[40dvh]' : 'h-60'}`}
      >
        {all.isPending && group !== -1 ? (
          <Loading className="grid grid-cols-8 gap-2">
            {Array.from({ length: 40 }, (_, nth) => (
              <Skeleton key={nth} className="size-7" />
            ))}
          </Loading>
        ) : all.error && (group !== -1 || typed !== '') ? (
          <ErrorState
            isSmall
            error={all.error}
            onRetry={() => void all.refetch()}
            isRetrying={all.isFetching}
          />
        ) : shown.length === 0 ? (
          <p className="py-8 text-center text-ink-2">{t('chat.noneFound')}</p>
        ) : (
          <ul
            aria-label={
              typed === ''
                ? t(`chat.emoji_${groups.find(({ id }) => id === group)?.key ?? 'recent'}`)
                : t('chat.emojiFound')
            }
            className={`grid ${isWide ? 'grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]' : 'grid-cols-8'}`}
          >
            {shown.map((one, at) => {
              const emoji = toned(one);
              return (
                <li key={one.emoji}>
                  <button
                    type="button"
                    aria-label={one.name}
                    tabIndex={at === 0 ? 0 : -1}
                    onPointerEnter={() => setNamed(one)}
                    onFocus={() => setNamed(one)}
                    onClick={() => pick(emoji)}
                    className={`grid w-full place-items-center rounded-control text-[1.375rem] leading-none -outline-offset-2 hover:bg-fill ${isWide ? 'h-11' : 'h-9'}`}
                  >
                    {emoji}
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <div className="flex min-h-12 items-center gap-2 border-t border-line px-3 py-1.5">
        <span aria-hidden className="flex min-w-0 flex-1 items-center gap-2">
          {named !== null && (
            <>
              <span className="text-2xl leading-none">{toned(named)}</span>
              <span dir="auto" className="truncate text-sm text-ink-2">
                {named.name}
              </span>
            </>
          )}
        </span>
        <ToneChoice />
      </div>
    </div>
  );
}

/** The skin tones as a row of hands. */
function ToneChoice() {
  const { t } = useMessages();
  const chosen = useStore(emojiTone);
  return (
    <span role="radiogroup" aria-label={t('chat.emojiTone')} className="flex">
      {tones.map((tone, at) => (
        <button
          key={tone}
          type="button"
          role="radio"
          aria-checked={tone === chosen}
          aria-label={t(`chat.tone_${toneKeys[at] ?? 'none'}`)}
          onClick={() => chooseTone(tone)}
          className="grid size-6 place-items-center rounded-control text-base leading-none -outline-offset-1 hover:bg-fill aria-checked:bg-brand-soft aria-checked:ring-1 aria-checked:ring-brand-text touch:size-9"
        >
          {inTone('✋', tone)}
        </button>
      ))}
    </span>
  );
}

/** Returns the emoji with words that begin with each typed word. Names come before other words. */
function find(all: readonly Emoji[], typed: string): Emoji[] {
  const words = typed.split(/\s+/);
  const found = all.filter(
    (one) => one.emoji === typed || words.every((word) => one.words.includes(` ${word}`)),
  );
  const isNamed = ({ name }: Emoji) => name.toLocaleLowerCase().startsWith(typed);
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))].slice(0, foundMax);
}

/** Moves the focus with the arrow keys: between emoji, and from the search to the first one and back. */
function useGridKeys(panel: React.RefObject<HTMLElement | null>) {
  useKeys(panel, (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    const all = [
      ...(panel.current?.querySelectorAll<HTMLElement>('[data-emoji-grid] button') ?? []),
    ];
    const field = panel.current?.querySelector('input');
    const at = all.indexOf(target);
    if (at === -1) {
      if (target !== field || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
      event.preventDefault();
      if (event.key === 'ArrowDown') all[0]?.focus();
      else if (field?.value.trim() !== '') all[0]?.click();
      return;
    }
    const [first] = all;
    const perRow = first
      ? all.filter(({ offsetTop }) => offsetTop === first.offsetTop).length
      : columns;
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: perRow,
      ArrowUp: -perRow,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (at + step < 0 && event.key === 'ArrowUp') field?.focus();
    else all[at + step]?.focus();
  });
}
