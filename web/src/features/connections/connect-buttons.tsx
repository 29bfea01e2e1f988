import { Link, useRouter } from '@tanstack/react-router';
import {
  Check,
  Clock,
  Ellipsis,
  User as UserIcon,
  UserMinus,
  UserPlus,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import type { ConnectionStatus, User } from '#contract/people/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { buttonClass } from '../../ui/button-style.ts';
import type { ButtonVariant } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { visibleElements, moveFocus } from '../../ui/list-focus.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { nameOf, profileLink } from '../people/person.ts';
import { buttonsFor, focusFor, type ConnectButton } from './connect-rules.ts';
import { MessageButton } from './message-button.tsx';
import { useConnect } from './use-connect.ts';
import { confirm } from '../../kit/confirm.ts';
import english from 'messages:en/connect.*';

addEnglish(english);

/*
 * <ConnectButtons person={person} placement="card" />
 * The buttons for a connection status (CONN-04). `profile`: the first button can be primary; `card`: as wide as the card;
 * `row`: icons on phones.
 */
type Placement = ComponentProps<typeof MessageButton>['placement'];

export function ConnectButtons({ person, placement }: { person: User; placement: Placement }) {
  const { t } = useMessages();
  const school = useSchool();
  const router = useRouter();
  const area = useRef<HTMLDivElement>(null);
  const [focusOn, setFocusOn] = useState<ConnectButton | null>(null);
  const { run, pending } = useConnect(person, (status: ConnectionStatus) =>
    setFocusOn(focusFor(status)),
  );

  // After the buttons change, the matching one gets the focus, unless the user moved it elsewhere.
  useEffect(() => {
    if (focusOn === null || area.current === null) return undefined;
    const [target] = visibleElements(
      area.current,
      `[data-connect="${focusOn}"] :is(button, a), :is(button, a)[data-connect="${focusOn}"]`,
    );
    return (
      target &&
      moveFocus(
        area.current,
        () => target,
        () => setFocusOn(null),
      )
    );
  }, [focusOn, pending, person.connectionStatus]);

  const name = nameOf(person);
  const buttons = buttonsFor(
    pending === 'request' ? { connectionStatus: -2 } : person,
    school.config.connect,
  );
  const shared = { placement, name };
  /** The Remove Connection dialog (CONN-07), for the user's own request or a connection. */
  const remove = async (kind: 'cancel' | 'disconnect') => {
    const isConfirmed = await confirm({
      title: t('connect.remove'),
      body: kind === 'disconnect' ? t('connect.disconnectSure', { name }) : t('connect.cancelSure'),
      confirmLabel: t('connect.removeConfirm'),
      cancelLabel: t('connect.keep'),
      isDanger: true,
    });
    if (isConfirmed) run(kind);
  };

  const draw = (button: ConnectButton) => {
    switch (button) {
      case 'view':
        return <ViewProfile key="view" uid={person.uid} {...shared} />;
      case 'connect':
      case 'requesting':
        return (
          <Act
            key="connect"
            id="connect"
            icon={UserPlus}
            text={t('connect.connect')}
            label={t('connect.connectWith', { name })}
            variant={placement === 'profile' ? 'primary' : 'soft'}
            isPending={button === 'requesting'}
            onClick={() => run('request')}
            placement={placement}
          />
        );
      case 'message':
        return <MessageButton key="message" uid={person.uid} {...shared} />;
      case 'pending':
        return (
          <Act
            key="pending"
            id="pending"
            icon={Clock}
            text={t('connect.pending')}
            label={t('connect.pendingWith', { name })}
            variant="outline"
            isPending={pending === 'cancel'}
            hasPopup
            onClick={() => void remove('cancel')}
            placement={placement}
          />
        );
      case 'accept':
        return (
          <Act
            key="accept"
            id="accept"
            icon={Check}
            text={t('connect.accept')}
            label={t('connect.acceptFrom', { name })}
            variant={placement === 'row' ? 'soft' : 'primary'}
            isPending={pending === 'accept'}
            onClick={() => run('accept')}
            placement={placement}
          />
        );
      case 'delete':
        return (
          <Act
            key="delete"
            id="delete"
            icon={X}
            text={t('connect.delete')}
            label={t('connect.deleteFrom', { name })}
            variant="outline"
            isPending={pending === 'reject'}
            onClick={() => run('reject')}
            placement={placement}
          />
        );
      case 'menu':
        return (
          <span key="menu" data-connect="menu">
            <MenuButton
              label={t('connect.more', { name })}
              icon={Ellipsis}
              variant={placement === 'row' ? 'quiet' : 'outline'}
              items={[
                { id: 'view', label: t('connect.view'), icon: UserIcon },
                { id: 'remove', label: t('connect.remove'), icon: UserMinus, isDanger: true },
              ]}
              onAction={(id) =>
                id === 'view'
                  ? void router.navigate(profileLink(person.uid))
                  : void remove('disconnect')
              }
            />
          </span>
        );
    }
  };

  return (
    <div
      ref={area}
      className={`flex items-center gap-2 ${placement === 'card' ? 'w-full' : placement === 'row' ? 'max-[24rem]:gap-1' : ''}`}
    >
      {buttons.map(draw)}
    </div>
  );
}

interface ActProps {
  id: ConnectButton;
  icon: LucideIcon;
  text: string;
  label: string;
  variant: ButtonVariant;
  isPending: boolean;
  hasPopup?: boolean;
  onClick: () => void;
  placement: Placement;
}

/** A button with the style of its `placement`. */
function Act({ id, text, hasPopup, placement, ...act }: ActProps) {
  const button = { ...act, ...(hasPopup && ({ 'aria-haspopup': 'dialog' } as const)) };
  if (placement === 'row')
    return (
      <span data-connect={id} className="contents">
        <RowButton {...button}>{text}</RowButton>
      </span>
    );
  return (
    <Button
      data-connect={id}
      isBlock={placement === 'card'}
      className={placement === 'card' ? 'flex-1' : ''}
      {...button}
    >
      {text}
    </Button>
  );
}

function ViewProfile({ uid, placement }: { uid: string; placement: Placement }) {
  const { t } = useMessages();
  return (
    <Link
      {...profileLink(uid)}
      data-connect="view"
      className={buttonClass({ variant: 'outline', isBlock: placement === 'card' })}
    >
      <UserIcon size={20} strokeWidth={1.9} aria-hidden />
      {t('connect.view')}
    </Link>
  );
}
