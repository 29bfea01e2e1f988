import { useMessages } from '../lib/messages.ts';
import { areShortcutsOn, listedShortcuts, switchShortcuts } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';

/** The page's shortcuts, and the switch to turn them off. */
export function ShortcutList() {
  const { t } = useMessages();
  const isOn = useStore(areShortcutsOn);
  const shortcuts = useStore(listedShortcuts) ?? [];
  return (
    <Dialog title={t('shortcuts.title')} size="sm" isOpen onClose={() => listedShortcuts.set(null)}>
      <dl className="mb-4 grid gap-2">
        {shortcuts.map(({ key, label }) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd>
              <kbd className="inline-grid min-w-8 place-items-center rounded-control border border-line bg-fill px-2 py-0.5 font-mono text-sm uppercase">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch label={t('shortcuts.on')} isOn={isOn} onChange={switchShortcuts} />
    </Dialog>
  );
}
