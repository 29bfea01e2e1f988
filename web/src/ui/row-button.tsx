import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button, IconButton } from './button.tsx';

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'isBlock' | 'size'> {
  icon: LucideIcon;
  label: string;
}

/**
 * <RowButton icon={UserPlus} label="Connect with Ana" onClick={…}>Connect</RowButton>: for rows; an icon on phones, with text
 * from `sm` on.
 */
export function RowButton({ children, ...button }: RowButtonProps) {
  return (
    <>
      <span className="contents sm:hidden">
        <IconButton {...button} isRound size="lg" />
      </span>
      <span className="hidden sm:contents">
        <Button {...button}>{children}</Button>
      </span>
    </>
  );
}
