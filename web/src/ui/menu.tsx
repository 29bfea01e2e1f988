import type { LucideIcon } from 'lucide-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button, IconButton } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import type { MenuSurfaceItem, MenuSurfaceProps } from './menu-surface.tsx';

/*
 * <MenuButton label="More actions for Ana" icon={MoreHorizontal} onAction={…}
 *   items={[{ id: 'remove', label: '…', icon: UserMinus, isDanger: true }]} />
 * <MenuButton label="Sort" icon={ArrowDownUp} items={…} selected={order} onAction={setOrder}>Newest</MenuButton>
 * The button shows its children, if any. With `selected`, one item is checked.
 */
export type MenuItem<I extends string> = MenuSurfaceItem<I>;

interface MenuButtonProps<I extends string> extends Pick<
  MenuSurfaceProps<I>,
  'label' | 'items' | 'onAction'
> {
  selected?: I | undefined;
  icon: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  isRound?: boolean;
  className?: string;
  /** -1 if the keyboard reaches it another way. */
  tabIndex?: number;
  /** Called when it opens and closes. */
  onOpenChange?: (isOpen: boolean) => void;
  children?: ReactNode;
}

const MenuSurface = lazyComponent(() => import('./menu-surface.tsx'), 'MenuSurface');

export function MenuButton<I extends string>({
  label,
  items,
  selected,
  onAction,
  icon,
  variant = 'outline',
  size = 'md',
  isRound,
  className,
  tabIndex,
  onOpenChange,
  children,
}: MenuButtonProps<I>) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
    onOpenChange?.(true);
  };
  const close = () => {
    setOpen(false);
    onOpenChange?.(false);
  };
  const trigger = {
    ref: anchor,
    label,
    icon,
    variant,
    size,
    tabIndex,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onPointerEnter: MenuSurface.preload,
    onFocus: MenuSurface.preload,
    onClick: open,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open();
    },
  } as const;
  return (
    <>
      {children === undefined ? (
        <IconButton {...trigger} {...(isRound && { isRound })} {...(className && { className })} />
      ) : (
        <Button {...trigger}>{children}</Button>
      )}
      {wasOpen && (
        <Suspense fallback={null}>
          <MenuSurface
            label={label}
            anchor={anchor}
            isOpen={isOpen}
            onClose={close}
            items={items}
            {...(selected !== undefined && { selected })}
            // The items determine the possible IDs, but React's lazy() drops the type parameter.
            onAction={(id) => onAction(id as I)}
          />
        </Suspense>
      )}
    </>
  );
}
