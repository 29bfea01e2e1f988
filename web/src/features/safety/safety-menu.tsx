import { useNavigate } from '@tanstack/react-router';
import { Ban, Flag, MoreHorizontal, UserCog } from 'lucide-react';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { nameOf } from '../people/person.ts';
import { useSafety } from './use-safety.tsx';

/** A menu to block or report a person, and for admins to open their account. `onGone` is called when the user can no longer see the person. */
export function SafetyMenu({ person, onGone }: { person: Face; onGone: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const canManage = useHasPermission('people.manage');
  const { ask, dialog } = useSafety(onGone);
  return (
    <>
      <MenuButton
        label={t(canManage ? 'safety.moreAdmin' : 'safety.more', { name: nameOf(person) })}
        icon={canManage ? MoreHorizontal : Flag}
        isRound
        className="border-transparent! bg-surface/90!"
        items={[
          ...(canManage
            ? [{ id: 'account' as const, label: t('safety.account'), icon: UserCog }]
            : []),
          { id: 'report', label: t('safety.report'), icon: Flag },
          { id: 'block', label: t('safety.block'), icon: Ban, isDanger: true },
        ]}
        onAction={(act) =>
          act === 'account'
            ? void navigate({ to: paths.adminPerson, params: { personId: person.uid } })
            : ask(act, person)
        }
      />
      {dialog}
    </>
  );
}
