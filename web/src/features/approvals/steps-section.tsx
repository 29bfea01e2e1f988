import { useQuery } from '@tanstack/react-query';
import { ListChecks, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalProcess } from '#contract/approvals/endpoints.ts';
import { approvalLimits } from '#contract/approvals/kinds.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { nameOf } from '../people/person.ts';
import { processesQuery, saveProcess, staleProcess, type Processes } from './approvals.data.ts';
import { kindName } from './kind-words.ts';
import english from './messages/en.json';
import { StepDialog, type Step } from './step-dialog.tsx';

addEnglish(english);

/** The options for days between reminders. */
const reminderDays = [1, 2, 3, 5, 7, 14, 30] as const;

/** The approval steps of each type of submission. */
export function StepsSection() {
  const { t } = useMessages();
  const processes = useQuery(processesQuery());
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">{t('approvals.stepsBody')}</p>
      <QueryBoundary
        query={processes}
        skeleton={['h-48', 'h-48']}
        empty={{ icon: ListChecks, title: t('approvals.noSteps') }}
      >
        {(data) =>
          data.items.map((process) => (
            <ProcessCard key={process.kind} process={process} options={data} />
          ))
        }
      </QueryBoundary>
    </div>
  );
}

/** Adds IDs for the list, because steps have none. */
const withIds = (steps: readonly Step[]) => steps.map((step, nth) => ({ id: String(nth), step }));

function ProcessCard({ process, options }: { process: ApprovalProcess; options: Processes }) {
  const messages = useMessages();
  const { t } = messages;
  const [open, setOpen] = useState<{ nth: number } | null>(null);
  const { steps } = process;
  const name = kindName(t, process.kind, process.name);
  const save = useAction(
    (change: { steps?: readonly Step[]; reminderDays?: number | null }) =>
      saveProcess({
        kind: process.kind,
        version: process.version,
        reminderDays:
          change.reminderDays === undefined ? process.reminderDays : change.reminderDays,
        steps: (change.steps ?? steps).map((step) => ({
          name: step.name,
          reviewers: step.reviewers,
          people: step.people.map(({ uid }) => uid),
          role: step.role?.id ?? null,
        })),
      }),
    {
      success: t('approvals.saved'),
      invalidates: staleProcess,
      scope: `approvals ${process.kind}`,
    },
  );
  const remove = useAction((nth: number) => save.runAsync({ steps: steps.toSpliced(nth, 1) }), {
    isQuiet: true,
    confirm: (nth) => ({
      title: t('approvals.removeTitle', { name: steps[nth]?.name ?? '' }),
      body: t('approvals.removeBody'),
      confirmLabel: t('approvals.removeStep'),
      isDanger: true,
    }),
  });
  return (
    <Card
      title={name}
      aside={
        steps.length < approvalLimits.steps && (
          <Button size="sm" icon={Plus} onClick={() => setOpen({ nth: steps.length })}>
            {t('approvals.addStep')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {steps.length === 0 ? (
          <p className="text-ink-2">{t('approvals.noSteps')}</p>
        ) : (
          <SortableList
            label={t('approvals.steps', { name })}
            items={withIds(steps)}
            idOf={({ id }) => id}
            nameOf={({ step }) => step.name}
            onSort={(sorted) => save.run({ steps: sorted.map(({ step }) => step) })}
          >
            {({ id, step }) => (
              <div className="flex flex-wrap items-center gap-x-2 py-2">
                <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
                  <p className="font-medium wrap-anywhere">
                    <bdi>{step.name}</bdi>
                  </p>
                  <p className="text-sm text-ink-2">{reviewersText(messages, step)}</p>
                </div>
                <StepButtons
                  onEdit={() => setOpen({ nth: Number(id) })}
                  onRemove={() => remove.run(Number(id))}
                  name={step.name}
                />
              </div>
            )}
          </SortableList>
        )}
        <div className="max-w-xs">
          <ReminderSelect
            days={process.reminderDays}
            onChange={(days) => save.run({ reminderDays: days === '' ? null : Number(days) })}
          />
        </div>
      </div>
      {open && (
        <StepDialog
          step={steps[open.nth] ?? null}
          process={process}
          options={options}
          onSave={(step) => save.runAsync({ steps: steps.toSpliced(open.nth, 1, step) })}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}

function ReminderSelect({
  days,
  onChange,
}: {
  days: number | null;
  onChange: (days: string) => void;
}) {
  const { t } = useMessages();
  return (
    <Select
      label={t('approvals.reminders')}
      description={t('approvals.reminderHint')}
      value={String(days ?? '')}
      options={[
        { value: '', label: t('approvals.reminderNone') },
        ...daysWith(days).map((count) => ({
          value: String(count),
          label: t('approvals.reminderDays', { count }),
        })),
      ]}
      onChange={onChange}
    />
  );
}

interface StepButtonsProps {
  onEdit: () => void;
  onRemove: () => void;
  name: string;
}

function StepButtons({ onEdit, onRemove, name }: StepButtonsProps) {
  const { t } = useMessages();
  return (
    <span className="ms-auto flex">
      <IconButton
        size="sm"
        label={t('approvals.editOf', { name: name })}
        icon={Pencil}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        label={t('approvals.removeOf', { name: name })}
        icon={Trash2}
        onClick={onRemove}
      />
    </span>
  );
}

/** Returns the options, plus the current value if it isn't one of them. */
const daysWith = (set: number | null): readonly number[] =>
  set === null || reminderDays.some((one) => one === set)
    ? reminderDays
    : [...reminderDays, set].toSorted((one, other) => one - other);

/** Returns the reviewers of a step as text. */
function reviewersText({ t, list }: ReturnType<typeof useMessages>, step: Step): string {
  if (step.reviewers === 'people')
    return step.people.length === 0 ? t('approvals.managers') : list(step.people.map(nameOf));
  if (step.role === null) return t('approvals.roleGone');
  return step.reviewers === 'position'
    ? t('approvals.positionOf', { name: step.role.name })
    : step.role.name;
}
