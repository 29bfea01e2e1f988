import { useState } from 'react';
import { badgesShown } from '#contract/layout.ts';
import { useMessages } from '../lib/messages.ts';
import { Tag } from './chip.tsx';

/** <BadgeList values={person.interests.map(…)} />: 20, then See More / See Less (CARD-07). */
export function BadgeList({ values }: { values: readonly string[] }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? values : values.slice(0, badgesShown);
  return (
    <div className="grid justify-items-start gap-2">
      <ul className="flex flex-wrap gap-2">
        {shown.map((value, index) => (
          <li key={`${index}-${value}`} className="min-w-0">
            <Tag>{value}</Tag>
          </li>
        ))}
      </ul>
      {values.length > badgesShown && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 text-sm font-bold text-brand-text touch:min-h-11"
        >
          {isOpen ? t('badges.less') : t('badges.more')}
        </button>
      )}
    </div>
  );
}
