import { X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';
import { textColors, backgroundColors, type Tone } from './pill.tsx';

/**
 * <Banner tone="warn" icon={WifiOff} action={<Button …/>}>…</Banner>: a message about the whole page, at its top. Within a
 * page, use Note.
 */
interface BannerProps {
  tone?: Tone;
  icon: LucideIcon;
  action?: ReactNode;
  /** Adds a close button. */
  onClose?: () => void;
  children: ReactNode;
}

export function Banner({ tone = 'quiet', icon: Icon, action, onClose, children }: BannerProps) {
  const { t } = useMessages();
  return (
    <div
      className={`forced-edge flex items-center gap-2 px-4 py-1 text-sm font-medium ${backgroundColors[tone]} ${textColors[tone]}`}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-center gap-x-3 gap-y-1">
        <p className="flex min-h-7 items-center gap-2">
          <Icon size={18} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </p>
        {action}
      </div>
      {onClose && <IconButton size="sm" label={t('dialog.close')} icon={X} onClick={onClose} />}
    </div>
  );
}
