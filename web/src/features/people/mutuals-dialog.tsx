import { Link } from '@tanstack/react-router';
import type { User } from '#contract/people/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { nameOf, profileLink } from './person.ts';
import english from 'messages:en/people.*';

addEnglish(english);

/** Up to 40 mutual connections, linked to their profiles. */
export function MutualsDialog({
  person,
  isOpen,
  onClose,
}: {
  person: User;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const { mutuals, mutualCount } = person;
  return (
    <Dialog
      title={t('people.mutualsTitle', { count: mutualCount })}
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
    >
      <ul className="-mx-2 grid">
        {mutuals.map((one) => (
          <li key={one.uid}>
            <Link
              {...profileLink(one.uid)}
              onClick={onClose}
              className="flex min-h-12 items-center gap-3 rounded-control px-2 py-1.5 transition-colors duration-150 hover:bg-fill"
            >
              <Avatar name={nameOf(one)} photoUrl={one.photoUrl} size={2.25} />
              <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
                {nameOf(one)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {mutualCount > mutuals.length && (
        <p className="pt-3 text-sm text-ink-2">
          {t('people.mutualsFirst', { count: mutuals.length })}
        </p>
      )}
    </Dialog>
  );
}
