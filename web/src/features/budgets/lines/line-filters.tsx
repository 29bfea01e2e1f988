import { useQuery } from '@tanstack/react-query';
import { CalendarRange, Download, Tags } from 'lucide-react';
import { useRef, useState } from 'react';
import { exportClubLines } from '#contract/budgets/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { saveBase64 } from '../../../lib/save-file.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { DateRange } from '../../../ui/date-field.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { categoryName } from '../budget-words.ts';
import { lineFilters } from '../budgets.data.ts';
import type { LinesView } from './lines-view.ts';

interface LineFiltersProps {
  account: string;
  view: LinesView;
  onChange: (view: LinesView) => void;
}

const formats = ['csv', 'xlsx'] as const;

/** Filters transactions by days and category, and exports those that are shown. E opens the export. */
export function LineFilters({ account, view, onChange }: LineFiltersProps) {
  const { t } = useMessages();
  const filters = useQuery(lineFilters(account));
  const [isOwn, setOwn] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const { from, to, category } = view;
  const periods = filters.data?.periods ?? [];
  const categories = filters.data?.categories ?? [];
  const period = periods.find((one) => one.from === from && one.to === to);
  const hasDays = from !== undefined || to !== undefined;
  const periodText = period?.name ?? t(hasDays || isOwn ? 'budgets.otherDays' : 'budgets.allTime');
  const download = useAction(
    (format: (typeof formats)[number]) =>
      call(exportClubLines, {
        id: account,
        format,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(category !== undefined && { category }),
      }),
    {
      onSuccess: ({ name, content, mediaType }) => saveBase64(name, content, mediaType),
      success: ({ missing }) => (missing > 0 ? t('budgets.missing', { count: missing }) : null),
    },
  );
  useShortcuts([
    {
      key: 'e',
      label: t('budgets.key_export'),
      run: () => toolbar.current?.querySelector<HTMLElement>('[data-export] button')?.click(),
    },
  ]);
  return (
    <div ref={toolbar} className="flex flex-wrap items-end gap-2">
      {(isOwn || (hasDays && period === undefined)) && (
        <DateRange
          label={t('budgets.days')}
          value={from !== undefined && to !== undefined ? { from, until: to } : null}
          onChange={(days) => onChange({ ...view, from: days?.from, to: days?.until })}
        />
      )}
      <MenuButton
        label={t('budgets.periodIs', { name: periodText })}
        icon={CalendarRange}
        selected={period?.id ?? (hasDays || isOwn ? 'own' : 'all')}
        items={[
          { id: 'all', label: t('budgets.allTime') },
          ...periods.map(({ id, name }) => ({ id, label: name })),
          { id: 'own', label: t('budgets.otherDays') },
        ]}
        onAction={(id) => {
          const next = periods.find((one) => one.id === id);
          setOwn(id === 'own');
          if (id !== 'own') onChange({ ...view, from: next?.from, to: next?.to });
        }}
      >
        {periodText}
      </MenuButton>
      <MenuButton
        label={
          category === undefined
            ? t('budgets.category')
            : t('budgets.categoryIs', { name: categoryName(t, category) })
        }
        icon={Tags}
        selected={category ?? ''}
        items={[
          { id: '', label: t('budgets.allCategories') },
          ...categories.map((name) => ({ id: name, label: categoryName(t, name) })),
        ]}
        onAction={(id) => onChange({ ...view, category: id === '' ? undefined : id })}
      >
        {category === undefined ? t('budgets.category') : categoryName(t, category)}
      </MenuButton>
      <span data-export className="contents">
        <MenuButton
          label={t('budgets.exportThese')}
          icon={Download}
          onAction={download.run}
          items={formats.map((id) => ({ id, label: t(`budgets.exportAs_${id}`) }))}
        >
          {t('budgets.export')}
        </MenuButton>
      </span>
    </div>
  );
}
