import { Monitor, Moon, Sun } from 'lucide-react';
import { appearance, chooseAppearance, type Appearance } from '../../lib/appearance.ts';
import { useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';

const choices = [
  { value: 'light', icon: Sun, label: 'appearance.light', body: 'appearance.lightBody' },
  { value: 'dark', icon: Moon, label: 'appearance.dark', body: 'appearance.darkBody' },
  { value: 'system', icon: Monitor, label: 'appearance.system', body: 'appearance.systemBody' },
] as const satisfies readonly { value: Appearance; icon: unknown; label: string; body: string }[];

export function AppearanceSection() {
  const { t } = useMessages();
  return (
    <Card description={t('appearance.body')}>
      <RadioCards
        label={t('appearance.label')}
        value={useStore(appearance)}
        options={choices.map(({ label, body, ...rest }) => ({
          ...rest,
          label: t(label),
          body: t(body),
        }))}
        onChange={chooseAppearance}
      />
    </Card>
  );
}
