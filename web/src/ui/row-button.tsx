import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button, IconButton } from './button.tsx';
import { MenuButton } from './menu.tsx';

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'isBlock' | 'size'> {
  icon: LucideIcon;
  label: string;
  /** True if it keeps its text on all but the smallest phones. */
  isMain?: boolean;
}

/**
 * <RowButton icon={UserPlus} label="Connect with Ana" onClick={…}>Connect</RowButton>: for rows; an icon on phones, with text
 * from `sm` on.
 */
export function RowButton({ children, isMain = false, ...button }: RowButtonProps) {
  return (
    <>
      <span className={isMain ? 'contents min-[24rem]:hidden' : 'contents sm:hidden'}>
        <IconButton {...button} isRound size="lg" />
      </span>
      <span className={isMain ? 'hidden min-[24rem]:contents' : 'hidden sm:contents'}>
        <Button {...button}>{children}</Button>
      </span>
    </>
  );
}

interface RowDeclineProps {
  icon: LucideIcon;
  text: string;
  /** For screen readers: "Decline the invitation to Chess Club". */
  label: string;
  /** The name of the menu on phones. */
  menuLabel: string;
  isPending?: boolean;
  onClick: () => void;
}

/**
 * <RowDecline icon={X} text="Decline" label="Decline Ana" menuLabel="More actions for Ana" onClick={…} />: the second answer
 * in a row, next to a RowButton with `isMain`; a button with text from `sm` on, and in a menu on phones.
 */
export function RowDecline({ icon, text, label, menuLabel, isPending, onClick }: RowDeclineProps) {
  return (
    <>
      <span className="contents sm:hidden">
        <MenuButton
          label={menuLabel}
          icon={Ellipsis}
          variant="quiet"
          items={[{ id: 'decline', label: text, icon }]}
          onAction={onClick}
        />
      </span>
      <span className="hidden sm:contents">
        <Button icon={icon} label={label} isPending={isPending === true} onClick={onClick}>
          {text}
        </Button>
      </span>
    </>
  );
}
