import { useState } from 'react';
import { postLimits } from '#contract/posts/limits.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateTimeField } from '../../../ui/date-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import english from '../messages/en.json';

addEnglish(english);

export interface PostOptionsDraft {
  readonly asClub: boolean;
  /** An instant; null publishes immediately. */
  readonly publishAt: string | null;
  /** Tags of the members who can see it; empty means everyone. */
  readonly aimedAt: readonly string[];
}

interface PostOptionsProps {
  options: PostOptionsDraft;
  /** True if the user can post as the club. */
  canPublish: boolean;
  /** Tags of the club's members. */
  tags: readonly string[];
  onChange: (options: PostOptionsDraft) => void;
}

const dayMs = 86_400_000;

/** The publication time of a post. In a club, also the author (you or the club) and the members who see it. */
export function PostOptions({ options, canPublish, tags, onChange }: PostOptionsProps) {
  const { t } = useMessages();
  const [opened] = useState(Date.now);
  return (
    <div className="grid gap-4 rounded-control bg-fill p-4">
      <DateTimeField
        label={t('posting.publishAt')}
        value={options.publishAt}
        min={new Date(opened).toISOString()}
        max={new Date(opened + postLimits.days * dayMs).toISOString()}
        onChange={(publishAt) => onChange({ ...options, publishAt })}
      />
      {canPublish && (
        <Switch
          label={t('posting.asClub')}
          isOn={options.asClub}
          onChange={(asClub) => onChange({ ...options, asClub })}
        />
      )}
      {canPublish && tags.length > 0 && (
        <fieldset className="grid">
          <legend className="font-medium">{t('posting.aimedAt')}</legend>
          <p className="text-sm text-ink-2">{t('posting.aimedAtBody')}</p>
          {tags.map((tag) => (
            <Checkbox
              key={tag}
              label={tag}
              isChecked={options.aimedAt.includes(tag)}
              onChange={(isOn) =>
                onChange({
                  ...options,
                  aimedAt: isOn
                    ? [...options.aimedAt, tag]
                    : options.aimedAt.filter((one) => one !== tag),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
