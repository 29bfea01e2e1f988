import { useMessages } from '../../lib/messages.ts';
import { SidePane } from '../../ui/side-pane.tsx';
import { ProfileView } from './profile-view.tsx';

interface PersonPaneProps {
  uid: string;
  as: 'side' | 'modal';
  onClose: () => void;
}

/** A person opened from a list: next to it in wide windows, otherwise in a modal. Closing returns the focus to their card. */
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
      {(close) => (
        // A sheet from the bottom has its full height from the start, so that it doesn't grow when the profile arrives.
        <div className={as === 'modal' ? 'min-h-[min(92dvh,56rem)]' : ''}>
          <ProfileView key={uid} uid={uid} as="card" onClose={close} />
        </div>
      )}
    </SidePane>
  );
}
