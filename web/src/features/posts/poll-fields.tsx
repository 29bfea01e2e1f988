import { Plus, X } from 'lucide-react';
import { pollDays, postLimits } from '#contract/posts/limits.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import english from './messages/en.json';

addEnglish(english);

/** A poll being written. */
export interface PollDraft {
  options: readonly string[];
  multiple: boolean;
  days: (typeof pollDays)[number];
}

/** The options and settings of a poll being written. */
export function PollFields({
  poll,
  onChange,
}: {
  poll: PollDraft;
  onChange: (poll: PollDraft) => void;
}) {
  const { t } = useMessages();
  const set = (position: number, text: string) =>
    onChange({ ...poll, options: poll.options.map((one, at) => (at === position ? text : one)) });
  return (
    <div className="grid gap-3 rounded-card border border-line p-3">
      {poll.options.map((text, position) => (
        // Options have no identity beside their place.
        // eslint-disable-next-line react/no-array-index-key
        <div key={position} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={t('posting.option', { place: position + 1 })}
              value={text}
              onChange={(now) => set(position, now)}
              maxLength={postLimits.option}
            />
          </div>
          {poll.options.length > 2 && (
            <IconButton
              label={t('posting.removeOption', { place: position + 1 })}
              icon={X}
              onClick={() =>
                onChange({ ...poll, options: poll.options.filter((_, at) => at !== position) })
              }
            />
          )}
        </div>
      ))}
      {poll.options.length < postLimits.options && (
        <Button
          icon={Plus}
          size="sm"
          variant="quiet"
          className="justify-self-start"
          onClick={() => onChange({ ...poll, options: [...poll.options, ''] })}
        >
          {t('posting.addOption')}
        </Button>
      )}
      <Checkbox
        label={t('posting.multiple')}
        isChecked={poll.multiple}
        onChange={(multiple) => onChange({ ...poll, multiple })}
      />
      <Select
        label={t('posting.closes')}
        value={poll.days}
        options={pollDays.map((value) => ({
          value,
          label: t(`posting.closes_${value}`),
        }))}
        onChange={(days) => onChange({ ...poll, days })}
      />
    </div>
  );
}
