import { Search } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from '../ui/button.tsx';
import { openPalette } from './palette-open.ts';
import { Palette } from './palette-part.ts';

/** Returns the shortcut in the notation of this system. */
export const paletteKeys = (): string =>
  /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the command palette, for users who don't know its shortcut. */
export function SearchButton({ className = '' }: { className?: string }) {
  const { t } = useMessages();
  return (
    <IconButton
      label={t('palette.open', { keys: paletteKeys() })}
      icon={Search}
      size="lg"
      isRound
      tooltipSide="end"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={Palette.preload}
      onFocus={Palette.preload}
      onClick={openPalette}
      className={className}
    />
  );
}
