import { useRef } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { useKeys } from '../use-keys.ts';

/** Frequently used emoji. Emoji from the user's keyboard work everywhere too. */
const sets = {
  'chat.emojiOften': '👍 ❤️ 😂 🎉 🙏 👀 🔥 💯 ✅ 😢 😮 👏',
  'chat.emojiFaces':
    '😀 😄 😅 🤣 🙂 😉 😊 😇 🥰 😍 😘 😋 😜 🤪 🤓 😎 🥳 😏 😒 😔 😕 🙁 😣 😫 🥺 😭 😤 😡 🤯 😳 😱 😰 🤗 🤔 🤫 😐 😬 🙄 😴 🤒 🤠 🤡 👻 💀 🤖',
  'chat.emojiPeople':
    '👋 🤚 ✋ 👌 🤌 ✌️ 🤞 🤙 👈 👉 👆 👇 ☝️ 👎 ✊ 🤝 💪 🙌 🤷 🤦 🙋 💁 🧑‍🎓 🧑‍🏫 🧑‍💻 🧑‍🔬 👫 🫶',
  'chat.emojiThings':
    '☕ 🍕 🍔 🌮 🍜 🍎 🍪 🎂 🍻 ⚽ 🏀 🏐 🎾 🏆 🎮 🎸 🎧 🎬 🎨 📚 📝 📎 📅 ⏰ 💡 🔧 💻 📱 🚲 🚆 ✈️ 🏠 🏫 🌞 🌧️ ⭐ ✨ 🌈 🌱 🐶 🐱',
  'chat.emojiSigns': '✔️ ❌ ❓ ❗ ➕ 💬 💭 🔔 🔒 📌 ♻️ 🆗 🆒 0️⃣ 1️⃣ 2️⃣ 3️⃣ ❤️‍🔥 💛 💚 💙 💜 🖤 🤍',
} as const;

export const frequentEmoji: readonly string[] = sets['chat.emojiOften'].split(' ');

/** An emoji picker with arrow key navigation. With `isWide`, it fills its container, which scrolls. */
export function EmojiPanel({
  onPick,
  isWide = false,
}: {
  onPick: (emoji: string) => void;
  isWide?: boolean;
}) {
  const { t } = useMessages();
  const panel = useRef<HTMLDivElement>(null);
  useKeys(panel, (event) => {
    const all = [...(panel.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const here = all[at];
    if (here === undefined) return;
    const steps: Record<string, number> = { ArrowRight: forward, ArrowLeft: -forward };
    const vertical = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next =
      vertical === 0
        ? all[at + (steps[event.key] ?? 0)]
        : // Move to the nearest emoji above or below in the same column, across rows of any length.
          (vertical > 0 ? all.slice(at + 1) : all.slice(0, at).toReversed()).find(
            (one) =>
              Math.abs(one.offsetLeft - here.offsetLeft) < 8 && one.offsetTop !== here.offsetTop,
          );
    if (next === undefined || next === here) return;
    event.preventDefault();
    next.focus();
  });
  return (
    <div
      ref={panel}
      className={isWide ? 'px-2.5' : 'max-h-72 w-76 max-w-full overflow-y-auto p-2.5'}
    >
      {Object.entries(sets).map(([name, emoji], at) => (
        <section key={name} aria-label={t(name as keyof typeof sets)}>
          {at > 0 && (
            <h3 aria-hidden className="px-1 pt-2.5 pb-1 text-xs! font-medium! text-ink-2">
              {t(name as keyof typeof sets)}
            </h3>
          )}
          <div className="grid grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] touch:grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]">
            {emoji.split(' ').map((one, index) => (
              <button
                key={one}
                type="button"
                tabIndex={at === 0 && index === 0 ? 0 : -1}
                onClick={() => onPick(one)}
                className="grid size-9 place-items-center rounded-control text-xl hover:bg-fill touch:size-11"
              >
                {one}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
