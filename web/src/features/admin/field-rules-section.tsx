import fieldNames from 'messages:en/field.*';
import {
  openRule,
  profileFields,
  type FieldRule,
  type FieldRules,
  type ProfileField,
} from '#contract/people/audiences.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { AnalyticsCard } from './analytics-card.tsx';
import { SchoolSharingCard } from '../sharing/school-sharing-card.tsx';
import { school, useSchool } from '../../lib/school.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useQuery } from '@tanstack/react-query';
import { getFieldRules, updateFieldRules } from '#contract/people/calls.ts';
import { updateProfiles } from '#contract/schools/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { useAction } from '../../kit/use-action.ts';

addEnglish(fieldNames);

const rulesQuery = () => callQuery(getFieldRules, {});

/** The default visibility of profile fields, and other privacy settings. Each card requires its own permission. */
export function FieldRulesSection() {
  const canManage = useHasPermission('privacy.manage');
  const canShare = useHasPermission('sharing.manage');
  const canAnalyze = useHasPermission('analytics.manage');
  // The cards are shown together, because the rules would move the cards below them.
  const rules = useQuery({ ...rulesQuery(), enabled: canManage });
  return (
    <WhenSettled queries={[rules]} skeleton={['h-160', 'h-36']}>
      {canManage && <FieldRulesCard />}
      {canManage && <ProfileGroupsCard />}
      {canShare && <SchoolSharingCard />}
      {canAnalyze && <AnalyticsCard />}
    </WhenSettled>
  );
}

/** A switch that shows clubs on profiles. The section exists but is off by default (product text §2). */
function ProfileGroupsCard() {
  const { t } = useMessages();
  const { profileGroups } = useSchool().config;
  const save = useAction((next: boolean) => call(updateProfiles, { profileGroups: next }), {
    success: t('rules.saved'),
    onSuccess(stored) {
      const now = school.get();
      if (now) school.set({ ...now, config: { ...now.config, ...stored } });
    },
  });
  return (
    <Card title={t('profileGroups.title')}>
      <Switch
        label={t('profileGroups.on')}
        description={t('profileGroups.body')}
        isOn={save.pendingInput ?? profileGroups}
        onChange={save.run}
      />
    </Card>
  );
}

/** The school's default audience of each field, and its locks. Each change saves immediately. */
function FieldRulesCard() {
  return (
    <QueryBoundary query={useQuery(rulesQuery())} skeleton={['h-96']}>
      {/* The reply contains a rule for each of its fields. partialRecord's type can't express that. */}
      {({ rules }) => <Rules stored={rules as FieldRules} />}
    </QueryBoundary>
  );
}

function Rules({ stored }: { stored: FieldRules }) {
  const { t } = useMessages();
  const save = useAction((rules: FieldRules) => call(updateFieldRules, { rules }), {
    updates: rulesQuery().queryKey,
    success: t('rules.saved'),
    undo: (_, before) => before?.rules as FieldRules | undefined,
  });
  const shown = save.pendingInput ?? stored;
  const change = (field: ProfileField, part: Partial<FieldRule>) =>
    save.run({ ...shown, [field]: { ...openRule, ...shown[field], ...part } });
  return (
    <Card title={t('rules.title')} description={t('rules.body')}>
      <ul className="divide-y divide-line">
        {profileFields.map((field) => {
          const rule = shown[field] ?? openRule;
          const label = t(`field.${field}`);
          return (
            <li
              key={field}
              className="grid items-center gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_14rem_8rem]"
            >
              <span className="font-medium" aria-hidden>
                {label}
              </span>
              <Select
                label={t('rules.audience', { field: label })}
                isLabelHidden
                value={rule.audience}
                options={(['everyone', 'connections', 'me'] as const).map((audience) => ({
                  value: audience,
                  label: t(`rules.for_${audience}`),
                }))}
                onChange={(audience) => change(field, { audience })}
              />
              <Checkbox
                label={t('rules.lock')}
                isChecked={rule.isLocked}
                onChange={(isLocked) => change(field, { isLocked })}
              >
                <span className="sr-only">{label}</span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
