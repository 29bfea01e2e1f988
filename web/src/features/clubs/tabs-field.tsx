import { Plus, X } from 'lucide-react';
import { clubTabs, clubWidgets, type ClubTab, type ClubWidget } from '#contract/clubs/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';

interface ShownFieldProps<T extends string> {
  label: string;
  description?: string;
  all: readonly T[];
  nameOf: (one: T) => string;
  value: readonly T[];
  /** Minimum number of visible items. */
  min: number;
  onChange: (value: readonly T[]) => void;
}

/** Selects which items are visible, and their order. */
function ShownField<T extends string>({
  label,
  description,
  all,
  nameOf,
  value,
  min,
  onChange,
}: ShownFieldProps<T>) {
  const { t } = useMessages();
  const others = all.filter((one) => !value.includes(one));
  return (
    <div className="grid gap-2">
      <h3 className="text-base!">{label}</h3>
      {description !== undefined && <p className="text-sm text-ink-2">{description}</p>}
      {value.length > 0 && (
        <SortableList
          label={label}
          items={value.map((id) => ({ id }))}
          idOf={({ id }) => id}
          nameOf={({ id }) => nameOf(id)}
          onSort={(items) => onChange(items.map(({ id }) => id))}
        >
          {({ id }) => (
            <span className="flex min-w-0 flex-1 items-center justify-between gap-2">
              {nameOf(id)}
              {value.length > min && (
                <IconButton
                  label={t('clubs.hideTab', { name: nameOf(id) })}
                  icon={X}
                  size="sm"
                  onClick={() => onChange(value.filter((one) => one !== id))}
                />
              )}
            </span>
          )}
        </SortableList>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map((one) => (
            <Button
              key={one}
              icon={Plus}
              size="sm"
              variant="outline"
              onClick={() => onChange([...value, one])}
            >
              {t('clubs.showTab', { name: nameOf(one) })}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface FieldProps<T> {
  value: readonly T[];
  onChange: (value: readonly T[]) => void;
}

/** Selects the tabs of a club's page and their order. At least one stays. */
export function TabsField(field: FieldProps<ClubTab>) {
  const { t } = useMessages();
  return (
    <ShownField
      {...field}
      label={t('clubs.tabsShown')}
      all={clubTabs}
      nameOf={(id) => t(`clubs.tab_${id}`)}
      min={1}
    />
  );
}

/** Selects the widgets next to the tabs. */
export function WidgetsField(field: FieldProps<ClubWidget>) {
  const { t } = useMessages();
  return (
    <ShownField
      {...field}
      label={t('clubs.widgetsShown')}
      description={t('clubs.widgetsBody')}
      all={clubWidgets}
      nameOf={(id) => t(`clubs.widget_${id}`)}
      min={0}
    />
  );
}
