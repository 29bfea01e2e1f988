import { LogOut, Send, ShieldBan, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { peopleAdminLimits } from '#contract/admin/limits.ts';
import type { Account } from '#contract/admin/people.endpoints.ts';
import {
  getSchoolPerson,
  listSchoolPeople,
  restorePeople,
  signOutPeople,
  suspendPeople,
} from '#contract/admin/calls.ts';
import { listAudit } from '#contract/audit/calls.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { useInvite } from '../../invitations/use-invite.ts';
import { nameOf } from '../../people/person.ts';
import english from '../messages/en.json';

addEnglish(english);

type Target = Pick<Account, 'person' | 'email' | 'state'>;
export type AccountAct = 'invite' | 'suspend' | 'restore' | 'signOut';

const stale = [listSchoolPeople, getSchoolPerson, listAudit] as const;
const uidsOf = (people: readonly Target[]) => people.map(({ person }) => person.uid);

interface Draft {
  reason: string;
}
const { TextArea } = fieldsOf<Draft>();

export interface AccountActions {
  /** The actions that are possible for at least one of these people. */
  itemsFor: (people: readonly Target[]) => MenuItem<AccountAct>[];
  /** Runs an action. Skips people who can't have it. Some actions ask first. */
  run: (act: AccountAct, people: readonly Target[]) => void;
  isPending: boolean;
  dialog: ReactNode;
}

/** What admins can do with accounts, for the table, a person's page and reports. */
export function useAccountActions({ onDone }: { onDone?: () => void } = {}): AccountActions {
  const { t } = useMessages();
  const own = useUser().uid;
  const [suspending, setSuspending] = useState<readonly Target[] | null>(null);
  const invite = useInvite({
    invalidates: [listSchoolPeople, getSchoolPerson],
    ...(onDone && { onSuccess: onDone }),
  });
  const oneOrMore = (
    people: readonly Target[],
    one: 'accounts.suspendTitle' | 'accounts.restoreOne' | 'accounts.signOutTitle',
    more: 'accounts.suspendMany' | 'accounts.restoreTitle' | 'accounts.signOutMany',
  ) => {
    const [first] = people;
    return first !== undefined && people.length === 1
      ? t(one, { name: nameOf(first.person) })
      : t(more, { count: people.length });
  };
  const restore = useAction(
    (people: readonly Target[]) => call(restorePeople, { people: uidsOf(people) }),
    {
      confirm: (people) => ({
        title: oneOrMore(people, 'accounts.restoreOne', 'accounts.restoreTitle'),
        body: t('accounts.restoreBody'),
        confirmLabel: t('accounts.restore'),
      }),
      invalidates: stale,
      success: ({ changed }) => t('accounts.restored', { count: changed }),
      ...(onDone && { onSuccess: onDone }),
    },
  );
  const signOut = useAction(
    (people: readonly Target[]) => call(signOutPeople, { people: uidsOf(people) }),
    {
      confirm: (people) => ({
        title: oneOrMore(people, 'accounts.signOutTitle', 'accounts.signOutMany'),
        body: t('accounts.signOutBody'),
        confirmLabel: t('accounts.signOut'),
        isDanger: true,
      }),
      invalidates: stale,
      success: ({ changed }) => t('accounts.signedOut', { count: changed }),
      ...(onDone && { onSuccess: onDone }),
    },
  );
  const possible = (act: AccountAct, { person, email, state }: Target): boolean => {
    if (act === 'invite') return state === 'new' && email !== null;
    if (act === 'restore') return state === 'suspended' || state === 'deactivated';
    if (person.uid === own) return false;
    return act === 'suspend' ? state !== 'suspended' : state === 'active';
  };
  const those = (act: AccountAct, people: readonly Target[]) =>
    people.filter((one) => possible(act, one)).slice(0, peopleAdminLimits.people);
  const items: readonly MenuItem<AccountAct>[] = [
    { id: 'invite', label: t('accounts.invite'), icon: Send },
    { id: 'restore', label: t('accounts.restore'), icon: ShieldCheck },
    { id: 'signOut', label: t('accounts.signOut'), icon: LogOut },
    { id: 'suspend', label: t('accounts.suspend'), icon: ShieldBan, isDanger: true },
  ];
  return {
    itemsFor: (people) => items.filter(({ id }) => those(id, people).length > 0),
    run(act, people) {
      const wanted = those(act, people);
      if (act === 'invite') invite.run(uidsOf(wanted));
      else if (act === 'suspend') setSuspending(wanted);
      else if (act === 'restore') restore.run(wanted);
      else signOut.run(wanted);
    },
    isPending: invite.isPending || restore.isPending || signOut.isPending,
    dialog: suspending && (
      <FormDialog<Draft, { changed: number }>
        title={oneOrMore(suspending, 'accounts.suspendTitle', 'accounts.suspendMany')}
        submitLabel={t('accounts.suspend')}
        isDanger
        defaultValues={{ reason: '' }}
        validate={({ reason }) => ({
          reason: reason.trim() === '' ? t('accounts.reasonMissing') : undefined,
        })}
        save={({ reason }) => call(suspendPeople, { people: uidsOf(suspending), reason })}
        invalidates={stale}
        success={({ changed }) => t('accounts.suspended', { count: changed })}
        onSuccess={() => onDone?.()}
        onClose={() => setSuspending(null)}
      >
        <p>{t('accounts.suspendBody')}</p>
        <TextArea
          name="reason"
          label={t('accounts.reason')}
          description={t('accounts.reasonBody')}
          rows={3}
          maxLength={peopleAdminLimits.reason}
        />
      </FormDialog>
    ),
  };
}
