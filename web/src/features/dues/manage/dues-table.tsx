import { BadgeMinus, BadgeCheck, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { changeMemberDues } from '#contract/dues/calls.ts';
import type { MemberDues } from '#contract/dues/endpoints.ts';
import { DataTable } from '../../../kit/data-table.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { nameOf } from '../../people/person.ts';
import { staleDues } from '../dues.data.ts';
import { DuesState } from '../dues-state.tsx';
import { WaiveDialog } from './waive-dialog.tsx';

const paymentText = ({ payment }: MemberDues, { t, date, locale }: Messages): string | null => {
  if (payment === null) return null;
  const amount = moneyText(locale, payment.amount);
  const on = date(payment.at, 'medium');
  return payment.method === null
    ? t('dues.paidOn', { amount, date: on })
    : t('dues.paidBy', { amount, method: t(`dues.method_${payment.method}`), date: on });
};

const untilText = ({ state, until, waiver }: MemberDues, { t, date }: Messages): string | null => {
  if (waiver !== null)
    return waiver.by === null
      ? t('dues.waivedByErased', { reason: waiver.reason })
      : t('dues.waivedBy', { name: nameOf(waiver.by), reason: waiver.reason });
  if (until === null) return null;
  return state === 'due' || state === 'grace' || state === 'lapsed'
    ? t(`dues.until_${state}`, { date: date(until) })
    : date(until);
};

/** The dues of members: what they paid, the state and until when. */
export function DuesTable({
  club,
  members,
  canChange,
}: {
  club: string;
  members: readonly MemberDues[];
  canChange: boolean;
}) {
  const messages = useMessages();
  const { t } = messages;
  const isTable = useMinWidth('md');
  /** Rows on phones leave out what a table shows as a dash. */
  const shown = (text: string | null) =>
    text === null ? isTable && '–' : <bdi className="wrap-anywhere">{text}</bdi>;
  const [waived, setWaived] = useState<MemberDues | null>(null);
  const endWaiver = useAction(
    (uid: string) => call(changeMemberDues, { id: club, uid, state: 'due' }),
    { invalidates: staleDues, success: t('dues.waiverEnded') },
  );
  return (
    <>
      <DataTable<MemberDues>
        label={t('dues.title')}
        rows={members}
        idOf={({ person }) => person.uid}
        nameOf={({ person }) => nameOf(person)}
        columns={[
          {
            id: 'member',
            label: t('dues.column_member'),
            cell: ({ person }) => (
              <span className="flex items-center gap-2.5">
                <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
                <bdi className="font-medium wrap-anywhere">{nameOf(person)}</bdi>
              </span>
            ),
          },
          {
            id: 'paid',
            label: t('dues.column_paid'),
            phone: 'line',
            cell: (member) => shown(paymentText(member, messages)),
          },
          {
            id: 'state',
            label: t('dues.column_state'),
            phone: 'line',
            cell: (member) => <DuesState dues={member} />,
          },
          {
            id: 'until',
            label: t('dues.column_until'),
            phone: 'line',
            cell: (member) => shown(untilText(member, messages)),
          },
          ...(canChange
            ? [
                {
                  id: 'actions',
                  label: t('dues.column_actions'),
                  isEnd: true,
                  phone: 'end' as const,
                  cell: (member: MemberDues) => (
                    <MenuButton
                      label={t('dues.moreNamed', { name: nameOf(member.person) })}
                      icon={MoreHorizontal}
                      variant="quiet"
                      size="sm"
                      items={[
                        member.waiver === null
                          ? { id: 'waive', label: t('dues.waive'), icon: BadgeMinus }
                          : { id: 'end', label: t('dues.endWaiver'), icon: BadgeCheck },
                      ]}
                      onAction={(id) =>
                        id === 'waive' ? setWaived(member) : endWaiver.run(member.person.uid)
                      }
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {waived !== null && (
        <WaiveDialog club={club} member={waived} onClose={() => setWaived(null)} />
      )}
    </>
  );
}
