import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { AriaProvider } from './aria-provider.tsx';

export interface MenuSurfaceItem<I extends string> {
  id: I;
  label: string;
  icon?: LucideIcon;
  description?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
}

export interface MenuSurfaceProps<I extends string> {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onClose: () => void;
  items: readonly MenuSurfaceItem<I>[];
  selected?: I;
  onAction: (id: I) => void;
}

/** The content of ui/menu.tsx. Import that one. */
export function MenuSurface({
  label,
  anchor,
  isOpen,
  onClose,
  items,
  selected,
  onAction,
}: MenuSurfaceProps<string>) {
  return (
    <AriaProvider>
      <Popover
        // Without a trigger of its library, it has the role of a dialog and needs a name.
        aria-label={label}
        triggerRef={anchor}
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        placement="bottom end"
        offset={6}
        className="forced-edge max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-card border border-line raised p-1.5 shadow-float animate-settle"
      >
        <MenuFocus>
          <Menu
            aria-label={label}
            // A menu that opens takes the focus: its items are reached by arrow keys only.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus="first"
            onAction={(id) => onAction(String(id))}
            onClose={onClose}
            className="outline-none"
            {...(selected !== undefined && {
              selectionMode: 'single' as const,
              selectedKeys: [selected],
              disallowEmptySelection: true,
            })}
          >
            {items.map(
              ({
                id,
                label: text,
                icon: Icon,
                description,
                isDanger = false,
                isDisabled = false,
              }) => (
                <MenuItem
                  key={id}
                  id={id}
                  textValue={text}
                  isDisabled={isDisabled}
                  className={`flex min-h-9 cursor-default items-center gap-3 rounded-control px-2.5 py-1.5 outline-none data-disabled:opacity-50 data-focused:bg-fill touch:min-h-11 forced-colors:data-focused:outline-2 ${isDanger ? 'text-bad' : ''}`}
                >
                  {Icon && (
                    <Icon
                      size={20}
                      strokeWidth={1.75}
                      aria-hidden
                      className={`shrink-0 ${isDanger ? '' : 'text-ink-3'}`}
                    />
                  )}
                  <span className="grid min-w-0 flex-1">
                    <Text slot="label" className="font-medium">
                      {text}
                    </Text>
                    {description && (
                      <Text slot="description" className="text-sm text-ink-2">
                        {description}
                      </Text>
                    )}
                  </span>
                  {id === selected && (
                    <Check size={20} aria-hidden className="shrink-0 text-brand-text" />
                  )}
                </MenuItem>
              ),
            )}
          </Menu>
        </MenuFocus>
      </Popover>
    </AriaProvider>
  );
}

/**
 * If a script opens a menu, as screen readers do, the menu takes the focus before it knows its items, and each item then
 * leaves the focus where it is. Arrow keys would move a highlight that screen readers don't announce. So this moves the focus
 * on to the item.
 */
function MenuFocus({ children }: { children: ReactNode }) {
  return (
    <div
      onFocus={({ target }) => {
        if (target.role === 'menu')
          target.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
      }}
    >
      {children}
    </div>
  );
}
