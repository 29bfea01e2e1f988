import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { useMessages } from '../lib/messages.ts';
import { AriaProvider } from './aria-provider.tsx';
import { IconButton } from './button.tsx';
import { DragHandle, dropLine } from './drag-handle.tsx';

/**
 * <SortableList label="Categories" items={categories} idOf={(one) => one.id} nameOf={(one) => one.name} onSort={put}>
 *   {(one) => …}
 * </SortableList>
 * Rows that users can reorder with the pointer, by keyboard from their handle, or with buttons, which compact rows don't have.
 * Import it only in lazy pages.
 */
interface SortableListProps<T> {
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  /** Returns a row's name for the reorder controls. */
  nameOf: (item: T) => string;
  onSort: (items: readonly T[]) => void;
  isCompact?: boolean;
  children: (item: T) => ReactNode;
}

export function SortableList<T extends object>({
  label,
  items,
  idOf,
  nameOf,
  onSort,
  isCompact = false,
  children,
}: SortableListProps<T>) {
  const { t } = useMessages();
  const indexOfItem = (id: string) => items.findIndex((item) => idOf(item) === id);
  const step = (position: number, by: 1 | -1) => {
    const [item] = items.slice(position, position + 1);
    if (item !== undefined) onSort(items.toSpliced(position, 1).toSpliced(position + by, 0, item));
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder({ keys, target }) {
      const moved = items.filter((item) => keys.has(idOf(item)));
      const others = items.filter((item) => !keys.has(idOf(item)));
      const before = others.findIndex((item) => idOf(item) === String(target.key));
      const at = before < 0 ? indexOfItem(String(target.key)) : before;
      onSort(others.toSpliced(target.dropPosition === 'after' ? at + 1 : at, 0, ...moved));
    },
    renderDropIndicator: dropLine,
  });
  return (
    <AriaProvider>
      <GridList
        aria-label={label}
        items={items.map((item) => ({ id: idOf(item), item }))}
        dependencies={[items]}
        dragAndDropHooks={dragAndDropHooks}
        className={isCompact ? 'grid gap-0.5 outline-none' : 'divide-y divide-line outline-none'}
      >
        {({ id, item }) => {
          const position = indexOfItem(id);
          return (
            <GridListItem
              id={id}
              textValue={nameOf(item)}
              className={`flex items-center outline-none ${isCompact ? 'min-h-9' : 'min-h-12 gap-1'} data-dragging:opacity-50 data-focus-visible:rounded-control data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-brand-text`}
            >
              <DragHandle label={t('kit.drag', { name: nameOf(item) })} />
              <div className="min-w-0 flex-1">{children(item)}</div>
              {!isCompact && (
                <>
                  <IconButton
                    size="sm"
                    label={t('kit.moveUp', { name: nameOf(item) })}
                    icon={ArrowUp}
                    disabled={position === 0}
                    onClick={() => step(position, -1)}
                  />
                  <IconButton
                    size="sm"
                    label={t('kit.moveDown', { name: nameOf(item) })}
                    icon={ArrowDown}
                    disabled={position === items.length - 1}
                    onClick={() => step(position, 1)}
                  />
                </>
              )}
            </GridListItem>
          );
        }}
      </GridList>
    </AriaProvider>
  );
}
