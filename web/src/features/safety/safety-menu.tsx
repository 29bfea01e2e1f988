import { Ban, Flag } from 'lucide-react';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { nameOf } from '../people/person.ts';
import { useSafety } from './use-safety.tsx';

/** A menu to block or report a person. `onGone` is called when the user can no longer see the person. */
export function SafetyMenu({ person, onGone }: { person: Face; onGone: () => void }) {
  const { t } = useMessages();
  const { ask, dialog } = useSafety(onGone);
  return (
    <>
      <MenuButton
        label={t('safety.more', { name: nameOf(person) })}
        icon={Flag}
        isRound
        className="border-transparent! bg-surface/90!"
        items={[
          { id: 'report', label: t('safety.report'), icon: Flag },
          { id: 'block', label: t('safety.block'), icon: Ban, isDanger: true },
        ]}
        onAction={(act) => ask(act, person)}
      />
      {dialog}
    </>
  );
}
