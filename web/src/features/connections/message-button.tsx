import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useId } from 'react';
import { host, postToHost } from '../../lib/host-page.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { useStore } from '../../lib/store.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { showToast } from '../../ui/toasts.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import english from 'messages:en/connect.*';

addEnglish(english);

interface MessageButtonProps {
  uid: string;
  /** `profile`: can be primary; `card`: as wide as the card; `row`: an icon. */
  placement: 'profile' | 'card' | 'row';
  name: string;
}

/** Returns whether the school allows messages, here or in its host page. */
export function useCanMessage(): boolean {
  const isFramed = useStore(host) !== null;
  return useSchool().config.messageStandalone || isFramed;
}

/**
 * Inside a host page, this opens the host's chat. Otherwise, it opens the conversation with the person if the school allows
 * it. At other schools, the button is disabled and explains why, also to screen readers and keyboard users.
 */
export function MessageButton({ uid, placement, name }: MessageButtonProps) {
  const { t } = useMessages();
  const why = useId();
  const isFramed = useStore(host) !== null;
  const isStandalone = useSchool().config.messageStandalone;
  const isUsable = isFramed || isStandalone;
  const label = t('connect.messageTo', { name });
  const reason = t('connect.messageWhy');
  const variant = placement === 'profile' ? 'primary' : 'outline';
  const look =
    placement === 'row'
      ? `${buttonClass({ variant, isIcon: true, isRound: true })} max-sm:size-11 data-muted:opacity-60`
      : `${buttonClass({ variant: isUsable ? variant : 'outline', isBlock: placement === 'card' })} data-muted:bg-fill data-muted:text-ink-2 data-muted:border-transparent`;
  const face = (
    <>
      <MessageCircle size={20} strokeWidth={1.9} aria-hidden />
      {placement !== 'row' && t('connect.message')}
    </>
  );
  const act = isFramed
    ? { onClick: () => postToHost({ type: 'campus:open-chat', uid }) }
    : // Touch screens have no tooltip, so a tap shows the reason.
      ({
        'aria-disabled': true,
        'aria-describedby': why,
        'data-muted': true,
        onClick: () => showToast({ message: reason }),
      } as const);
  return (
    <Tooltip text={isUsable ? label : reason}>
      <span
        data-connect="message"
        className={placement === 'card' ? 'flex min-w-0 flex-1' : 'contents'}
      >
        {!isFramed && isStandalone ? (
          <Link to={paths.chat} search={{ uid }} aria-label={label} className={look}>
            {face}
          </Link>
        ) : (
          <button type="button" aria-label={label} {...act} className={look}>
            {face}
          </button>
        )}
        {!isUsable && (
          <span id={why} className="sr-only">
            {reason}
          </span>
        )}
      </span>
    </Tooltip>
  );
}
