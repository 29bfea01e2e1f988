import { Plus, X } from 'lucide-react';
import { clubTabs, type ClubTab } from '#contract/clubs/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';

interface TabsFieldProps {
  value: readonly ClubTab[];
  onChange: (tabs: readonly ClubTab[]) => void;
}

/** Which tabs a club's page shows, in which order; at least one. */
export function TabsField({ value, onChange }: TabsFieldProps) {
  const { t } = useMessages();
  const others = clubTabs.filter((tab) => !value.includes(tab));
  return (
    <div className="grid gap-2">
      <h3 className="text-base!">{t('clubs.tabsShown')}</h3>
      <SortableList
        label={t('clubs.tabsShown')}
        items={value.map((id) => ({ id }))}
        idOf={({ id }) => id}
        nameOf={({ id }) => t(`clubs.tab_${id}`)}
        onSort={(items) => onChange(items.map(({ id }) => id))}
      >
        {({ id }) => (
          <span className="flex min-w-0 flex-1 items-center justify-between gap-2">
            {t(`clubs.tab_${id}`)}
            {value.length > 1 && (
              <IconButton
                label={t('clubs.hideTab', { name: t(`clubs.tab_${id}`) })}
                icon={X}
                size="sm"
                onClick={() => onChange(value.filter((one) => one !== id))}
              />
            )}
          </span>
        )}
      </SortableList>
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map((tab) => (
            <Button
              key={tab}
              icon={Plus}
              size="sm"
              variant="outline"
              onClick={() => onChange([...value, tab])}
            >
              {t('clubs.showTab', { name: t(`clubs.tab_${tab}`) })}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
