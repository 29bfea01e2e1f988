import { useMessages } from '../../lib/messages.ts';
import { Select } from '../../ui/select.tsx';

/** Filters members by tag. Shows nothing if no member has one. */
export function MemberTagSelect({
  tags,
  value,
  onChange,
}: {
  tags: readonly string[];
  value: string;
  onChange: (tag: string) => void;
}) {
  const { t } = useMessages();
  const all = [...new Set(value === '' ? tags : [...tags, value])];
  if (all.length === 0) return null;
  return (
    <div className="w-44 max-w-full">
      <Select
        label={t('clubs.tag')}
        isLabelHidden
        value={value}
        options={[
          { value: '', label: t('clubs.anyTag') },
          ...all.toSorted((a, b) => a.localeCompare(b)).map((tag) => ({ value: tag, label: tag })),
        ]}
        onChange={onChange}
      />
    </div>
  );
}
