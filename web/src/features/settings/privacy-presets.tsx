import type { Audience, ProfileField } from '#contract/people/audiences.ts';
import type { Privacy } from '#contract/people/privacy.endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { audienceIcons, chosenAudience } from './field-audiences.tsx';

const presets = { open: 'everyone', connections: 'connections', private: 'me' } as const;
type Preset = keyof typeof presets;

/** Returns the preset that matches all fields that the person can change, or null. */
const matching = (fields: Privacy['fields'], isListed: boolean): Preset | null => {
  const [first, ...others] = fields.filter(({ isLocked }) => !isLocked).map(chosenAudience);
  if (first === undefined || others.some((one) => one !== first)) return null;
  if (first === 'everyone') return isListed ? 'open' : null;
  return first === 'connections' ? 'connections' : 'private';
};

interface PrivacyPresetsProps {
  privacy: Privacy;
  isListed: boolean;
  offered: readonly Audience[];
  onChoose: (choices: Partial<Record<ProfileField, Audience>>, opensProfile: boolean) => void;
}

/** Sets all fields to one audience. */
export function PrivacyPresets({ privacy, isListed, offered, onChoose }: PrivacyPresetsProps) {
  const { t } = useMessages();
  const own = privacy.fields.filter(({ isLocked }) => !isLocked);
  const locked = privacy.fields.length - own.length;
  const preset = matching(privacy.fields, isListed);
  return (
    <Card title={t('privacy.presets')} description={t('privacy.presetsBody')}>
      <div className="grid gap-3">
        <RadioCards
          isRow
          label={t('privacy.presets')}
          value={preset}
          options={(Object.keys(presets) as Preset[])
            .filter((one) => offered.includes(presets[one]))
            .map((one) => ({
              value: one,
              label: t(`privacy.preset_${one}`),
              body: t(`privacy.preset_${one}Body`),
              icon: audienceIcons[presets[one]],
            }))}
          onChange={(one) =>
            onChoose(
              Object.fromEntries(own.map(({ field }) => [field, presets[one]])),
              one === 'open',
            )
          }
        />
        {(preset === null || locked > 0) && (
          <p className="text-sm text-ink-2">
            {preset === null && `${t('privacy.custom')} `}
            {locked > 0 && t('privacy.presetLocked', { count: locked })}
          </p>
        )}
      </div>
    </Card>
  );
}
