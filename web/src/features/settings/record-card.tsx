import { AtSign, CalendarDays, GraduationCap, IdCard, UserRound } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { Card } from '../../ui/card.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';

/** The data from the school's records, read-only. */
export function RecordCard() {
  const { t } = useMessages();
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <Card title={t('profile.record')} description={t('profile.recordBody')}>
      <DefinitionList>
        <Definition icon={UserRound} term={t('profile.name')}>
          <bdi>{name}</bdi>
        </Definition>
        <Definition icon={IdCard} term={t('profile.type')}>
          {user.accountType}
        </Definition>
        {user.yearOfGraduation !== null && (
          <Definition icon={CalendarDays} term={t('profile.year')}>
            {user.yearOfGraduation}
          </Definition>
        )}
        {user.major && (
          <Definition icon={GraduationCap} term={t('profile.major')}>
            {user.major}
          </Definition>
        )}
        {user.email && (
          <Definition icon={AtSign} term={t('profile.email')}>
            <bdi className="wrap-anywhere">{user.email}</bdi>
          </Definition>
        )}
      </DefinitionList>
    </Card>
  );
}
