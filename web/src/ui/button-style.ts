/** Classes of a button, also for links that look like one: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export type ButtonVariant = 'primary' | 'soft' | 'outline' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Style {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A square for a single icon. */
  isIcon?: boolean;
  /** Fills the width of its container. */
  isBlock?: boolean;
  /** A circle, for rows on phones. */
  isRound?: boolean;
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-brand text-on-brand border-brand-edge hover:brightness-95 active:brightness-90 dark:hover:brightness-110',
  soft: 'bg-brand-soft text-brand-text border-transparent hover:border-brand-text/30 active:border-brand-text/60',
  outline: 'bg-surface text-ink border-line-strong hover:bg-fill active:bg-fill-2',
  quiet:
    'bg-transparent text-ink-2 border-transparent hover:bg-fill hover:text-ink active:bg-fill-2',
  danger: 'bg-bad text-on-bad border-transparent hover:brightness-95 active:brightness-90',
};

const sizes: Record<ButtonSize, readonly [text: string, icon: string]> = {
  sm: ['min-h-8 px-3 py-1 touch:min-h-11', 'size-8 touch:size-11'],
  md: ['min-h-9 px-3.5 py-1.5 touch:min-h-11', 'size-9 touch:size-11'],
  lg: ['min-h-11 px-5 py-2', 'size-11'],
};

export function buttonClass({
  variant = 'outline',
  size = 'md',
  isIcon = false,
  isBlock = false,
  isRound = false,
}: Style = {}): string {
  return [
    'relative inline-flex shrink-0 items-center justify-center gap-2 border text-sm font-bold text-center select-none',
    'transition-[background-color,border-color,filter] duration-150',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed',
    variants[variant],
    sizes[size][isIcon ? 1 : 0],
    isRound ? 'rounded-full' : 'rounded-control',
    isIcon && variant === 'quiet' ? 'is-quiet-icon' : '',
    isBlock ? 'w-full' : '',
  ].join(' ');
}
