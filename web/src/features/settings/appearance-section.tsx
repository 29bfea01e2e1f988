import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { appearance, chooseAppearance, type Appearance } from '../../lib/appearance.ts';
import { useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { Card } from '../../ui/card.tsx';

const choices = [
  { value: 'light', icon: Sun, label: 'appearance.light', body: 'appearance.lightBody' },
  { value: 'dark', icon: Moon, label: 'appearance.dark', body: 'appearance.darkBody' },
  { value: 'system', icon: Monitor, label: 'appearance.system', body: 'appearance.systemBody' },
] as const satisfies readonly { value: Appearance; icon: unknown; label: string; body: string }[];

export function AppearanceSection() {
  const { t } = useMessages();
  const look = useStore(appearance);
  return (
    <Card description={t('appearance.body')}>
      <div role="radiogroup" aria-label={t('appearance.label')} className="grid gap-3">
        {choices.map(({ value, icon: Icon, label, body }) => (
          <label
            key={value}
            className="relative flex min-h-16 cursor-pointer items-center gap-4 rounded-card border border-line px-4 py-3 transition-colors duration-150 hover:bg-fill has-checked:border-brand-text has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text"
          >
            <input
              type="radio"
              name="appearance"
              value={value}
              checked={look === value}
              onChange={() => chooseAppearance(value)}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-card outline-none"
            />
            <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
            <span className="grid flex-1">
              <span className="font-bold">{t(label)}</span>
              <span className="text-sm text-ink-2">{t(body)}</span>
            </span>
            {look === value && <Check size={20} aria-hidden className="shrink-0 text-brand-text" />}
          </label>
        ))}
      </div>
    </Card>
  );
}
