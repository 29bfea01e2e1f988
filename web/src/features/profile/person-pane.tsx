import { useMessages } from '../../lib/messages.ts';
import { SidePane } from '../../ui/side-pane.tsx';
import { ProfileView } from './profile-view.tsx';

interface PersonPaneProps {
  uid: string;
  as: 'side' | 'modal';
  onClose: () => void;
}

/** A person opened from a list: beside it on wide windows, as a modal on others. Closing gives the focus back to their card. */
export function PersonPane({ uid, as, onClose }: PersonPaneProps) {
  const { t } = useMessages();
  return (
    <SidePane
      of={uid}
      title={t('person.title')}
      isBare
      as={as}
      opener={() => document.querySelector<HTMLElement>(`[data-uid="${CSS.escape(uid)}"] a`)}
      onClose={onClose}
    >
      {(close) => <ProfileView key={uid} uid={uid} as="card" onClose={close} />}
    </SidePane>
  );
}
