import {
  ArrowDown,
  ArrowUp,
  Eye,
  EyeOff,
  LayoutPanelLeft,
  MoreHorizontal,
  Pencil,
  Plus,
  Trash2,
  Folder,
  Rows3,
} from 'lucide-react';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { useMessages } from '../../lib/messages.ts';
import { MenuIconOf } from '../../shell/menu-target.tsx';
import { AriaProvider } from '../../ui/aria-provider.tsx';
import { IconButton } from '../../ui/button.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu.tsx';
import {
  barId,
  hasRoom,
  kindOfPart,
  canDrop,
  move,
  partOf,
  step,
  type Draft,
  type DraftPart,
  type DropPosition,
} from './menu-draft.ts';
import { nameOf, notesOf } from './part-words.ts';
import { DragHandle, dropLine } from '../../ui/drag-handle.tsx';

export type PartAction = 'edit' | 'up' | 'down' | 'hide' | 'show' | 'remove' | 'add';

interface MenuTreeProps {
  draft: Draft;
  onChange: (next: Draft) => void;
  onAction: (id: string, action: PartAction) => void;
}

const kinds = ['link', 'menu_group', 'menu_section'] as const;

/**
 * A menu as a tree: the bars, then the sections of the main menu. Parts can be moved with the pointer, by keyboard from their
 * handle (Enter, arrows, Enter), or with the up and down actions in a row's menu.
 */
export function MenuTree({ draft, onChange, onAction }: MenuTreeProps) {
  const messages = useMessages();
  const { t } = messages;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      Array.from(keys, (key) => {
        const part = partOf(draft, String(key));
        return {
          [part ? kindOfPart(part) : 'none']: String(key),
          'text/plain': part ? nameOf(part, messages) : '',
        };
      }),
    getDropOperation: (target, types) => {
      const kind = kinds.find((one) => types.has(one));
      if (target.type !== 'item' || kind === undefined) return 'cancel';
      return canDrop(draft, kind, dropOf(target)) ? 'move' : 'cancel';
    },
    onMove: ({ keys, target }) => {
      for (const key of keys) onChange(move(draft, String(key), dropOf(target)));
    },
    renderDropIndicator: dropLine,
  });
  const row = (part: DraftPart) => (
    <TreeItem
      key={part.id}
      id={part.id}
      textValue={nameOf(part, messages)}
      className="group rounded-control outline-none data-drop-target:bg-brand-soft data-dragging:opacity-50 data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-brand-text"
    >
      <TreeItemContent>
        <PartRow part={part} draft={draft} onAction={onAction} />
      </TreeItemContent>
      {'items' in part && part.items.map(row)}
    </TreeItem>
  );
  const open = [
    barId,
    ...draft.sections.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]),
  ];
  return (
    <AriaProvider>
      <Tree
        aria-label={t('menus.tree')}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        expandedKeys={open}
        // Everything stays expanded: a menu is short, and nothing can be dropped into a collapsed part.
        onExpandedChange={() => undefined}
        className="-mx-2 grid outline-none"
      >
        <TreeItem
          id={barId}
          textValue={t('menus.bars')}
          className="rounded-control outline-none data-drop-target:bg-brand-soft data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-brand-text"
        >
          <TreeItemContent>
            <div className="flex min-h-11 items-center gap-2 ps-3 pe-1">
              {/* It is always first and can't be moved, but the library requires a handle. */}
              <LayoutPanelLeft
                size={20}
                strokeWidth={1.75}
                aria-hidden
                className="shrink-0 text-ink-3"
              />
              <span className="min-w-0 flex-1 font-bold">{t('menus.bars')}</span>
              {hasRoom(draft, barId) && (
                <IconButton
                  label={t('menus.addTo', { name: t('menus.bars') })}
                  icon={Plus}
                  size="sm"
                  onClick={() => onAction(barId, 'add')}
                />
              )}
            </div>
          </TreeItemContent>
          {draft.bar.map(row)}
        </TreeItem>
        {draft.sections.map(row)}
      </Tree>
    </AriaProvider>
  );
}

const dropOf = (target: {
  key: string | number;
  dropPosition: DropPosition['position'];
}): DropPosition => ({
  key: String(target.key),
  position: target.dropPosition,
});

function PartRow({
  part,
  draft,
  onAction,
}: {
  part: DraftPart;
  draft: Draft;
  onAction: MenuTreeProps['onAction'];
}) {
  const messages = useMessages();
  const { t } = messages;
  const name = nameOf(part, messages);
  const notes = notesOf(part, messages);
  const isSection = part.type === 'menu_section';
  const act = (action: PartAction) => onAction(part.id, action);
  const actions: MenuItem<PartAction>[] = [
    { id: 'edit', label: t('menus.edit'), icon: Pencil },
    ...('items' in part
      ? [
          {
            id: 'add' as const,
            label: t('menus.addHere'),
            icon: Plus,
            isDisabled: !hasRoom(draft, part.id),
          },
        ]
      : []),
    {
      id: 'up',
      label: t('menus.up'),
      icon: ArrowUp,
      isDisabled: step(draft, part.id, -1) === draft,
    },
    {
      id: 'down',
      label: t('menus.down'),
      icon: ArrowDown,
      isDisabled: step(draft, part.id, 1) === draft,
    },
    part.isHidden
      ? { id: 'show', label: t('menus.show'), icon: Eye }
      : { id: 'hide', label: t('menus.hide'), icon: EyeOff },
    { id: 'remove', label: t('menus.remove'), icon: Trash2, isDanger: true },
  ];
  return (
    <div
      className={`flex min-h-11 items-center gap-1 pe-1 group-data-[level='2']:ps-5 group-data-[level='3']:ps-10 hover:bg-fill rounded-control ${isSection ? 'mt-2' : ''}`}
    >
      <DragHandle label={t('menus.drag', { name })} />
      <span className="grid w-7 shrink-0 place-items-center text-ink-3">
        {part.icon === undefined && isSection ? (
          <Rows3 size={20} strokeWidth={1.75} aria-hidden />
        ) : part.icon === undefined && part.type === 'menu_group' ? (
          <Folder size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <MenuIconOf item={part} size={20} />
        )}
      </span>
      {/* Not the row's own action, which would also respond to clicks on the buttons inside it. */}
      <button
        type="button"
        onClick={() => act('edit')}
        className={`grid min-h-11 min-w-0 flex-1 content-center rounded-control py-1.5 text-start -outline-offset-2 ${part.isHidden ? 'opacity-60' : ''}`}
      >
        <span className="sr-only">{t('menus.edit')} </span>
        <span
          dir="auto"
          className={`page-start truncate ${isSection ? 'font-bold' : 'font-medium'}`}
        >
          {name}
        </span>
        {notes.length > 0 && <span className="text-sm text-ink-2">{notes.join(' • ')}</span>}
      </button>
      <MenuButton
        label={t('menus.more', { name })}
        icon={MoreHorizontal}
        variant="quiet"
        size="sm"
        items={actions}
        onAction={act}
      />
    </div>
  );
}
