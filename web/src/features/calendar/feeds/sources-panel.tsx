import { Link } from '@tanstack/react-router';
import { CalendarCheck, MoreHorizontal, Plus, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import type { CalendarSources, SubscribedCalendar } from '#contract/calendar/endpoints.ts';
import { ownColorDefault, subscribedColorDefault } from '#contract/calendar/personal-limits.ts';
import { confirm } from '../../../kit/confirm.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useMessages, type LabelKey } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import {
  chooseColor,
  readAgain,
  removeSubscription,
  showKind,
  sources as sourcesQuery,
  staleItems,
  staleSources,
  updateSubscription,
} from '../calendar.data.ts';
import { ColorChoice } from './color-choice.tsx';
import { kindLabels } from '../kind-styles.ts';
import { SourceSwitch } from './source-switch.tsx';
import { UnreadDialog } from './unread-dialog.tsx';

/** The reasons why a calendar can't be read, by error code. */
const problems: Readonly<Record<string, LabelKey>> = {
  calendar_address: 'error.calendar_address',
  calendar_address_private: 'error.calendar_address_private',
  calendar_refused: 'error.calendar_refused',
  ics_too_large: 'error.ics_too_large',
  ics_empty: 'error.ics_empty',
  ics_syntax: 'error.ics_syntax',
  ics_components: 'error.ics_components',
  ics_depth: 'error.ics_depth',
  ics_value: 'error.ics_value',
  ics_zone: 'error.ics_zone',
  ics_too_slow: 'error.ics_too_slow',
  occurrences_too_many: 'error.occurrences_too_many',
  rule_invalid: 'error.ics_value',
  rule_frequency: 'error.ics_value',
  rule_part: 'error.ics_value',
  rule_count: 'error.ics_value',
  rule_until: 'error.ics_value',
  rule_interval: 'error.ics_value',
  rule_too_dense: 'error.ics_too_slow',
};

const elsewhere =
  'flex items-center gap-2.5 rounded-control text-sm font-bold text-brand-text hover:underline touch:min-h-11';

interface SourcesPanelProps {
  sources: CalendarSources;
  /** Calendars that failed to load for the visible range. */
  failed: readonly string[];
  /** Set to false if the container has a heading. */
  hasHeading: boolean;
  onAdd: () => void;
}

/** The user's calendars, and which ones are visible. */
export function SourcesPanel({ sources, failed, hasHeading, onAdd }: SourcesPanelProps) {
  const { t } = useMessages();
  const { queryKey } = sourcesQuery();
  const [colored, setColored] = useState<'own' | SubscribedCalendar | null>(null);
  const show = useAction(
    ({ kind, isShown }: { kind: Parameters<typeof showKind>[0]; isShown: boolean }) =>
      showKind(kind, isShown),
    { updates: queryKey, scope: 'calendar-sources' },
  );
  const isWanted = (kind: string, isShown: boolean) =>
    show.pendingInput?.kind === kind ? show.pendingInput.isShown : isShown;
  return (
    <section
      aria-label={t('calendar.shown')}
      className="grid grid-cols-[minmax(0,1fr)] justify-items-stretch gap-3"
    >
      {hasHeading && <h2 className="text-base">{t('calendar.shown')}</h2>}
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {sources.kinds.map(({ kind, isShown, color }) => (
          <li key={kind} className="flex items-center">
            <div className="min-w-0 flex-1">
              <SourceSwitch
                label={t(kindLabels[kind])}
                color={color ?? 2}
                isShown={isWanted(kind, isShown)}
                onChange={(next) => show.run({ kind, isShown: next })}
              />
            </div>
            {kind === 'own' && (
              <MenuButton
                label={t('calendar.moreFor', { name: t(kindLabels.own) })}
                icon={MoreHorizontal}
                variant="quiet"
                size="sm"
                items={[{ id: 'color', label: t('calendar.changeColor') }]}
                onAction={() => setColored('own')}
              />
            )}
          </li>
        ))}
      </ul>
      {sources.calendars.length > 0 && (
        <>
          <h3 className="text-sm font-bold text-ink-2">{t('calendar.fromElsewhere')}</h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {sources.calendars.map((calendar) => (
              <SubscribedRow
                key={calendar.id}
                calendar={calendar}
                isFailed={failed.includes(calendar.id)}
                onChange={() => setColored(calendar)}
              />
            ))}
          </ul>
        </>
      )}
      <Button icon={Plus} size="sm" className="justify-self-start" onClick={onAdd}>
        {t('calendar.addCalendar')}
      </Button>
      <p className="flex items-center gap-2.5 text-sm text-ink-2">
        <span
          aria-hidden
          className="h-4 w-7 shrink-0 rounded-[4px] border-[1.5px] border-dashed border-line-field"
        />
        {t('calendar.dashed')}
      </p>
      <nav aria-label={t('calendar.meet')} className="grid justify-items-start gap-1">
        <Link to={paths.together} className={elsewhere}>
          <Users size={18} aria-hidden />
          {t('calendar.together')}
        </Link>
        <Link to={paths.booking} className={elsewhere}>
          <CalendarCheck size={18} aria-hidden />
          {t('calendar.bookMeeting')}
        </Link>
      </nav>
      {colored === 'own' && (
        <OwnColorDialog
          color={sources.kinds.find(({ kind }) => kind === 'own')?.color ?? 2}
          onClose={() => setColored(null)}
        />
      )}
      {colored !== null && colored !== 'own' && (
        <SubscriptionDialog calendar={colored} onClose={() => setColored(null)} />
      )}
    </section>
  );
}

interface SubscribedRowProps {
  calendar: SubscribedCalendar;
  isFailed: boolean;
  onChange: () => void;
}

function SubscribedRow({ calendar, isFailed, onChange }: SubscribedRowProps) {
  const { t, ago } = useMessages();
  const { id, name, color, isShown, host, problem, readAt, unreadCount } = calendar;
  const [isListed, setListed] = useState(false);
  const show = useAction((next: boolean) => updateSubscription(id, { isShown: next }), {
    invalidates: staleSources,
  });
  const read = useAction(() => readAgain(id), {
    invalidates: staleSources,
    success: (reply) => (reply.problem === null ? t('calendar.readNow') : null),
  });
  const remove = useAction(() => removeSubscription(id), {
    invalidates: staleSources,
    success: t('calendar.removed', { name }),
  });
  const items = [
    { id: 'change' as const, label: t('calendar.changeCalendar') },
    ...(host === null ? [] : [{ id: 'read' as const, label: t('calendar.readAgain') }]),
    { id: 'remove' as const, label: t('calendar.remove'), isDanger: true },
  ];
  const run = (what: 'change' | 'read' | 'remove') => {
    if (what === 'change') onChange();
    else if (what === 'read') read.run();
    else
      void confirm({
        title: t('calendar.removeTitle', { name }),
        body: t('calendar.removeBody'),
        confirmLabel: t('calendar.remove'),
        isDanger: true,
        run: () => remove.runAsync(),
      });
  };
  const hasProblem = problem !== null || isFailed;
  return (
    <li>
      <div className="flex items-center">
        <div className="min-w-0 flex-1">
          <SourceSwitch
            label={name}
            color={color}
            isShown={show.pendingInput ?? isShown}
            isWarned={hasProblem || unreadCount > 0}
            onChange={(next) => show.run(next)}
          />
        </div>
        <MenuButton
          label={t('calendar.moreFor', { name })}
          icon={MoreHorizontal}
          variant="quiet"
          size="sm"
          items={items}
          onAction={run}
        />
      </div>
      {hasProblem && (
        <p className="flex gap-1.5 ps-8 text-sm text-warn">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            {t(
              problem === null
                ? 'error.ics_too_slow'
                : (problems[problem] ?? 'error.calendar_unreachable'),
            )}{' '}
            {readAt !== null && t('calendar.lastRead', { ago: ago(readAt) })}
          </span>
        </p>
      )}
      {unreadCount > 0 && (
        <p className="flex gap-1.5 ps-8 text-sm text-warn">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            {t('calendar.unread', { count: unreadCount })}{' '}
            <button
              type="button"
              className="font-bold text-brand-text underline touch:min-h-11"
              onClick={() => setListed(true)}
            >
              {t('calendar.unreadDetails')}
            </button>
          </span>
        </p>
      )}
      {isListed && <UnreadDialog calendar={calendar} onClose={() => setListed(false)} />}
    </li>
  );
}

interface ColorDraft {
  color: number;
}
const { OwnField: ColorField } = fieldsOf<ColorDraft>();

function OwnColorDialog({ color, onClose }: { color: number; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<ColorDraft, CalendarSources>
      title={t('calendar.ownColor')}
      submitLabel={t('calendar.save')}
      size="sm"
      defaultValues={{ color }}
      save={(draft) => chooseColor(draft.color)}
      updates={sourcesQuery().queryKey}
      invalidates={staleItems}
      onClose={onClose}
    >
      <ColorField name="color">
        {({ value, onChange }) => (
          <ColorChoice value={value} onChange={(next) => onChange(next ?? ownColorDefault)} />
        )}
      </ColorField>
    </FormDialog>
  );
}

interface CalendarDraft extends ColorDraft {
  name: string;
  countsAsBusy: boolean;
}
const { TextField, Switch, OwnField } = fieldsOf<CalendarDraft>();

function SubscriptionDialog({
  calendar: { id, name, color, countsAsBusy },
  onClose,
}: {
  calendar: SubscribedCalendar;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog<CalendarDraft, SubscribedCalendar>
      title={t('calendar.changeCalendar')}
      submitLabel={t('calendar.save')}
      size="sm"
      defaultValues={{ name, color, countsAsBusy }}
      save={(draft) => updateSubscription(id, draft)}
      invalidates={staleSources}
      isComplete={(draft) => draft.name.trim() !== ''}
      onClose={onClose}
    >
      <TextField name="name" label={t('calendar.name')} maxLength={80} />
      <OwnField name="color">
        {({ value, onChange }) => (
          <ColorChoice
            value={value}
            onChange={(next) => onChange(next ?? subscribedColorDefault)}
          />
        )}
      </OwnField>
      <Switch
        name="countsAsBusy"
        label={t('calendar.countsAsBusy')}
        description={t('calendar.countsAsBusyAbout')}
      />
    </FormDialog>
  );
}
