import { useHasPermission } from '../../lib/session-store.ts';
import { OwnKeysCard } from '../api-keys/own-keys-card.tsx';
import { SchoolKeysCard } from '../api-keys/school-keys-card.tsx';

export function KeysSection() {
  const canManageKeys = useHasPermission('api-keys.manage');
  return (
    <>
      <OwnKeysCard isPrimary />
      {canManageKeys && <SchoolKeysCard />}
    </>
  );
}
