import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown, LayoutGrid, List } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { directoryOrder } from '#contract/directory/address.ts';
import { useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { directoryConfig } from './directory.data.ts';
import { orderOf, type DirectorySearch } from './directory-search.ts';

export type Layout = 'grid' | 'list';

const named = [
  'ClosenessDesc',
  'NameAsc',
  'NameDesc',
  'CreatedOnDesc',
  'YearOfGraduationAsc',
  'YearOfGraduationDesc',
] as const;
const isNamed = (value: string): value is (typeof named)[number] =>
  named.some((one) => one === value);
const relevanceOrder = '';

/** Order and layout. With a search text, the best match is at the top, unless the user selected another order. */
export const ViewControls = memo(function ViewControls({
  search,
  layout,
  onChange,
  children,
}: {
  search: DirectorySearch;
  layout: Layout;
  onChange: (next: DirectorySearch) => void;
  /** More controls of the layout. */
  children?: ReactNode;
}) {
  const { t } = useMessages();
  return (
    <div className="flex items-center gap-2">
      <OrderMenu search={search} onChange={onChange} />
      {children}
      <Segmented
        label={t('directory.layout')}
        isIconOnly
        value={layout}
        options={[
          { value: 'grid', label: t('directory.grid'), icon: LayoutGrid },
          { value: 'list', label: t('directory.list'), icon: List },
        ]}
        onChange={(value) => onChange({ ...search, layout: value })}
      />
    </div>
  );
});

/** Selects the order of the list. */
export function OrderMenu({
  search,
  onChange,
}: {
  search: DirectorySearch;
  onChange: (next: DirectorySearch) => void;
}) {
  const { t } = useMessages();
  const { data } = useQuery(directoryConfig());
  const ordering = data?.ordering ?? {
    options: [{ value: directoryOrder, label: '' }],
    defaultOrder: directoryOrder,
  };
  const isSearching = search['search_word'] !== undefined;
  const asked = orderOf(search);
  // A URL may contain an order that is no longer available, because the school hides graduation years. Then names decide.
  const isRefused =
    asked !== undefined &&
    isNamed(asked) &&
    data !== undefined &&
    !ordering.options.some(({ value }) => value === asked);
  const selected =
    (isRefused ? 'NameAsc' : asked) ?? (isSearching ? relevanceOrder : ordering.defaultOrder);
  const textOf = (value: string, label: string) => (isNamed(value) ? t(`order.${value}`) : label);
  const items = [
    ...(isSearching ? [{ id: relevanceOrder, label: t('directory.best') }] : []),
    ...ordering.options.map(({ value, label }) => ({ id: value, label: textOf(value, label) })),
  ];
  const current = items.find((item) => item.id === selected)?.label ?? '';
  return (
    <MenuButton
      label={`${t('directory.sort')}: ${current}`}
      icon={ArrowUpDown}
      variant="quiet"
      items={items}
      selected={selected}
      onAction={(order) => {
        const { order: _, ...rest } = search;
        onChange(
          order === relevanceOrder || (order === ordering.defaultOrder && !isSearching)
            ? rest
            : { ...rest, order },
        );
      }}
    >
      {current}
    </MenuButton>
  );
}
