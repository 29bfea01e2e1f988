import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleSlash, Medal } from 'lucide-react';
import { useState } from 'react';
import type { BadgeHolder } from '#contract/record/staff.endpoints.ts';
import {
  publicReasons,
  recordLimits as limits,
  type PublicReason,
} from '#contract/record/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { awardPeople, revokeAward } from '#contract/record/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import english from './messages/en.json';
import { holderPages, setupQuery, staleAwards } from './record.data.ts';

addEnglish(english);

const nameOf = ({ firstName, lastName }: Face): string => `${firstName} ${lastName}`.trim();

/** The recipients of a badge. Staff can award and revoke it. */
export function BadgeHolders({ id }: { id: string }) {
  const { t, date } = useMessages();
  const query = useInfiniteQuery(holderPages(id));
  const { data: setup } = useQuery(setupQuery());
  const name = setup?.badges.find((one) => one.id === id)?.name ?? '';
  const [open, setOpen] = useState<'award' | BadgeHolder | null>(null);
  return (
    <div className="grid gap-4">
      <BackLink to={paths.adminRecord}>{t('recordSetup.toBadges')}</BackLink>
      <h2 dir="auto" className="page-start wrap-anywhere">
        {name}
      </h2>
      <ListPage
        query={query}
        intro={t('recordSetup.holdersBody')}
        add={{ label: t('recordSetup.award'), icon: Medal, onAdd: () => setOpen('award') }}
        empty={{ icon: Medal, title: t('recordSetup.noHolders') }}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList isCard label={t('recordSetup.holders')}>
              {pages
                .flatMap(({ items }) => items)
                .map((one) => (
                  <Row
                    key={one.person.uid}
                    mark={
                      <Avatar name={nameOf(one.person)} photoUrl={one.person.photoUrl} size={2.5} />
                    }
                    title={nameOf(one.person)}
                    lines={[
                      one.isByHand && one.awardedBy !== ''
                        ? t('recordSetup.awardedByOn', {
                            name: one.awardedBy,
                            date: date(one.awardedAt),
                          })
                        : t('record.awardedOn', { date: date(one.awardedAt) }),
                    ]}
                    end={
                      <Button
                        size="sm"
                        variant="quiet"
                        icon={CircleSlash}
                        label={t('recordSetup.takeBackOf', { name: nameOf(one.person) })}
                        onClick={() => setOpen(one)}
                      >
                        {t('recordSetup.takeBack')}
                      </Button>
                    }
                  />
                ))}
            </RowList>
            <LoadMore query={query} />
          </div>
        )}
      </ListPage>
      {open === 'award' && <AwardDialog id={id} name={name} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'award' && (
        <RevokeDialog id={id} name={name} holder={open} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

interface AwardValues {
  people: readonly Face[];
}
const { PersonPicker } = ariaFieldsOf<AwardValues>();

function AwardDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<AwardValues, { awarded: number }>
      title={t('recordSetup.awardTitle', { name })}
      submitLabel={t('recordSetup.award')}
      defaultValues={{ people: [] }}
      isComplete={({ people }) => people.length > 0}
      save={({ people }) =>
        call(awardPeople, {
          id,
          uids: people.map(({ uid }) => uid),
        })
      }
      success={({ awarded }) => t('recordSetup.awarded', { count: awarded })}
      invalidates={staleAwards}
      onClose={onClose}
    >
      <PersonPicker name="people" label={t('recordSetup.people')} max={limits.awards} />
    </FormDialog>
  );
}

interface ReasonValues {
  reason: string;
  publicReason: PublicReason;
}
const { TextArea, Select } = fieldsOf<ReasonValues>();

function RevokeDialog({
  id,
  name,
  holder: { person },
  onClose,
}: {
  id: string;
  name: string;
  holder: BadgeHolder;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog<ReasonValues, unknown>
      title={t('recordSetup.takeBackTitle', { badge: name, name: nameOf(person) })}
      submitLabel={t('recordSetup.takeBack')}
      isDanger
      defaultValues={{ reason: '', publicReason: 'rules' }}
      isComplete={({ reason }) => reason.trim() !== ''}
      save={({ reason, publicReason }) =>
        call(revokeAward, {
          id,
          uid: person.uid,
          reason,
          publicReason,
        })
      }
      success={t('recordSetup.badgeRevoked')}
      invalidates={staleAwards}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('recordSetup.takeBackBody')}</p>
      <TextArea
        name="reason"
        label={t('recordSetup.reason')}
        description={t('recordSetup.reasonHint')}
        rows={3}
        maxLength={limits.reason}
      />
      <Select
        name="publicReason"
        label={t('recordSetup.publicReason')}
        description={t('recordSetup.publicReasonHint')}
        options={publicReasons.map((value) => ({ value, label: t(`record.reason_${value}`) }))}
      />
    </FormDialog>
  );
}
