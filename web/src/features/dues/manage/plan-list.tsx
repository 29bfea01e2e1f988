import { Archive, ArchiveRestore, MoreHorizontal, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { updateDuesPlan } from '#contract/dues/calls.ts';
import type { DuesPlan } from '#contract/dues/endpoints.ts';
import { Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { staleDues } from '../dues.data.ts';
import { PlanForm } from './plan-form.tsx';

/** The plans of a club, for its officers. */
export function PlanList({
  club,
  currency,
  plans,
}: {
  club: string;
  currency: string;
  plans: readonly DuesPlan[];
}) {
  const { t } = useMessages();
  const [edited, setEdited] = useState<DuesPlan | 'new' | null>(null);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{t('dues.plans')}</h2>
        <Button icon={Plus} onClick={() => setEdited('new')}>
          {t('dues.newPlan')}
        </Button>
      </div>
      <RowList label={t('dues.plans')} isCard>
        {plans.map((plan) => (
          <PlanRow key={plan.id} plan={plan} onEdit={() => setEdited(plan)} />
        ))}
      </RowList>
      {edited !== null && (
        <PlanForm
          club={club}
          currency={currency}
          plan={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

function PlanRow({ plan, onEdit }: { plan: DuesPlan; onEdit: () => void }) {
  const { t, locale } = useMessages();
  const archive = useAction(
    (isArchived: boolean) =>
      call(updateDuesPlan, { id: plan.id, version: plan.version, isArchived }),
    {
      invalidates: staleDues,
      success: t(plan.isArchived ? 'dues.restoredToast' : 'dues.archivedToast'),
    },
  );
  return (
    <Row
      title={plan.name}
      aside={plan.isArchived && <Pill>{t('dues.archived')}</Pill>}
      lines={[
        moneyText(locale, plan.amount),
        t('dues.planLength', { count: plan.months }),
        t('dues.planGrace', { count: plan.graceDays }),
      ]}
      end={
        plan.can.edit && (
          <>
            {!plan.isArchived && (
              <Button
                icon={Pencil}
                onClick={onEdit}
                label={t('dues.editNamed', { name: plan.name })}
              >
                {t('dues.edit')}
              </Button>
            )}
            <MenuButton
              label={t('dues.moreNamed', { name: plan.name })}
              icon={MoreHorizontal}
              variant="quiet"
              items={[
                plan.isArchived
                  ? { id: 'restore', label: t('dues.restore'), icon: ArchiveRestore }
                  : { id: 'archive', label: t('dues.archive'), icon: Archive },
              ]}
              onAction={(id) => archive.run(id === 'archive')}
            />
          </>
        )
      }
    />
  );
}
