import { useQuery } from '@tanstack/react-query';
import { CalendarClock, FileText, Lock, Plus, Undo2, Unlock } from 'lucide-react';
import { useState } from 'react';
import { financeLimits as limits } from '#contract/finances/limits.ts';
import type { FinanceHold, FinanceLine } from '#contract/finances/shapes.ts';
import type { StudentFinances } from '#contract/finances/staff.endpoints.ts';
import {
  cancelPlan,
  liftHold,
  readStudent,
  readStudentStatement,
  reverseLine,
} from '#contract/finances/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { AddHoldDialog } from './add-hold-dialog.tsx';
import { AddLineDialog } from './add-line-dialog.tsx';
import { AddPlanDialog } from './add-plan-dialog.tsx';
import { BalanceCard, NoAccount } from './balance-card.tsx';
import { studentQuery } from './finances.data.ts';
import { HoldCard } from './hold-card.tsx';
import { LinesTable } from './lines-table.tsx';
import { StatementScreen } from './statement-screen.tsx';
import { PlanCard } from './plan-card.tsx';

const { TextField } = fieldsOf<{ reason: string }>();

/** Shows a person's accounts and holds to staff, who can change them. */
export function StudentAccount({ uid }: { uid: string }) {
  const { t } = useMessages();
  const { show, sort, order } = useSearch();
  const isFromList = show !== undefined;
  return (
    <div className="grid gap-4">
      <BackLink to={paths.adminFinances} search={isFromList ? { show, sort, order } : {}}>
        {t(isFromList ? 'financesAdmin.backToList' : 'financesAdmin.back')}
      </BackLink>
      <QueryBoundary
        query={useQuery(studentQuery(uid))}
        isEmpty={() => false}
        skeleton={['h-16', 'h-44']}
      >
        {(student) => <Account student={student} />}
      </QueryBoundary>
    </div>
  );
}

function Account({ student }: { student: StudentFinances }) {
  const { t } = useMessages();
  const [adding, setAdding] = useState<'line' | 'hold' | 'plan' | null>(null);
  const [isReading, setReading] = useState(false);
  const [canceling, setCanceling] = useState<string | null>(null);
  const [reversing, setReversing] = useState<FinanceLine | null>(null);
  const { person, accounts, holds } = student;
  const early = { onPointerEnter: preloadDialog, onFocus: preloadDialog };
  if (isReading)
    return (
      <StatementScreen
        accounts={accounts}
        of={['student', person.uid]}
        read={(choice, signal) =>
          call(readStudentStatement, { uid: person.uid, ...choice }, signal)
        }
        onClose={() => setReading(false)}
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <AccountHeader
        person={person}
        accounts={accounts}
        onAdd={setAdding}
        onRead={() => setReading(true)}
      />
      {accounts.length === 0 && <NoAccount />}
      {accounts.map((account) => (
        <BalanceCard key={account.id} account={account} isOwn={false} />
      ))}
      {holds.map((hold) => (
        <HoldCard key={hold.id} hold={hold} actions={<LiftButton hold={hold} />} />
      ))}
      {accounts.map(({ id, plan }) => (
        <PlanCard
          key={id}
          plan={plan}
          actions={
            <Button
              size="sm"
              variant="quiet"
              icon={Undo2}
              className="justify-self-start"
              {...early}
              onClick={() => setCanceling(id)}
            >
              {t('financesAdmin.cancelPlan')}
            </Button>
          }
        />
      ))}
      {accounts.map((account) => (
        <LinesTable
          key={account.id}
          account={account}
          actionOf={(line) =>
            line.isReversed || line.reverses !== undefined ? null : (
              <Button
                size="sm"
                variant="quiet"
                icon={Undo2}
                label={t('financesAdmin.reverseOf', { title: line.title })}
                onClick={() => setReversing(line)}
              >
                {t('financesAdmin.reverse')}
              </Button>
            )
          }
        />
      ))}
      {adding === 'line' && <AddLineDialog student={student} onClose={() => setAdding(null)} />}
      {adding === 'hold' && <AddHoldDialog student={student} onClose={() => setAdding(null)} />}
      {adding === 'plan' && <AddPlanDialog student={student} onClose={() => setAdding(null)} />}
      {canceling !== null && <CancelPlanDialog id={canceling} onClose={() => setCanceling(null)} />}
      {reversing !== null && (
        <ReasonDialog
          title={t('financesAdmin.reverseOf', { title: reversing.title })}
          submit={t('financesAdmin.reverse')}
          body={t('financesAdmin.reverseBody')}
          successMessage={t('financesAdmin.lineReversed')}
          save={(reason) => call(reverseLine, { id: reversing.id, reason })}
          onClose={() => setReversing(null)}
        />
      )}
    </div>
  );
}

function CancelPlanDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <ReasonDialog
      title={t('financesAdmin.cancelPlanTitle')}
      submit={t('financesAdmin.cancelPlan')}
      body={t('financesAdmin.cancelPlanBody')}
      successMessage={t('financesAdmin.planCanceled')}
      save={(reason) =>
        call(cancelPlan, {
          id: id,
          reason,
        })
      }
      onClose={onClose}
    />
  );
}

interface AccountHeaderProps {
  person: StudentFinances['person'];
  accounts: StudentFinances['accounts'];
  onAdd: (adding: 'line' | 'hold' | 'plan') => void;
  onRead: () => void;
}

/** The student, and buttons that add to the account. */
function AccountHeader({ person, accounts, onAdd, onRead }: AccountHeaderProps) {
  const { t } = useMessages();
  const name = `${person.firstName} ${person.lastName}`.trim();
  const early = { onPointerEnter: preloadDialog, onFocus: preloadDialog };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar name={name} photoUrl={person.photoUrl} size={3} />
      <div className="min-w-44 flex-1">
        <h2 className="wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <bdi className="text-sm text-ink-2">{person.username}</bdi>
      </div>
      {accounts.length > 0 && (
        <Button icon={FileText} onClick={onRead}>
          {t('finances.viewStatement')}
        </Button>
      )}
      <Button icon={Lock} {...early} onClick={() => onAdd('hold')}>
        {t('financesAdmin.addHold')}
      </Button>
      {accounts.some(({ plan }) => plan.length === 0) && (
        <Button icon={CalendarClock} {...early} onClick={() => onAdd('plan')}>
          {t('financesAdmin.addPlan')}
        </Button>
      )}
      <Button variant="primary" icon={Plus} {...early} onClick={() => onAdd('line')}>
        {t('financesAdmin.addLine')}
      </Button>
    </div>
  );
}

/** Asks for the reason of a cancellation or reversal. */
function ReasonDialog({
  title,
  submit,
  body,
  successMessage,
  save,
  onClose,
}: {
  title: string;
  submit: string;
  body: string;
  successMessage: string;
  save: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog
      size="sm"
      title={title}
      submitLabel={submit}
      isDanger
      defaultValues={{ reason: '' }}
      isComplete={({ reason }) => reason.trim() !== ''}
      save={({ reason }) => save(reason)}
      invalidates={[readStudent]}
      success={successMessage}
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{body}</p>
      <TextField
        name="reason"
        label={t('financesAdmin.reason')}
        description={t('financesAdmin.reasonBody')}
        maxLength={limits.reason}
      />
    </FormDialog>
  );
}

function LiftButton({ hold }: { hold: FinanceHold }) {
  const { t } = useMessages();
  const lift = useAction(() => call(liftHold, { id: hold.id }), {
    confirm: () => ({
      title: t('financesAdmin.liftTitle'),
      body: t('financesAdmin.liftBody'),
      confirmLabel: t('financesAdmin.lift'),
    }),
    invalidates: [readStudent],
    success: t('financesAdmin.lifted'),
  });
  return (
    <Button
      icon={Unlock}
      label={t('financesAdmin.liftOf', { office: hold.office })}
      onClick={() => lift.run()}
    >
      {t('financesAdmin.lift')}
    </Button>
  );
}
