import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-style.ts';
import { Tooltip } from './tooltip.tsx';

/*
 * <Button variant="primary" icon={UserPlus} isPending={mutation.isPending} onClick={…}>Connect</Button>
 * <IconButton label="Close" icon={X} onClick={…} />: named, with a tooltip
 * A screen has one primary button. While pending, it keeps its text, width and focus, and ignores clicks.
 */
type Native = Omit<ComponentPropsWithRef<'button'>, 'children' | 'className' | 'aria-label'>;

interface Look extends Native {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isPending?: boolean;
  className?: string;
}

interface ButtonProps extends Look {
  icon?: LucideIcon;
  isBlock?: boolean;
  /** If the visible text isn't enough: "Connect with Ana". */
  label?: string;
  children: ReactNode;
}

export function Button({
  variant,
  size,
  icon: Icon,
  isPending = false,
  isBlock,
  label,
  className = '',
  children,
  ...native
}: ButtonProps) {
  const mark = Icon && (
    <Icon size={size === 'sm' ? 18 : 20} strokeWidth={1.9} aria-hidden className="shrink-0" />
  );
  // The arrow of a menu follows its text.
  const isArrow = Icon === ChevronDown;
  return (
    <button
      type="button"
      {...native}
      {...pendingProps(isPending, native.onClick)}
      aria-label={label}
      className={`${buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(isBlock && { isBlock }) })} ${className}`}
    >
      {!isArrow && mark}
      <span className="min-w-0">{children}</span>
      {isArrow && mark}
      {isPending && <span className="pending-bar mx-2" aria-hidden />}
    </button>
  );
}

interface IconButtonProps extends Look {
  /** The name, for screen readers and the tooltip. */
  label: string;
  icon: LucideIcon;
  isRound?: boolean;
  tooltipSide?: 'top' | 'bottom' | 'end';
}

export function IconButton({
  label,
  icon: Icon,
  variant = 'quiet',
  size,
  isRound,
  isPending = false,
  tooltipSide,
  className = '',
  ...native
}: IconButtonProps) {
  return (
    <Tooltip text={label} {...(tooltipSide && { side: tooltipSide })}>
      <button
        type="button"
        {...native}
        {...pendingProps(isPending, native.onClick)}
        aria-label={label}
        className={`${buttonClass({ variant, isIcon: true, ...(size && { size }), ...(isRound && { isRound }) })} ${className}`}
      >
        <Icon size={20} strokeWidth={1.9} aria-hidden />
        {isPending && <span className="pending-bar mx-2" aria-hidden />}
      </button>
    </Tooltip>
  );
}

function pendingProps(isPending: boolean, onClick: Native['onClick']): Native {
  if (!isPending) return {};
  // Don't use `disabled`, which would drop the focus. The type prevents Enter in a field from submitting twice.
  return {
    'aria-disabled': true,
    'aria-busy': true,
    type: 'button',
    onClick: onClick && ((event) => event.preventDefault()),
  };
}
