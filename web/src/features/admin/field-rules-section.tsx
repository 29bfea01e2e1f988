import { useMutation, useQuery } from '@tanstack/react-query';
import {
  openRule,
  profileFields,
  type FieldRule,
  type FieldRules,
  type ProfileField,
} from '#contract/audiences.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { AnalyticsCard } from './analytics-card.tsx';
import { SchoolSharingCard } from '../sharing/school-sharing-card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const rulesQuery = () => callQuery('GET /api/v1/school/field-rules', {});

/** The school's default audience of each field, and its locks. Each change holds at once. */
export function FieldRulesSection() {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, isFetching, refetch } = useQuery(rulesQuery());
  usePageTitle(t('admin.privacy'));
  const keep = useMutation({
    mutationFn: ({ rules }: { rules: FieldRules; before?: FieldRules }) =>
      call('PUT /api/v1/school/field-rules', { rules }),
    onSuccess(next, { before }) {
      queryClient.setQueryData(rulesQuery().queryKey, next);
      const undo = before !== undefined && {
        action: { label: t('privacy.undo'), run: () => keep.mutate({ rules: before }) },
      };
      showToast({ message: t('rules.saved'), ...undo });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading>
        <Skeleton className="h-96" />
      </Loading>
    );
  }
  // A field is in the answer with its rule or not at all; partialRecord's type cannot say so.
  const stored = data.rules as FieldRules;
  const shown = keep.isPending ? keep.variables.rules : stored;
  const change = (field: ProfileField, part: Partial<FieldRule>) =>
    keep.mutate({
      rules: { ...shown, [field]: { ...openRule, ...shown[field], ...part } },
      before: stored,
    });
  return (
    <>
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
      <SchoolSharingCard />
      <AnalyticsCard />
    </>
  );
}
